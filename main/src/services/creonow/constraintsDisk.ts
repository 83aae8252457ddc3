import { join } from 'node:path'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { withFileLock } from '../../db/fileLock.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { readContained, writeContained } from '../../lib/containedPath.ts'
import { createFileCache, type FileCache } from '../../lib/fileCache.ts'
import { createFileQueue } from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { type Position, positionAt } from '../../lib/jsonPosition.ts'
import type { Logger } from '../../lib/logger.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'
import { createConstraintsCopy } from './constraintsCopy.ts'
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

/** Where a project's file lies, and where the app keeps the lock and the last good copy. */
export interface ConstraintsPlace {
  readonly root: string
  /** Without it there is neither a copy nor a lock against other processes. */
  readonly dataFolder?: string | undefined
}

export interface ConstraintsDisk {
  /**
   * All items of the file, none when there is no file.
   * @throws AppError CONSTRAINT_FILE_BROKEN with `{line, column}`, READ_ONLY, PATH_OUTSIDE_PROJECT, IO_ERROR.
   */
  load(place: ConstraintsPlace): Promise<readonly StoredConstraint[]>
  /**
   * Reads, edits and writes, one change of a file after another, also across processes. `now` is asked when its
   * turn has come.
   * @throws AppError CONFLICT when another program changed the file in between, or another process held the
   * lock too long; nothing is written then.
   */
  change<T>(
    place: ConstraintsPlace,
    now: () => string,
    edit: (stored: readonly StoredConstraint[], at: string) => Edited<T>,
  ): Promise<T>
  /**
   * Puts the last good copy in the place of a broken file, which is kept in the data folder.
   * @throws AppError CONFLICT when the file is not broken, NOT_FOUND when there is no copy.
   */
  restore(place: ConstraintsPlace): Promise<readonly StoredConstraint[]>
}

export interface ConstraintsDiskOptions {
  readonly logger: Logger
  readonly files?: FileCache
  readonly write?: typeof writeContained
}

const maxFileBytes = 4 * 1_048_576

export function createConstraintsDisk(options: ConstraintsDiskOptions): ConstraintsDisk {
  const { logger, files = createFileCache(), write = writeContained } = options
  const queue = createFileQueue()
  const copy = createConstraintsCopy(logger)

  function alone<T>({ root, dataFolder }: ConstraintsPlace, task: () => Promise<T>): Promise<T> {
    return queue.run(root, () =>
      dataFolder === undefined ? task() : withFileLock(join(dataFolder, 'constraints.lock'), task),
    )
  }

  async function keepCopy({ dataFolder }: ConstraintsPlace, bytes: Buffer | undefined) {
    if (bytes && dataFolder !== undefined) await copy.keep(dataFolder, bytes)
  }

  return {
    load: (place) =>
      files.of(place.root, constraintsPath, `constraints ${place.dataFolder ?? ''}`, async () => {
        const bytes = await read(place.root)
        const stored = parse(bytes)
        await keepCopy(place, bytes)
        return stored
      }),

    change: (place, now, edit) =>
      alone(place, async () => {
        const { root } = place
        const before = await read(root)
        const at = now()
        const { stored, result } = edit(parse(before), at)
        const content = Buffer.from(serialiseConstraints(stored, at))
        const hash = before && sha256Hex(before)
        if (sha256Hex(content) === hash) return result
        const beforeRename = async () => {
          const present = await read(root)
          if ((present && sha256Hex(present)) !== hash) throw changedOutside()
        }
        await write(root, constraintsPath, content, { beforeRename })
        await keepCopy(place, content)
        return result
      }),

    restore: (place) =>
      alone(place, async () => {
        const { root, dataFolder } = place
        const broken = await read(root)
        if (!isUnreadable(broken)) throw notBroken()
        const good = dataFolder === undefined ? undefined : await copy.read(dataFolder)
        if (dataFolder === undefined || !good || isUnreadable(good)) throw noCopy()
        await copy.keepBroken(dataFolder, broken ?? Buffer.alloc(0))
        await write(root, constraintsPath, good, {})
        logger.info({ path: constraintsPath }, 'constraints restored from the last good copy')
        return parse(good)
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

function isUnreadable(bytes: Buffer | undefined): boolean {
  try {
    parse(bytes)
    return false
  } catch (error) {
    if (isAppError(error, ErrorCode.CONSTRAINT_FILE_BROKEN)) return true
    throw error
  }
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

function notBroken(): AppError {
  return new AppError(ErrorCode.CONFLICT, '创作约束的文件没有坏，不需要恢复。')
}

function noCopy(): AppError {
  return new AppError(ErrorCode.NOT_FOUND, '没有完好的旧版本可以恢复，请按提示的行和列改好这个文件。')
}
