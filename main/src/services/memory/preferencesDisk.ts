import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { readContained, writeContained } from '../../lib/containedPath.ts'
import { createFileCache, type FileCache } from '../../lib/fileCache.ts'
import { createFileQueue } from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { type Position, positionAt } from '../../lib/jsonPosition.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'
import {
  isBroken,
  type PreferencesFile,
  parsePreferences,
  preferencesPath,
  type StoredPreference,
  serialisePreferences,
} from './preferencesFile.ts'

export interface PreferencesDisk {
  /**
   * Everything in the file, nothing when there is none.
   * @throws AppError MEMORY_UNAVAILABLE with `{line, column}` (broken), READ_ONLY, PATH_OUTSIDE_PROJECT, IO_ERROR.
   */
  load(root: string): Promise<readonly StoredPreference[]>
  /**
   * Reads, edits and writes, one change of a file after another; a broken file is never written over.
   * @throws AppError CONFLICT when another program changed the file in between; nothing is written then.
   */
  change<T>(root: string, edit: (stored: readonly StoredPreference[]) => Edited<T>): Promise<T>
}

export interface Edited<T> {
  readonly stored: readonly StoredPreference[]
  readonly result: T
}

const maxFileBytes = 4 * 1_048_576

export function createPreferencesDisk(files: FileCache = createFileCache()): PreferencesDisk {
  const queue = createFileQueue()
  return {
    load: (root) =>
      files.of(root, preferencesPath, 'preferences', async () => parse(await read(root)).stored),
    change: (root, edit) =>
      queue.run(root, async () => {
        const before = await read(root)
        const file = parse(before)
        const { stored, result } = edit(file.stored)
        if (stored === file.stored) return result
        const hash = before && sha256Hex(before)
        const beforeRename = async () => {
          const present = await read(root)
          if ((present && sha256Hex(present)) !== hash) throw changedOutside()
        }
        await writeContained(root, preferencesPath, serialisePreferences({ ...file, stored }), {
          beforeRename,
        })
        return result
      }),
  }
}

async function read(root: string): Promise<Buffer | undefined> {
  try {
    return await readContained(root, preferencesPath, maxFileBytes)
  } catch (error) {
    if (isAppError(error, ErrorCode.NOT_FOUND)) return undefined
    if (isAppError(error, ErrorCode.FILE_TOO_LARGE)) throw broken({ line: 1, column: 1 }, '文件太大', error)
    throw error
  }
}

function parse(bytes: Buffer | undefined): PreferencesFile {
  if (!bytes) return { stored: [], extra: {} }
  const decoded = decodeUtf8(bytes)
  if (!decoded) {
    const lossy = new TextDecoder().decode(bytes)
    throw broken(positionAt(lossy, Math.max(0, lossy.indexOf('\uFFFD'))), '这里的字节不是 UTF-8')
  }
  const parsed = parsePreferences(decoded.text)
  if (isBroken(parsed)) throw broken(parsed, parsed.reason)
  return parsed
}

function broken({ line, column }: Position, reason: string, cause?: unknown): AppError {
  const message = `“${preferencesPath}”第 ${line} 行第 ${column} 列有问题：${reason}。文件保持原样，改好之前不能写入。`
  return new AppError(ErrorCode.MEMORY_UNAVAILABLE, message, { data: { line, column }, cause })
}

function changedOutside(): AppError {
  return new AppError(ErrorCode.CONFLICT, '写作偏好刚刚在别处被改过，没有写入。请看过新内容再改。', {
    data: { path: preferencesPath },
  })
}
