import { ErrorCode } from '../../ipc/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { readContained, writeContained } from '../../lib/containedPath.ts'
import { createFileQueue } from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { type Position, positionAt } from '../../lib/jsonPosition.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'
import {
  constraintsPath,
  isBroken,
  parseConstraints,
  type StoredConstraint,
  serialiseConstraints,
} from './constraintsFile.ts'

export interface Edited<T> {
  readonly stored: readonly StoredConstraint[]
  readonly result: T
}

export interface ConstraintsDisk {
  /**
   * All items of the file, none when there is no file.
   * @throws AppError CONSTRAINT_FILE_BROKEN with `{line, column}`, READ_ONLY, PATH_OUTSIDE_PROJECT, IO_ERROR.
   */
  load(root: string): Promise<readonly StoredConstraint[]>
  /**
   * Reads, edits and writes, one change of a file after another. `now` is asked when its turn has come.
   * @throws AppError CONFLICT when the file was changed by another program in between; nothing is written then.
   */
  change<T>(
    root: string,
    now: () => string,
    edit: (stored: readonly StoredConstraint[], at: string) => Edited<T>,
  ): Promise<T>
}

const maxFileBytes = 4 * 1_048_576

export function createConstraintsDisk(): ConstraintsDisk {
  const queue = createFileQueue()
  return {
    load: async (root) => parse(await read(root)),
    change: (root, now, edit) =>
      queue.run(root, async () => {
        const before = await read(root)
        const at = now()
        const { stored, result } = edit(parse(before), at)
        const content = serialiseConstraints(stored, at)
        const hash = before && sha256Hex(before)
        if (sha256Hex(content) === hash) return result
        const beforeRename = async () => {
          const present = await read(root)
          if ((present && sha256Hex(present)) !== hash) throw changedOutside()
        }
        await writeContained(root, constraintsPath, content, { beforeRename })
        return result
      }),
  }
}

async function read(root: string): Promise<Buffer | undefined> {
  try {
    return await readContained(root, constraintsPath, maxFileBytes)
  } catch (error) {
    if (isAppError(error, ErrorCode.NOT_FOUND)) return undefined
    if (isAppError(error, ErrorCode.FILE_TOO_LARGE)) throw broken({ line: 1, column: 1 }, '文件太大', error)
    throw error
  }
}

function parse(bytes: Buffer | undefined): readonly StoredConstraint[] {
  if (!bytes) return []
  const decoded = decodeUtf8(bytes)
  if (!decoded) {
    const lossy = new TextDecoder().decode(bytes)
    throw broken(positionAt(lossy, Math.max(0, lossy.indexOf('\uFFFD'))), '这里的字节不是 UTF-8')
  }
  const parsed = parseConstraints(decoded.text)
  if (isBroken(parsed)) throw broken(parsed, parsed.reason)
  return parsed
}

function broken({ line, column }: Position, reason: string, cause?: unknown): AppError {
  const message = `“${constraintsPath}”第 ${line} 行第 ${column} 列有问题：${reason}。文件保持原样，改好之前不能写入。`
  return new AppError(ErrorCode.CONSTRAINT_FILE_BROKEN, message, { data: { line, column }, cause })
}

function changedOutside(): AppError {
  return new AppError(ErrorCode.CONFLICT, '创作约束刚刚在别处被改过，没有写入。请看过新内容再改。', {
    data: { path: constraintsPath },
  })
}
