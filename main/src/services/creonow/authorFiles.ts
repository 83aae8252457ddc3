import { mkdir } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { checkProjectPath, readContained, resolveContained, writeContained } from '../../lib/containedPath.ts'
import type { FileCache } from '../../lib/fileCache.ts'
import { cutToBytes, fileNameStem } from '../../lib/fileName.ts'
import { fileError } from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { createFileSynced, moveWithoutReplacing, syncFolder } from '../../lib/moveFile.ts'
import { decodeUtf8, encodeUtf8 } from '../../lib/textFile.ts'
import type { WithFolderLock } from '../../lib/versionedFile/index.ts'
import { listTextFiles, settingsFolder } from './creonowFiles.ts'
import { createFileTrash, type RemovedFile } from './fileTrash.ts'
import { withEndingsOf, withLineFeeds } from './lineEndings.ts'

export type AuthorPlace = 'style' | 'settings' | 'skills'

export interface AuthorFile {
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
  list(projectId: string, place: AuthorPlace): Promise<readonly AuthorFile[]>
  removed(projectId: string, place: AuthorPlace): Promise<readonly RemovedFile[]>
  /**
   * With line feeds only; `hash` is that of the bytes, null while there is no style sheet.
   * @throws AppError NOT_FOUND, FILE_TOO_LARGE (4 MiB), DOCUMENT_ENCODING.
   */
  read(projectId: string, path: string): Promise<{ readonly text: string; readonly hash: string | null }>
  /**
   * Keeps byte order mark and line endings of the file. Returns the hash of the new bytes.
   * @throws AppError CONFLICT {path}: the file is not the one with `baseHash`; nothing is written then.
   */
  save(projectId: string, path: string, text: string, baseHash: string | null): Promise<string>
  /** A new file of that name, with a number behind it when the name is taken. Returns its path. */
  create(projectId: string, place: 'settings' | 'skills', name: string, text?: string): Promise<string>
  /** @throws AppError CONFLICT {why: 'name'} when another file has that name. */
  rename(projectId: string, path: string, name: string): Promise<string>
  /** Returns what brings it back. */
  remove(projectId: string, path: string): Promise<string>
  /** Under its old name, with a number when that is taken. Returns its path. */
  restore(projectId: string, trashId: string): Promise<string>
}

const skillsFolder = '.creonow/skills'
const stylePath = '.creonow/rules/style.md'
const maxBytes = 4 * 1_048_576
const maxStemBytes = 120
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
    for (let attempt = 1; ; attempt += 1) {
      const path = `${folder}/${stem}${attempt > 1 ? `-${attempt}` : ''}${extension}`
      checkProjectPath(path)
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
  if (!editable.test(path))
    throw new AppError(ErrorCode.INVALID_ARGUMENT, '这里只能写文风、世界设定和技能的文件。')
  return path
}

function movable(path: string): string {
  if (checked(path) === stylePath)
    throw new AppError(ErrorCode.INVALID_ARGUMENT, '文风文件不能改名，也不能删除。')
  return path
}

function stemOf(name: string): string {
  const stem = cutToBytes(fileNameStem(name).replace(/^[.~#\s]+/, ''), maxStemBytes).replace(/[. ~]+$/, '')
  if (stem === '') throw new AppError(ErrorCode.PATH_INVALID, '这个名字不能作文件名，请换一个。')
  return stem
}

function textOf(path: string, bytes: Buffer): { readonly text: string; readonly bom: boolean } {
  const decoded = decodeUtf8(bytes)
  if (decoded) return decoded
  throw new AppError(ErrorCode.DOCUMENT_ENCODING, `“${path}”不是 UTF-8 文本，请先转换编码。`)
}

function changedOutside(path: string): AppError {
  return new AppError(ErrorCode.CONFLICT, '这个文件刚刚在别处改过，没有写入。请看过新内容再改。', {
    data: { path },
  })
}

function nameInUse(): AppError {
  return new AppError(ErrorCode.CONFLICT, '已经有一个这个名字的文件，请换个名字。', { data: { why: 'name' } })
}

function tooLarge(path: string): AppError {
  return new AppError(ErrorCode.FILE_TOO_LARGE, `“${path}”会超过 4 MB，没有写入。`)
}
