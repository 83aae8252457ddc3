import { randomBytes } from 'node:crypto'
import { AppError, isAppError, systemCode } from '../../lib/appError.ts'
import type { Clock } from '../../lib/clock.ts'
import { resolveContained } from '../../lib/containedPath.ts'
import { namesIn } from '../../lib/files.ts'
import type { Logger } from '../../lib/logger.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'
import {
  type Book,
  bookFormat,
  type ChapterHistory,
  isRefusal,
  type ManuscriptService,
  manuscriptFolder,
  type Rearranging,
  type Trash,
} from '../manuscript/index.ts'
import { hashAuthorFiles } from './authorFiles.ts'
import { carryOutSteps, hashAt, inverseSteps } from './carryOut.ts'
import type { StoredChapter } from './manifest.ts'
import { hashOfBook, type PresentBook, readPresentBook } from './presentBook.ts'
import type { RestoreJournal, RestoreRecord } from './restoreJournal.ts'
import { type FileStep, planFiles, planRestore, type RestorePlan } from './restorePlan.ts'
import type { SnapshotStore } from './snapshotStore.ts'
import type { Snapshots } from './snapshots.ts'

export interface SnapshotRestoringOptions {
  readonly manuscript: ManuscriptService
  readonly projects: { rootOf(projectId: string): string; dataFolderOf(projectId: string): string }
  readonly snapshots: Pick<Snapshots, 'create'>
  readonly store: SnapshotStore
  readonly journal: RestoreJournal
  readonly trash: Trash
  /** Stores a version of a chapter before its words change. */
  readonly history: Pick<ChapterHistory, 'beforeEdit'>
  /** Finishes what else a crash has cut short, inside the chapters' lock. */
  readonly finishSteps: Rearranging['finishSteps']
  /** Other files than chapters were written or removed. */
  readonly onFiles: (projectId: string, paths: readonly string[]) => Promise<void>
  /** Chapters went into the trash: what is derived from them follows. */
  readonly onRemoved: (projectId: string, documentIds: readonly string[]) => Promise<void>
  readonly clock: Clock
  readonly logger: Logger
}

export interface RestoreRequest {
  readonly snapshotId: string
  /** Absent: the whole book. */
  readonly documentIds?: readonly string[] | undefined
  /** Cards, rules, settings and the author's other files too. Only of the whole book. */
  readonly withFiles?: boolean | undefined
  /** The hash that the comparison had; absent: whatever the book is now. */
  readonly presentHash?: string | undefined
}

export interface Restored {
  /** The snapshot that brings back what was there; absent: nothing was to be done. */
  readonly replacedId?: string
  /** Chapters whose text is another, or that came back. */
  readonly restored: readonly string[]
  /** Chapters that went into the trash. */
  readonly discarded: readonly string[]
  /** Project-relative paths of other files that are as they were again. */
  readonly files: readonly string[]
}

export type SnapshotRestoring = ReturnType<typeof createSnapshotRestoring>

/**
 * Brings a book back as a snapshot has it. A snapshot of what is there comes first; then a journal, the files, and one
 * write of the book. What a crash cuts short is finished later; what is in the way leads back to what was there.
 */
