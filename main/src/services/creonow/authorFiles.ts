import { randomBytes } from 'node:crypto'
import { mkdir, rm, unlink } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { z } from 'zod'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import {
  checkProjectPath,
  readContained,
  resolveContained,
  resolveName,
  writeContained,
} from '../../lib/containedPath.ts'
import type { FileCache } from '../../lib/fileCache.ts'
import { cutToBytes, fileNameStem } from '../../lib/fileName.ts'
import { fileError, namesIn, readFileBounded, writeFileAtomically } from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { createFileSynced, moveWithoutReplacing, syncFolder } from '../../lib/moveFile.ts'
import { createNameCheck } from '../../lib/orphanedFiles.ts'
import { decodeUtf8, encodeUtf8 } from '../../lib/textFile.ts'
import type { WithFolderLock } from '../../lib/versionedFile/index.ts'
import { listTextFiles, settingsFolder } from './creonowFiles.ts'

type AuthorPlace = 'style' | 'settings' | 'skills'

interface AuthorFile {
  readonly path: string
  /** As people call it: without folder and extension. */
  readonly name: string
  readonly bytes: number
}

/**
 * The texts for the AI that the author writes in the app: style sheet, world files, skills. Paths are
 * project-relative. All methods throw AppError PATH_OUTSIDE_PROJECT, PATH_INVALID, INVALID_ARGUMENT (a place that has
 * no screen), READ_ONLY, IO_ERROR.
 */
export interface AuthorFiles {
  /** Files of this place, in code-point order. */
  list(projectId: string, place: AuthorPlace): Promise<readonly AuthorFile[]>
  /** What was deleted in this place and can be put back, newest first. */
  removed(projectId: string, place: AuthorPlace): Promise<readonly RemovedFile[]>
  /**
   * With line feeds only; `hash` is that of the bytes, null while there is no style sheet.
   * @throws AppError NOT_FOUND, FILE_TOO_LARGE (4 MiB), DOCUMENT_ENCODING.
   */
  read(projectId: string, path: string): Promise<{ readonly text: string; readonly hash: string | null }>
  /**
   * Byte order mark and line endings of the file stay. Returns the hash of the new bytes. @throws AppError CONFLICT
   * {path}: the file is not the one with `baseHash`; nothing is written then.
   */
  save(projectId: string, path: string, text: string, baseHash: string | null): Promise<string>
  /** A new file of that name, with a number behind it when the name is in use. Returns its path. */
  create(projectId: string, place: 'settings' | 'skills', name: string, text?: string): Promise<string>
  /** @throws AppError CONFLICT {why: 'name'} when another file has that name. */
  rename(projectId: string, path: string, name: string): Promise<string>
  /** Returns what brings it back. */
  remove(projectId: string, path: string): Promise<string>
  /** Under its former name, with a number when that is in use. Returns its path. */
  restore(projectId: string, trashId: string): Promise<string>
}

const skillsFolder = '.creonow/skills'
const stylePath = '.creonow/rules/style.md'
const maxBytes = 4 * 1_048_576
const maxStemBytes = 120
/** A name of which no variant is listed, as that of an editor's own file, is refused. */
const maxAttempts = 10_000
const folderOf = { settings: settingsFolder, skills: skillsFolder } as const
const editable = /^\.creonow\/(?:rules\/style\.md$|settings\/.+\.(?:md|txt|json)$|skills\/.+\.md$)/i

