import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AssembleResult, InspectResult } from '#contract/context.ts'
import { createApp } from '../../main/src/app.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'
import type { CacheBook } from './book.ts'
import type { Event, Step } from './script.ts'

/** One request of the session, beside the same request without memory. */
export interface Asked {
  readonly event: Event | 'first' | undefined
  readonly result: AssembleResult
  readonly stateless: InspectResult
  /** Why Retrieved and the window were made anew, when they were and something stood; the log alone says it. */
  readonly rebase?: string | undefined
}

export interface Author {
  ask<T>(channel: string, input: object): Promise<T>
  /** Waits until what was saved can be found. */
  settle(): Promise<void>
  /** Why the latest request was a re-base; absent where the log cannot be read. */
  rebased?(): string | undefined
}

/**
 * Writes on as the script says, through the contract alone: documents:save, then context:assemble at the end of what
 * was written. `maxInputTokens` is what a request may hold.
 */
export async function playSession(
  author: Author,
  { projectId, last }: Project,
  { unwritten, language }: Pick<CacheBook, 'unwritten' | 'language'>,
  script: readonly Step[],
  maxInputTokens: number,
): Promise<Asked[]> {
  const limits = { window: maxInputTokens + 4096, outputReserve: 4096 }
  const asked: Asked[] = []
  let at = 0
  let documentId = last
  let text = ''
  let chapters = 0
  let before: { documentId: string; text: string } | undefined

  const save = async (id: string, next: string) => {
    const { hash } = await author.ask<{ hash: string }>('documents:read', { projectId, documentId: id })
    await author.ask('documents:save', { projectId, documentId: id, text: next, baseHash: hash })
    await author.settle()
  }
  const openChapter = async () => {
    chapters += 1
    before = { documentId, text }
    const made = await author.ask<{ documentId: string }>('documents:create', {
      projectId,
      title: language.title(chapters),
      after: documentId,
    })
    documentId = made.documentId
    const read = await author.ask<{ text: string }>('documents:read', { projectId, documentId })
    text = read.text
  }
  const nextPiece = () => {
    const end =
      unwritten.indexOf(language.sentenceEnd, at + language.stepUnits - 20) + language.sentenceEnd.length
    const piece = unwritten.slice(at, end > at ? end : at + language.stepUnits)
    at += piece.length
    return piece
  }
  const request = async (id: string, cursorPosition: number, event: Asked['event']) => {
    const input = { projectId, documentId: id, cursorPosition, skillId: 'continue', limits }
    const stateless = await author.ask<InspectResult>('context:inspect', { ...input, stateless: true })
    const result = await author.ask<AssembleResult>('context:assemble', input)
    asked.push({ event, result, stateless, rebase: author.rebased?.() })
  }

  await openChapter()
  for (const [index, { event, at: place }] of script.entries()) {
    if (event === 'chapter') await openChapter()
    if (event === 'constraint')
      await author.ask('constraints:create', {
        projectId,
        text: language.laterConstraint(index),
        kind: 'plot',
      })
    if (event === 'edit') {
      const from = text.indexOf(language.comma, Math.floor(text.length * (0.2 + place * 0.6)))
      if (from >= 0) text = `${text.slice(0, from)}${language.edit}${text.slice(from)}`
    }
    if (event === 'jump') {
      // Up in this chapter, or back into the one before.
      const other = place < 0.5 || !before || before.text.length < language.jumpBackUnits ? undefined : before
      const whole = other?.text ?? text
      const from = whole.indexOf(language.sentenceEnd, Math.max(0, whole.length - language.jumpBackUnits))
      const cursor = from < 0 ? whole.length : from + language.sentenceEnd.length
      await request(other?.documentId ?? documentId, cursor, event)
      continue
    }
    text += nextPiece()
    await save(documentId, text)
    await request(documentId, text.length, index === 0 ? 'first' : event)
  }
  return asked
}

export interface Project {
  readonly projectId: string
  /** The chapter that was written last. */
  readonly last: string
}

/** Prepares a data folder before anything is kept in it. */
export type Arrange = (dataFolder: string) => Promise<void>

/** The product in this process, on a folder of its own; without late items, what is new waits for a re-base. */
export function withProduct<T>(
  book: CacheBook,
  work: (author: Author, project: Project) => Promise<T>,
  {
    withLate = true,
    arrange,
    emit,
  }: {
    readonly withLate?: boolean
    readonly arrange?: Arrange | undefined
    /** Told of every event of the app. */
    readonly emit?: (name: string, payload: unknown) => void
  } = {},
): Promise<T> {
  return withFolderOf(book, arrange, async ({ rootPath, dataFolder, last }) => {
    let cause: string | undefined
    const app = await createApp({
      dataFolder,
      logger: {
        ...silentLogger,
        debug(fields) {
          if ('cause' in fields) cause = String(fields.cause)
        },
      },
      environment: {},
      ...(withLate ? {} : { sources: (real) => real.map((source) => ({ ...source, maxAppended: 0 })) }),
    })
    try {
      const session = app.createSession({ id: 'cache', mayInspect: () => true, ...(emit ? { emit } : {}) })
      const ask: Author['ask'] = async <T>(channel: string, input: object): Promise<T> => {
        const answer = await app.router.dispatch(session, channel, input)
        if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.message}`)
        return answer.data as T // by the contract of the channel
      }
      const { projectId } = await ask<Project>('projects:open', { rootPath })
      const settle = () => app.services.retrieval.ensureIndexed(projectId).then(() => undefined)
      await settle()
      const rebased = () => {
        const latest = cause
        cause = undefined
        return latest
      }
      return await work({ ask, settle, rebased }, { projectId, last })
    } finally {
      await app.dispose()
    }
  })
}

/** Writes the book into a temporary folder, beside which the data folder may stand, and removes both. */
export async function withFolderOf<T>(
  { files }: CacheBook,
  arrange: Arrange = async () => undefined,
  work: (place: {
    readonly rootPath: string
    readonly dataFolder: string
    readonly last: string
  }) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'creonow-cache-'))
  const rootPath = join(folder, 'project')
  const dataFolder = join(folder, 'data')
  try {
    await arrange(dataFolder)
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(rootPath, path)), { recursive: true })
      await writeFile(join(rootPath, path), content)
    }
    const last = Object.keys(files).findLast((path) => path.startsWith('manuscript/')) ?? ''
    return await work({ rootPath, dataFolder, last })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