export function createSnapshotRestoring(options: SnapshotRestoringOptions) {
  const { manuscript, projects, snapshots, store, journal, trash, history, clock, logger } = options

  async function readBook(projectId: string, hash: string): Promise<Book> {
    const book = bookFormat.schema.safeParse(JSON.parse((await store.read(projectId, hash)).toString('utf8')))
    if (!book.success || book.data === undefined) throw new AppError('IO_ERROR', { why: 'snapshot' })
    return book.data
  }

  async function restore(projectId: string, request: RestoreRequest): Promise<Restored> {
    const root = projects.rootOf(projectId)
    await finish(projectId)
    await options.finishSteps(projectId)
    const snapshot = await store.find(projectId, request.snapshotId)
    const present = await readPresentBook(manuscript, projectId)
    if (request.presentHash !== undefined && request.presentHash !== hashOfBook(present))
      throw new AppError('CONFLICT', { why: 'snapshotBook' })
    const snapshotBook = await readBook(projectId, snapshot.book)
    const input = {
      ...{ snapshot, snapshotBook, present },
      usedNames: await namesIn(await resolveContained(root, manuscriptFolder)),
      only: request.documentIds && new Set(request.documentIds),
    }
    const isWithFiles = request.withFiles === true && request.documentIds === undefined
    const files = isWithFiles ? planFiles(snapshot, await hashAuthorFiles(root)) : []
    const first = planRestore({ ...input, untouched: new Set() })
    if (
      first.steps.length + files.length === 0 &&
      JSON.stringify(first.book) === JSON.stringify(present.book)
    )
      return { restored: [], discarded: [], files: [] }
    await requireTexts(projectId, [...first.steps, ...files])
    const replaced = await snapshots.create(projectId, 'restore', { neededId: snapshot.snapshotId })
    const plan = planRestore({ ...input, untouched: new Set(replaced.leftOut) })
    const steps = [...plan.steps, ...files]
    requireSame(steps, [...replaced.manifest.chapters, ...replaced.manifest.files])
    await storeVersions(projectId, plan, present)
    const characters = new Map(
      (await manuscript.outline(projectId)).map((each) => [each.documentId, each.characters]),
    )
    const record: RestoreRecord = {
      ...{ version: 1, root, state: 'started', replacedId: replaced.snapshotId },
      steps,
      book: {
        from: replaced.manifest.book,
        to: await store.add(projectId, Buffer.from(JSON.stringify(plan.book))),
      },
      discarded: plan.discarded.map((chapter) => ({
        ...noteOf(chapter, present),
        characters: characters.get(chapter.documentId) ?? 0,
      })),
    }
    await journal.write(projectId, record)
    await carryOut(projectId, record)
    return {
      replacedId: replaced.snapshotId,
      restored: plan.restored,
      discarded: plan.discarded.map(({ documentId }) => documentId),
      files: files.map(({ path }) => path),
    }
  }

  /** Before anything is written. @throws AppError IO_ERROR when a text of the snapshot is damaged. */
  async function requireTexts(projectId: string, steps: readonly FileStep[]): Promise<void> {
    for (const { to } of steps) if (to !== null) await store.read(projectId, to)
  }

  /** A program that has written a file since the list was read: what it wrote would be in no snapshot. */
  function requireSame(
    steps: readonly FileStep[],
    storedFiles: readonly { readonly path: string | null; readonly hash: string }[],
  ): void {
    const stored = new Set(storedFiles.map(({ path, hash }) => `${hash} ${path}`))
    for (const { path, from } of steps)
      if (from !== null && !stored.has(`${from} ${path}`))
        throw new AppError('CONFLICT', { why: 'snapshotFile', path })
  }

  /** In the history of each chapter whose text becomes another. @throws AppError IO_ERROR, READ_ONLY. */
  async function storeVersions(projectId: string, plan: RestorePlan, present: PresentBook): Promise<void> {
    const restored = new Set(plan.restored)
    for (const { documentId, path } of present.chapters)
      if (path !== null && restored.has(documentId)) await history.beforeEdit(projectId, path, 'restore')
  }

  /** As a chapter that the author deletes, with its neighbours. */
  function noteOf({ documentId, path, title, words: count, hash }: StoredChapter, { book }: PresentBook) {
    const at = book.chapters.findIndex(({ id }) => id === documentId)
    const entry = book.chapters[at]
    return {
      trashId: `${String(clock.now()).padStart(13, '0')}-${randomBytes(4).toString('hex')}`,
      ...{ documentId, path, title, hash, words: count },
      deletedAt: new Date(clock.now()).toISOString(),
      ...(entry && {
        chapter: entry,
        behind: book.chapters[at - 1]?.id ?? null,
        next: book.chapters[at + 1]?.id ?? null,
      }),
    }
  }

  async function carryOut(projectId: string, record: RestoreRecord): Promise<void> {
    const { root, steps, book, discarded } = record
    const dataFolder = projects.dataFolderOf(projectId)
    try {
      for (const note of discarded)
        if (note.path === null || (await hashAt(root, note.path)) === note.hash)
          await trash.copy(root, dataFolder, note)
      await carryOutSteps(root, steps, {
        way: 'there',
        textOf: (hash) => store.read(projectId, hash),
        // A file without an entry would become another chapter.
        betweenBoth: () => replaceBook(projectId, book.to),
      })
    } catch (error) {
      if (!isRefusal(error)) throw error
      const back = { ...record, state: 'taken back' as const }
      await journal.write(projectId, back)
      await takeBack(projectId, back)
      throw error
    }
    await emptyTrash(projectId, record)
    await journal.remove(projectId)
    await notify(projectId, record)
  }

  /** Chapters that are back as they were deleted leave the trash. */
  async function emptyTrash(projectId: string, { root, book }: RestoreRecord): Promise<void> {
    const dataFolder = projects.dataFolderOf(projectId)
    const entries = new Map((await readBook(projectId, book.to)).chapters.map((entry) => [entry.id, entry]))
    for (const note of await trash.list(dataFolder)) {
      const entry = entries.get(note.documentId)
      const isBack =
        note.path === null
          ? entry !== undefined && entry.file === undefined
          : entry?.file === note.path && (await hashAt(root, note.path)) === note.hash
      if (isBack) await trash.remove(dataFolder, note)
    }
  }

  async function takeBack(projectId: string, record: RestoreRecord): Promise<void> {
    const { root, steps, book, discarded } = record
    await carryOutSteps(root, inverseSteps(steps), {
      way: 'back',
      textOf: (hash) => store.read(projectId, hash),
      betweenBoth: () => replaceBook(projectId, book.from),
    })
    // Where somebody has written meanwhile, what is in the trash stays there.
    for (const note of discarded)
      if (note.path === null || (await hashAt(root, note.path)) === note.hash)
        await trash.remove(projects.dataFolderOf(projectId), note)
    await journal.remove(projectId)
    manuscript.invalidate(projectId)
  }

  async function replaceBook(projectId: string, hash: string): Promise<void> {
    const book = await readBook(projectId, hash)
    manuscript.invalidate(projectId)
    const json = JSON.stringify(book)
    await manuscript.changeBook(projectId, (now) => (JSON.stringify(now) === json ? now : book))
    manuscript.invalidate(projectId)
  }

  /** History, index and windows follow. */
  async function notify(projectId: string, { steps, discarded, book }: RestoreRecord): Promise<void> {
    const removed = discarded.map(({ documentId }) => documentId)
    manuscript.forgetFiles(projectId, removed)
    await options.onRemoved(projectId, removed)
    const idOf = new Map((await readBook(projectId, book.to)).chapters.map(({ id, file }) => [file, id]))
    const isChapter = ({ path }: FileStep) => path.startsWith(`${manuscriptFolder}/`)
    await options.onFiles(
      projectId,
      steps.flatMap((step) => (isChapter(step) ? [] : [step.path])),
    )
    for (const { path, to } of steps.filter(isChapter)) {
      const text = to === null ? undefined : decodeUtf8(await store.read(projectId, to))?.text
      if (to === null || text === undefined) continue
      manuscript.announce({ projectId, documentId: idOf.get(path) ?? path, path, text, hash: to })
    }
  }

  /** What a crash has cut short, inside the chapters' lock. @throws AppError what is in its way. */
  async function finish(projectId: string): Promise<void> {
    const record = await journal.read(projectId)
    if (record?.root !== projects.rootOf(projectId)) return
    if (record.state === 'started') await carryOut(projectId, record)
    else await takeBack(projectId, record)
    logger.info({ projectId }, 'restoring of an earlier run finished')
  }

  async function finishLogged(projectId: string): Promise<void> {
    try {
      await finish(projectId)
    } catch (error) {
      if (!isRefusal(error)) throw error
      const cause = isAppError(error) ? error.code : systemCode(error)
      logger.warn({ projectId, cause }, 'restoring of an earlier run not finished')
    }
  }

  return {
    /**
     * The book, or some of its chapters, as in the snapshot. Chapters that the snapshot does not have go into the trash.
     * @throws AppError NOT_FOUND, CONFLICT (the book is not as it was compared; a file is written meanwhile), IO_ERROR
     * (disk full, snapshot damaged), READ_ONLY; the book is then as it was.
     */
    restore: (projectId: string, request: RestoreRequest): Promise<Restored> =>
      manuscript.arranging(projectId, () => restore(projectId, request)),

    /** What a crash has cut short, inside the chapters' lock; what is in the way is logged. */
    finish: finishLogged,

    /** The same at the opening of a project. */
    async recover(projectId: string): Promise<void> {
      if (!(await journal.read(projectId))) return
      try {
        await manuscript.arranging(projectId, () => finishLogged(projectId))
      } catch (error) {
        if (!isRefusal(error)) throw error
        logger.warn({ projectId, cause: String(error) }, 'no look at an unfinished restoring')
      }
    },
  }
}