export function createAuthorFiles(options: {
  readonly rootOf: (projectId: string) => string
  readonly dataFolderOf: (projectId: string) => string
  readonly files: FileCache
  readonly withFolderLock: WithFolderLock
  readonly now: () => Date
}): AuthorFiles {
  const { rootOf, dataFolderOf, files, withFolderLock } = options
  const trash = createFileTrash(options.now)

  async function bytesOf(root: string, path: string): Promise<Buffer | undefined> {
    try {
      return await readContained(root, path, maxBytes)
    } catch (error) {
      if (path === stylePath && isAppError(error, ErrorCode.NOT_FOUND)) return undefined
      throw error
    }
  }

  /** Tries the name, then with a number, until one is free. */
  async function place(root: string, folder: string, file: string, bytes: Uint8Array): Promise<string> {
    const home = await resolveContained(root, folder)
    await mkdir(home, { recursive: true })
    const extension = extname(file)
    const stem = basename(file, extension)
    const check = createNameCheck(await namesIn(home))
    for (let attempt = 1; ; attempt += 1) {
      if (attempt > maxAttempts) throw new AppError(ErrorCode.PATH_INVALID)
      const path = `${folder}/${stem}${attempt > 1 ? `-${attempt}` : ''}${extension}`
      checkProjectPath(path)
      if (!check.accepts(basename(path))) continue
      if (!(await createFileSynced(join(home, basename(path)), bytes))) continue
      files.wrote(root, path)
      return path
    }
  }

  const inTurn = async <T>(root: string, path: string, task: () => Promise<T>): Promise<T> => {
    try {
      return await withFolderLock(root, path, task)
    } catch (error) {
      throw fileError(error)
    }
  }

  return {
    async list(projectId, where) {
      const root = rootOf(projectId)
      if (where === 'style') {
        const content = await bytesOf(root, stylePath)
        return content ? [{ path: stylePath, name: nameOf(stylePath), bytes: content.length }] : []
      }
      const { files: listed } = await listTextFiles(root, folderOf[where], files)
      return listed
        .filter(({ path }) => editable.test(path))
        .map(({ path, bytes }) => ({ path, name: nameOf(path), bytes }))
    },

    async removed(projectId, where) {
      const all = await trash.list(dataFolderOf(projectId))
      return where === 'style' ? [] : all.filter(({ path }) => path.startsWith(`${folderOf[where]}/`))
    },

    async read(projectId, path) {
      const bytes = await bytesOf(rootOf(projectId), checked(path))
      return bytes
        ? { text: withLineFeeds(textOf(path, bytes).text), hash: sha256Hex(bytes) }
        : { text: '', hash: null }
    },

    save: (projectId, path, text, baseHash) => {
      const root = rootOf(projectId)
      return inTurn(root, checked(path), async () => {
        const before = await bytesOf(root, path)
        if ((before ? sha256Hex(before) : null) !== baseHash) throw changedOutside(path)
        const old = before ? textOf(path, before) : { text: '', bom: false }
        const bytes = encodeUtf8(withEndingsOf(old.text, text.toWellFormed()), old.bom)
        if (bytes.length > maxBytes) throw tooLarge(path)
        await writeContained(root, path, bytes, {
          async beforeRename() {
            const now = await bytesOf(root, path)
            if ((now ? sha256Hex(now) : null) !== baseHash) throw changedOutside(path)
          },
        })
        files.wrote(root, path)
        return sha256Hex(bytes)
      })
    },

    create: (projectId, where, name, text = '') => {
      const root = rootOf(projectId)
      const folder = folderOf[where]
      const file = `${stemOf(name)}.md`
      return inTurn(root, `${folder}/${file}`, () => place(root, folder, file, Buffer.from(text)))
    },

    rename: (projectId, path, name) => {
      const root = rootOf(projectId)
      const folder = dirname(movable(path))
      const next = `${folder}/${stemOf(name)}${extname(path)}`
      return inTurn(root, path, async () => {
        if (next === path) return path
        const home = await resolveContained(root, folder)
        checkProjectPath(next)
        const otherNames = (await namesIn(home)).filter((name) => name !== basename(path))
        if (!createNameCheck(otherNames).accepts(basename(next))) throw nameInUse()
        if (!(await moveWithoutReplacing(join(home, basename(path)), join(home, basename(next)))))
          throw nameInUse()
        await syncFolder(home)
        for (const each of [path, next]) files.wrote(root, each)
        return next
      })
    },

    remove: (projectId, path) => {
      const root = rootOf(projectId)
      return inTurn(root, movable(path), async () => {
        const trashId = await trash.take(root, dataFolderOf(projectId), path, maxBytes)
        files.wrote(root, path)
        return trashId
      })
    },

    async restore(projectId, trashId) {
      const root = rootOf(projectId)
      const data = dataFolderOf(projectId)
      const { path } = await trash.find(data, trashId)
      return inTurn(root, movable(path), async () => {
        const back = await place(root, dirname(path), basename(path), await trash.bytes(data, trashId))
        await trash.remove(data, trashId)
        return back
      })
    },
  }
}

const nameOf = (path: string) =>
  path.replace(/^\.creonow\/(?:settings|skills|rules)\//, '').replace(/\.[^./]+$/, '')

function checked(path: string): string {
  checkProjectPath(path)
  if (!editable.test(path)) throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'authorFolder' })
  return path
}

function movable(path: string): string {
  if (checked(path) === stylePath) throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'style' })
  return path
}

