import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InspectResult } from '#contract/context.ts'
import { createApp } from '../../main/src/app.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'
import { type Book, type Cursor, settings } from './book.ts'
import type { Chosen } from './judge.ts'

/** 16,000 tokens of input. */
const limits = { window: 20_096 }

type InspectedChunk = InspectResult['chunks'][number]

interface ChosenPassage extends Chosen {
  readonly documentId: string
  readonly text: string
  readonly reason: string
  readonly score: number
}

interface Inspected {
  /** Passages of Retrieved, best first. */
  readonly passages: readonly ChosenPassage[]
  /** What stands in Immediate. */
  readonly shown: readonly Chosen[]
  readonly tokenCount: number
  readonly passageTokens: number
}

export interface Product {
  inspect(documentId: string, cursorPosition: number, input?: string): Promise<Inspected>
  dispose(): Promise<void>
}

/** The product itself, on a project with these chapters. `startOf` gives a file's place in the novel. */
export async function openProduct(
  files: Readonly<Record<string, string>>,
  startOf: (documentId: string) => number = () => 0,
  language = 'zh',
): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'creonow-foresight-'))
  const rootPath = join(folder, 'project')
  await mkdir(join(rootPath, 'manuscript'), { recursive: true })
  await mkdir(join(rootPath, '.creonow'))
  const project = { id: 'foresight', name: 'foresight', language }
  await writeFile(join(rootPath, '.creonow/project.json'), JSON.stringify(project))
  for (const [path, text] of Object.entries(files)) await writeFile(join(rootPath, path), text)
  const app = await createApp({ dataFolder: join(folder, 'data'), logger: silentLogger, environment: {} })
  const session = app.createSession({ id: 'foresight', mayInspect: () => true })
  const ask = async <T>(channel: string, input: object): Promise<T> => {
    const answer = await app.router.dispatch(session, channel, input)
    if (!answer.ok) throw new Error(answer.error.message)
    return answer.data as T // by the contract of the channel
  }
  const { projectId } = await ask<{ projectId: string }>('projects:open', { rootPath })
  await app.services.retrieval.ensureIndexed(projectId)
  const placed = ({ source, from = 0, to = 0 }: InspectedChunk): Chosen => ({
    from: startOf(source) + from,
    to: startOf(source) + to,
  })
  return {
    async inspect(documentId, cursorPosition, input) {
      const asked = input === undefined ? {} : { additionalInput: input }
      const request = { projectId, documentId, cursorPosition, skillId: 'continue', limits, stateless: true }
      const { chunks, tokenCount } = await ask<InspectResult>('context:inspect', { ...request, ...asked })
      const sent = chunks.filter(({ action }) => action !== 'dropped')
      const passages = sent
        .filter(({ sourceName }) => sourceName === 'passages')
        .toSorted(
          (a, b) =>
            (b.score ?? 0) - (a.score ?? 0) || (a.params?.rank as number) - (b.params?.rank as number),
        ) // as passages declare
      return {
        passages: passages.map((chunk) => ({
          ...placed(chunk),
          documentId: chunk.source,
          text: chunk.text,
          reason: chunk.reason,
          score: chunk.score ?? 0,
        })),
        shown: sent.filter(({ layer, from }) => layer === 'immediate' && from !== undefined).map(placed),
        tokenCount,
        passageTokens: passages.reduce((sum, chunk) => sum + chunk.tokenCount, 0),
      }
    },
    async dispose() {
      await app.dispose()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const filesOf = ({ text, documents }: Book): Record<string, string> =>
  Object.fromEntries(documents.map(({ documentId, from, to }) => [documentId, text.slice(from, to)]))

export async function openBook(book: Book): Promise<Product> {
  const starts = new Map(book.documents.map(({ documentId, from }) => [documentId, from]))
  return openProduct(filesOf(book), (id) => starts.get(id) ?? 0, book.isChinese ? 'zh' : 'en')
}

/** What the product chooses at a cursor; what of the earlier text stands in Immediate follows, nearest first. */
export async function inspectAt(product: Product, book: Book, { offset }: Cursor) {
  const document = book.documents.find(({ from, to }) => from < offset && offset <= to)
  const { documentId = '', from = 0 } = document ?? {}
  const found = await product.inspect(documentId, offset - from)
  const end = offset - settings.window
  const behind = book.passages
    .filter((it) => it.to <= end && found.shown.some(({ from, to }) => from <= it.from && it.to <= to))
    .toReversed()
  return { ...found, documentId, chosen: [...found.passages, ...behind] as readonly Chosen[] }
}
