import { mkdir, readdir, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { AppError, isAppError, systemCode } from '../../../lib/appError.ts'
import { readContained, resolveContained } from '../../../lib/containedPath.ts'
import { fileError, readFileBounded, removeSpent, writeFileAtomically } from '../../../lib/files.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import type { Logger } from '../../../lib/logger.ts'
import { syncFolder } from '../../../lib/moveFile.ts'
import { chapter as chapterSchema } from '../book/bookFile.ts'
import { maxDocumentBytes } from '../scan.ts'

const idPattern = /^\d{13}-[0-9a-f]{8}$/
const path = z.string().min(1).max(1024)
/** The note of a deleted chapter. */
export const discardedSchema = z.object({
  /** The chapter's id; of front matter, and in notes of earlier versions, its path. */
  documentId: path,
  /** Where its file was; null: it had none. In notes of earlier versions it is `documentId`. */
  path: path.nullable().optional(),
  title: z.string().max(500),
  characters: z.int().min(0),
  /** 字; notes of earlier versions do not have it. */
  words: z.int().min(0).optional(),
  deletedAt: z.string().max(40),
  /** sha256hex of the chapter's bytes. */
  hash: z.string().length(64),
  /** The line that the next chapter of its volume got. */
  handedOn: z.string().max(30_000).optional(),
  /** Its entry in the book, and its neighbours, also those in the trash; null: there was none. */
  chapter: chapterSchema.optional(),
  behind: path.nullable().optional(),
  next: path.nullable().optional(),
})

/** A deleted chapter as its note has it. */
export type Discarded = Omit<z.infer<typeof discardedSchema>, 'path'> & {
  readonly trashId: string
  /** Where its file was; null: it had none. */
  readonly path: string | null
}

const textName = 'chapter.md'
const noteName = 'trash.json'
const maxNoteBytes = 4 * 1_048_576
const ownerOnly = { mode: 0o600 }

/**
 * The deleted chapters of a project, `<data folder of the project>/trash/<trashId>/`: the bytes, and a note about
 * them that is written last. An entry is removed only when its chapter is back.
 */
export function createTrash(logger: Logger) {
  const folderOf = (dataFolder: string, trashId: string) => join(dataFolder, 'trash', trashId)

  async function find(dataFolder: string, trashId: string): Promise<Discarded> {
    if (!idPattern.test(trashId)) throw notThere()
    const notePath = join(folderOf(dataFolder, trashId), noteName)
    try {
      const note = discardedSchema.parse(
        JSON.parse((await readFileBounded(notePath, maxNoteBytes)).toString('utf8')),
      )
      return { ...note, path: note.path === undefined ? note.documentId : note.path, trashId }
    } catch (error) {
      if (isAppError(error, 'NOT_FOUND')) throw notThere()
      if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error
      logger.warn({ trashId }, 'the note of a deleted chapter cannot be read')
      throw notThere()
    }
  }

  async function list(dataFolder: string): Promise<Discarded[]> {
    const discarded: Discarded[] = []
    for (const trashId of (await namesIn(join(dataFolder, 'trash'))).toReversed()) {
      try {
        discarded.push(await find(dataFolder, trashId))
      } catch (error) {
        if (!isAppError(error)) throw error
        if (error.code !== 'NOT_FOUND')
          logger.warn({ trashId, code: error.code }, 'a deleted chapter is not listed')
      }
    }
    return discarded
  }

  /** Puts a copy of the chapter here, and the note last. @throws AppError CONFLICT when it has other bytes now. */
  async function copy(root: string, dataFolder: string, { trashId, ...note }: Discarded): Promise<void> {
    const folder = folderOf(dataFolder, trashId)
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      if (note.path !== null)
        await writeFileAtomically(join(folder, textName), await unchangedBytes(root, note), ownerOnly)
      await writeFileAtomically(join(folder, noteName), `${JSON.stringify(note, null, 2)}\n`, ownerOnly)
      for (const each of [folder, dirname(folder)]) await syncFolder(each)
    } catch (error) {
      await removeSpent(folder, logger)
      throw fileError(error)
    }
  }

  async function unchangedBytes(root: string, note: Pick<Discarded, 'path' | 'hash'>): Promise<Buffer> {
    const bytes = await readContained(root, note.path ?? '', maxDocumentBytes)
    if (sha256Hex(bytes) !== note.hash) throw changedMeanwhile()
    return bytes
  }

  return {
    find,
    /** Newest first. */
    list,
    copy,

    /**
     * Puts a copy of the chapter here and then removes its file, if it has one; `beforeRemoval` once the copy is safe.
     * @throws AppError CONFLICT when the chapter is written meanwhile, and what `beforeRemoval` throws: it then stays
     * where it is.
     */
    async take(
      root: string,
      dataFolder: string,
      discarded: Discarded,
      beforeRemoval: () => Promise<void>,
    ): Promise<void> {
      const { path } = discarded
      await copy(root, dataFolder, discarded)
      try {
        await beforeRemoval()
        if (path === null) return
        // The file itself, not where it leads when it is a link inside the project.
        const home = await resolveContained(root, dirname(path))
        await unchangedBytes(root, discarded)
        await unlink(join(home, basename(path)))
        await syncFolder(home)
      } catch (error) {
        await removeSpent(folderOf(dataFolder, discarded.trashId), logger)
        throw fileError(error)
      }
    },

    /** The bytes of a deleted chapter. @throws AppError IO_ERROR when they are not those that were deleted. */
    async bytes(dataFolder: string, { trashId, hash }: Discarded): Promise<Buffer> {
      const bytes = await readFileBounded(join(folderOf(dataFolder, trashId), textName), maxDocumentBytes)
      if (sha256Hex(bytes) !== hash) throw new AppError('IO_ERROR', { why: 'trash' })
      return bytes
    },

    /** Of a chapter that is back in its place; one that cannot be removed is removed another time. */
    remove: (dataFolder: string, { trashId }: Discarded) =>
      removeSpent(folderOf(dataFolder, trashId), logger),
  }
}

export type Trash = ReturnType<typeof createTrash>

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => idPattern.test(name)).sort()
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  }
}

const notThere = () => new AppError('NOT_FOUND', { why: 'trash' })
const changedMeanwhile = () => new AppError('CONFLICT', { why: 'chapterDelete' })
