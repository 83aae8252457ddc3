import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  McpError,
  ErrorCode as ProtocolError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { AppError } from '../../lib/appError.ts'
import type { Logger } from '../../lib/logger.ts'

/** A chapter that has a file, as a client lists it. */
interface ListedChapter {
  /** Stays when the file gets another name. */
  readonly documentId: string
  /** Redacted. */
  readonly title: string
}

export interface ChapterPorts {
  /** In the order of the book. */
  readonly list: () => Promise<readonly ListedChapter[]>
  /** Redacted as for the tools. @throws AppError NOT_FOUND. */
  readonly read: (documentId: string, signal: AbortSignal) => Promise<string>
  /** From now on calls after each change to files of the book. */
  readonly watch: (listener: () => void) => Promise<void>
}

const scheme = 'creonow://book/chapters/'
const pageSize = 100
/** What the protocol answers for a resource that is not there. */
const missingResource = -32_002

const uriOf = (documentId: string) => `${scheme}${encodeURIComponent(documentId)}`

interface ChapterOptions {
  /** The sentence of an error, in the language of the client, redacted. */
  readonly sentenceOf: (error: unknown) => string
  readonly logger: Pick<Logger, 'warn'>
}

/**
 * Offers the chapters of the book as resources: listed in pages, read whole by their id, with a notification when
 * chapters come, go, move or get another title.
 */
export function offerChapters(
  server: Server,
  chapters: ChapterPorts,
  { sentenceOf, logger }: ChapterOptions,
): void {
  /** Of the list that the client has; undefined: it has none, and no interest in changes. */
  let listed: string | undefined
  let watching: Promise<void> | undefined
  let comparing: Promise<void> = Promise.resolve()

  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }) => {
    // Before the list is read, so that no change falls between.
    watching ??= chapters.watch(() => {
      comparing = comparing.then(compare)
    })
    await watching
    const all = await chapters.list()
    listed = signatureOf(all)
    const from = startOf(all, params?.cursor, sentenceOf)
    const page = all.slice(from, from + pageSize)
    const last = page.at(-1)
    return {
      resources: page.map(({ documentId, title }) => ({
        ...{ uri: uriOf(documentId), name: title, title },
        mimeType: 'text/markdown',
      })),
      ...(last && from + page.length < all.length && { nextCursor: last.documentId }),
    }
  })

  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [{ uriTemplate: `${scheme}{id}`, name: 'chapter', mimeType: 'text/markdown' }],
  }))

  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, { signal }) => {
    try {
      const text = await chapters.read(documentIdOf(uri), signal)
      return { contents: [{ uri, mimeType: 'text/markdown', text }] }
    } catch (error) {
      throw new McpError(missingResource, sentenceOf(error), { uri })
    }
  })

  async function compare(): Promise<void> {
    if (listed === undefined) return
    try {
      const now = signatureOf(await chapters.list())
      const isChanged = now !== listed
      listed = now
      if (isChanged) await server.sendResourceListChanged()
    } catch (error) {
      // The next change compares again.
      logger.warn({ cause: String(error) }, 'chapters could not be compared')
    }
  }
}

const signatureOf = (all: readonly ListedChapter[]): string =>
  JSON.stringify(all.map(({ documentId, title }) => [documentId, title]))

/** The place behind the last chapter of the page before. */
function startOf(
  all: readonly ListedChapter[],
  cursor: string | undefined,
  sentenceOf: ChapterOptions['sentenceOf'],
): number {
  if (cursor === undefined) return 0
  const at = all.findIndex(({ documentId }) => documentId === cursor)
  if (at < 0)
    throw new McpError(ProtocolError.InvalidParams, sentenceOf(new AppError('NOT_FOUND', { why: 'chapter' })))
  return at + 1
}

function documentIdOf(uri: string): string {
  const id = uri.startsWith(scheme) ? decoded(uri.slice(scheme.length)) : ''
  if (id === '' || uriOf(id) !== uri) throw new AppError('NOT_FOUND', { why: 'chapter' })
  return id
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A half escape names nothing.
    return ''
  }
}