function stemOf(name: string): string {
  const stem = cutToBytes(fileNameStem(name).replace(/^[.~#\s]+/, ''), maxStemBytes).replace(/[. ~]+$/, '')
  if (stem === '') throw new AppError(ErrorCode.PATH_INVALID)
  return stem
}

function textOf(path: string, bytes: Buffer): { readonly text: string; readonly bom: boolean } {
  const decoded = decodeUtf8(bytes)
  if (decoded) return decoded
  throw new AppError(ErrorCode.DOCUMENT_ENCODING, { why: 'convert', path })
}

function changedOutside(path: string): AppError {
  return new AppError(ErrorCode.CONFLICT, { why: 'changed', path })
}

function nameInUse(): AppError {
  return new AppError(ErrorCode.CONFLICT, { why: 'name' })
}

function tooLarge(path: string): AppError {
  return new AppError(ErrorCode.FILE_TOO_LARGE, { why: 'megabytes', path, megabytes: 4 })
}

interface Line {
  readonly text: string
  /** Empty behind the last line. */
  readonly end: string
}

/** A text as a form has it: line feeds only. */
export const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

/**
 * A form's text with the line endings that the file had: an existing line has its own, a new one the file's
 * commonest. The bytes of unchanged lines stay.
 */
export function withEndingsOf(before: string, text: string): string {
  if (!before.includes('\r')) return text
  const old = linesOf(before)
  const lines = text.split('\n')
  const limit = Math.min(old.length, lines.length)
  let head = 0
  while (head < limit && old[head]?.text === lines[head]) head += 1
  let tail = 0
  while (tail < limit - head && old.at(-1 - tail)?.text === lines.at(-1 - tail)) tail += 1
  const usual = commonestEnd(old)
  const endOf = (at: number) => {
    if (at === lines.length - 1) return ''
    const behind = at - lines.length
    const unchanged = at < head ? old[at] : behind >= -tail ? old.at(behind) : undefined
    return unchanged?.end || usual
  }
  // A lone CR before an empty line that ends with LF would be read as the one ending CRLF.
  const isSwallowed = (at: number) => endOf(at) === '\r' && lines[at + 1] === '' && endOf(at + 1) === '\n'
  return lines.map((line, at) => `${line}${isSwallowed(at) ? '\r\n' : endOf(at)}`).join('')
}

function linesOf(text: string): readonly Line[] {
  const ends = text.match(/\r\n|\r|\n/g) ?? []
  return text.split(/\r\n|\r|\n/).map((line, at) => ({ text: line, end: ends[at] ?? '' }))
}

function commonestEnd(lines: readonly Line[]): string {
  const count = (end: string) => lines.filter((line) => line.end === end).length
  return ['\n', '\r\n', '\r'].reduce((best, end) => (count(end) > count(best) ? end : best))
}

const schema = z.object({ path: z.string().min(1).max(4096), removedAt: z.string().max(40) })
const idPattern = /^\d{13}-[0-9a-f]{8}$/
const maxNoteBytes = 65_536
const maxListed = 1000
const ownerOnly = { mode: 0o600 }

interface RemovedFile {
  readonly trashId: string
  /** Where it lay, project-relative. */
  readonly path: string
  readonly removedAt: string
}

/**
 * Deleted files of `.creonow`: `<data folder of the project>/trash/files/<trashId>/`, the bytes and a note about
 * them that is written last. Nothing is removed from it but what has come back.
 */
function createFileTrash(now: () => Date) {
  const homeOf = (dataFolder: string) => join(dataFolder, 'trash', 'files')
  const folderOf = (dataFolder: string, trashId: string) => {
    if (!idPattern.test(trashId)) throw notThere()
    return join(homeOf(dataFolder), trashId)
  }

  async function find(dataFolder: string, trashId: string): Promise<RemovedFile> {
    try {
      const note = await readFileBounded(join(folderOf(dataFolder, trashId), 'note.json'), maxNoteBytes)
      return { trashId, ...schema.parse(JSON.parse(note.toString('utf8'))) }
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof z.ZodError || isAppError(error, 'NOT_FOUND'))
        throw notThere()
      throw error
    }
  }

  return {
    find,

    /** Newest first. */
    async list(dataFolder: string): Promise<readonly RemovedFile[]> {
      const removed: RemovedFile[] = []
      const ids = (await namesIn(homeOf(dataFolder))).filter((name) => idPattern.test(name)).sort()
      for (const trashId of ids.toReversed().slice(0, maxListed)) {
        try {
          removed.push(await find(dataFolder, trashId))
        } catch (error) {
          // One damaged record hides itself and no other.
          if (!isAppError(error)) throw error
        }
      }
      return removed
    },

    /** @throws AppError NOT_FOUND; CONFLICT when it is written meanwhile: it then stays where it is. */
    async take(root: string, dataFolder: string, path: string, maxBytes: number): Promise<string> {
      const bytes = await readContained(root, path, maxBytes)
      const at = now()
      const trashId = `${String(at.getTime()).padStart(13, '0')}-${randomBytes(4).toString('hex')}`
      const folder = folderOf(dataFolder, trashId)
      const note = { path, removedAt: at.toISOString() }
      // The name itself, not where it leads when it is a link inside the project.
      const name = await resolveName(root, path)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFileAtomically(join(folder, 'text'), bytes, ownerOnly)
        await writeFileAtomically(join(folder, 'note.json'), `${JSON.stringify(note, null, 2)}\n`, ownerOnly)
        for (const each of [folder, dirname(folder)]) await syncFolder(each)
        if (!bytes.equals(await readContained(root, path, maxBytes)))
          throw new AppError(ErrorCode.CONFLICT, { why: 'fileDelete' })
        await unlink(name)
      } catch (error) {
        await rm(folder, { recursive: true, force: true })
        throw error
      }
      await syncFolder(dirname(name))
      return trashId
    },

    bytes: (dataFolder: string, trashId: string): Promise<Buffer> =>
      readFileBounded(join(folderOf(dataFolder, trashId), 'text'), Number.MAX_SAFE_INTEGER),

    remove: (dataFolder: string, trashId: string) =>
      rm(folderOf(dataFolder, trashId), { recursive: true, force: true }),
  }
}

const notThere = () => new AppError(ErrorCode.NOT_FOUND, { why: 'trashFile' })
