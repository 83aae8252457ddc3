import { ErrorCode } from '../../contract/errorCodes.ts'
import type { FileFault, Notice } from '../../contract/warnings.ts'
import { AppError, isAppError, toPayload } from '../appError.ts'
import type { FileCache } from '../fileCache.ts'
import { sha256Hex } from '../hash.ts'
import type { Logger } from '../logger.ts'
import { brokenFile, decode, encode, type Fault, type Format, fits } from './format.ts'
import type { LastGood } from './lastGood.ts'
import { type Place, readPlace, readPlaceAtOnce, writePlace } from './place.ts'

/** The value in force, and the problem when it is not the content of the file. */
export interface Reading<T> {
  readonly value: T
  /**
   * Set when the file cannot be used: `value` is then its last good copy, or the value without a file. With `from: file`
   * it is of a newer version, `value` is what is understood of it, and it cannot be written.
   */
  readonly problem?: AppError
  readonly from: 'file' | 'copy' | 'absent'
  /** sha256hex of the file's bytes, when it could be used. */
  readonly hash?: string | undefined
}

export interface Edit<T, R> {
  /** What to store; the value that was given in leaves the file as it is. */
  readonly next: T
  readonly result: R
}

/** One kind of JSON file that people, this app and other processes edit. All methods take its place. */
export interface VersionedFile<T> {
  /** What is in force. Never throws because of the file. */
  read(place: Place): Promise<Reading<T>>
  /** The same, synchronously; for the data folder only: containment is not checked. */
  readAtOnce(place: Place): Reading<T>
  /**
   * The content of the file. @throws AppError FILE_BROKEN {path, line, column} or the format's code, as
   * `readContained`.
   */
  load(place: Place): Promise<T>
  /**
   * Reads, edits and writes as the only one of all processes; `edit` sees the file as it is then, `hash` is
   * sha256hex of its bytes. It must not change another file of the same folder this way.
   * @throws AppError as `load`; CONFLICT {path} when another program has changed the file in between; as
   * `writeContained`. Nothing is written then.
   */
  update<R>(
    place: Place,
    edit: (current: T, hash: string | undefined) => Edit<T, R> | Promise<Edit<T, R>>,
  ): Promise<R>
  /** The same on the bytes, for a change that leaves all others as they are; undefined changes nothing. */
  rewrite(place: Place, edit: (bytes: Buffer) => string | undefined): Promise<void>
  /**
   * Replaces a broken file, or one of a newer version, by its last good copy; it is stored with that copy as `….broken`.
   * @throws AppError CONFLICT when the file is not broken, NOT_FOUND when there is no copy.
   */
  restore(place: Place): Promise<T>
  /**
   * Replaces a broken file by the result of `make`, which gets the last good copy; the broken one is stored with that
   * copy as `….broken`. @throws AppError CONFLICT when the file is not broken, as `update`: also for a newer version.
   */
  replaceBroken(place: Place, make: (copy: T | undefined) => T): Promise<T>
  /** sha256hex of the bytes that a value is stored as. */
  hashOf(value: T): string
}

export interface VersionedFileOptions {
  readonly files: FileCache
  readonly lastGood: LastGood
  readonly logger: Logger
  /** Runs a task while nobody else, in any process, changes a file of the same folder. */
  readonly withFolderLock: <R>(place: Place, task: () => Promise<R>) => Promise<R>
  readonly write?: typeof writePlace
}

export function createVersionedFile<T>(format: Format<T>, options: VersionedFileOptions): VersionedFile<T> {
  const { files, lastGood, logger, withFolderLock, write = writePlace } = options
  /** Files whose problem is in the log already. */
  const reported = new Set<string>()
  const keyOf = ({ root, path, copyPath = '' }: Place) => `${root}\0${path}\0${copyPath}`

  async function bytesAt(place: Place): Promise<Buffer | undefined> {
    try {
      return await readPlace(place, format.maxBytes)
    } catch (error) {
      throw toBroken(place, error)
    }
  }

  function toBroken(place: Place, error: unknown): unknown {
    if (!isAppError(error, ErrorCode.FILE_TOO_LARGE)) return error
    return brokenFile(
      format,
      place.path,
      { line: 1, column: 1, fault: { code: 'tooLarge', params: {} } },
      error,
    )
  }

  function parsed(place: Place, bytes: Buffer | undefined): { readonly value: T; readonly version?: number } {
    if (!bytes) return { value: format.absent }
    const decoded = decode(format, bytes)
    if ('fault' in decoded) throw brokenFile(format, place.path, decoded.fault)
    saveCopy(place, bytes)
    return decoded
  }

  /** The file as it was before this version of the app changes its shape: an earlier app finds it there. */
  function saveVersion({ copyPath }: Place, bytes: Buffer, version: number): void {
    if (copyPath !== undefined) lastGood.save(`${copyPath}.v${version}`, bytes, format.mode)
  }

  function saveCopy({ copyPath }: Place, bytes: Buffer): void {
    if (copyPath !== undefined) lastGood.save(copyPath, bytes, format.mode)
  }

  function readingOf(place: Place, bytes: Buffer | undefined): Reading<T> {
    const hash = hashOfBytes(bytes)
    const newer = bytes && newerIn(bytes)
    if (newer?.value === undefined)
      return { value: parsed(place, bytes).value, from: bytes ? 'file' : 'absent', hash }
    const problem = brokenFile(format, place.path, newer.fault)
    report(place, problem, 'file')
    return { value: newer.value, problem, from: 'file', hash }
  }

  function newerIn(
    bytes: Buffer,
  ): Extract<ReturnType<typeof decode<T>>, { readonly fault: Fault }> | undefined {
    if (format.version === undefined || bytes.length > format.maxBytes) return undefined
    const decoded = decode(format, bytes)
    return 'fault' in decoded && decoded.fault.fault.code === 'newer' ? decoded : undefined
  }

  function report(place: Place, { code, details }: AppError, from: Reading<T>['from']): void {
    if (!reported.has(keyOf(place)))
      logger.warn({ path: place.path, code, from, ...Object(details) }, 'file not usable')
    reported.add(keyOf(place))
  }

  async function read(place: Place): Promise<Reading<T>> {
    try {
      let units = 64
      const make = async () => {
        const bytes = await bytesAt(place)
        units += bytes?.length ?? 0
        return readingOf(place, bytes)
      }
      const use = `versioned ${place.copyPath ?? ''}`
      const { root, path } = place
      const reading = await (format.noCache ? make() : files.of(root, path, use, make, () => units))
      if (reading.problem === undefined) reported.delete(keyOf(place))
      return reading
    } catch (error) {
      return instead(place, error)
    }
  }

  function readAtOnce(place: Place): Reading<T> {
    try {
      const reading = readingOf(place, readPlaceAtOnce(place, format.maxBytes))
      if (reading.problem === undefined) reported.delete(keyOf(place))
      return reading
    } catch (error) {
      return instead(place, toBroken(place, error))
    }
  }

  function instead(place: Place, error: unknown): Reading<T> {
    if (!isAppError(error)) throw error
    const problem = isBrokenProblem(error) ? error : unreadable(place, error)
    const copy = copyOf(place)
    const from = copy === undefined ? 'absent' : 'copy'
    report(place, problem, from)
    return { value: copy === undefined ? format.absent : copy.value, problem, from }
  }

  function copyOf({ copyPath }: Place): { readonly value: T; readonly bytes: Buffer } | undefined {
    if (copyPath === undefined) return undefined
    // The newest copy may be of a newer version, which has left one of ours.
    for (const path of [copyPath, `${copyPath}.v${format.version ?? 1}`]) {
      const bytes = lastGood.read(path)
      const decoded = bytes && decode(format, bytes)
      if (decoded && !('fault' in decoded)) return { value: decoded.value, bytes }
    }
    return undefined
  }

  /** Compares before the rename: whoever saves without our lock is not written over. */
  async function replace(place: Place, before: Buffer | undefined, bytes: Buffer): Promise<void> {
    const beforeRename = async () => {
      if (hashOfBytes(await readPlace(place, Number.MAX_SAFE_INTEGER)) !== hashOfBytes(before))
        throw changedOutside(place)
    }
    const { mode } = format
    await write(place, bytes, mode === undefined ? { beforeRename } : { beforeRename, mode })
    files.wrote(place.root, place.path)
  }

  return {
    read,
    readAtOnce,

    async load(place) {
      const { value, problem } = await read(place)
      if (problem) throw problem
      return value
    },

    update: (place, edit) =>
      withFolderLock(place, async () => {
        const before = await bytesAt(place)
        const { value: current, version = format.version ?? 1 } = parsed(place, before)
        const { next, result } = await edit(current, hashOfBytes(before))
        if (next === current) return result
        const bytes = encode(format, next)
        if (!fits(format, bytes)) throw tooLarge(place, format.maxBytes)
        if (before && bytes.equals(before)) return result
        if (before && version < (format.version ?? 1)) saveVersion(place, before, version)
        await replace(place, before, bytes)
        saveCopy(place, bytes)
        return result
      }),

    rewrite: (place, edit) =>
      withFolderLock(place, async () => {
        const before = await bytesAt(place)
        const text = before && edit(before)
        if (text !== undefined) await replace(place, before, Buffer.from(text))
      }),

    restore: (place) =>
      withFolderLock(place, async () => {
        const before = await readPlace(place, Number.MAX_SAFE_INTEGER)
        if (!before || !isBroken(before)) throw notBroken(place)
        const copy = copyOf(place)
        if (!copy || place.copyPath === undefined) throw noCopy(place)
        lastGood.saveBroken(place.copyPath, before)
        await replace(place, before, copy.bytes)
        logger.info({ path: place.path }, 'file restored from its last good copy')
        return copy.value
      }),

    replaceBroken: (place, make) =>
      withFolderLock(place, async () => {
        const before = await readPlace(place, Number.MAX_SAFE_INTEGER)
        if (!before || !isBroken(before)) throw notBroken(place)
        const newer = newerIn(before)
        if (newer) throw brokenFile(format, place.path, newer.fault)
        const next = make(copyOf(place)?.value)
        const bytes = encode(format, next)
        if (!fits(format, bytes)) throw tooLarge(place, format.maxBytes)
        if (place.copyPath !== undefined) lastGood.saveBroken(place.copyPath, before)
        await replace(place, before, bytes)
        saveCopy(place, bytes)
        logger.warn({ path: place.path }, 'broken file replaced; its bytes are beside the last good copy')
        return next
      }),

    hashOf: (value) => sha256Hex(encode(format, value)),
  }

  function isBroken(bytes: Buffer): boolean {
    return bytes.length > format.maxBytes || 'fault' in decode(format, bytes)
  }
}

/** The warning of an answer that used this reading: nothing, or one sentence after its code. */
export function warningsOf({ problem, from }: Reading<unknown>): readonly string[] {
  if (!problem) return []
  const used = {
    copy: '这次用的是上一次完好的内容。',
    file: '读得懂的部分照常使用。',
    absent: '这次按没有这个文件处理。',
  }[from]
  return [
    `${isBrokenProblem(problem) ? problem.code : 'FILE_UNREADABLE'}: ${toPayload(problem).message}${used}`,
  ]
}

/** The same as codes, for other languages. */
export function noticesOf({ problem }: Pick<Reading<unknown>, 'problem'>): readonly FileNotice[] {
  if (!problem) return []
  const {
    path = '',
    line,
    column,
    fault,
    cause = '',
  } = Object(problem.details) as {
    readonly path?: string
    readonly line?: number
    readonly column?: number
    readonly fault?: FileFault
    readonly cause?: string
  } // of `brokenFile` or `unreadable`
  if (line === undefined || column === undefined || fault === undefined)
    return [{ code: 'FILE_UNREADABLE', params: { path, cause } }]
  return problem.code === ErrorCode.CONSTRAINT_FILE_BROKEN
    ? [{ code: 'CONSTRAINT_FILE_BROKEN', params: { line, column, fault } }]
    : [{ code: 'FILE_BROKEN', params: { path, line, column, fault } }]
}

type FileNotice = Extract<
  Notice,
  { readonly code: 'FILE_UNREADABLE' | 'FILE_BROKEN' | 'CONSTRAINT_FILE_BROKEN' }
>

const isBrokenProblem = ({ details }: AppError) =>
  typeof details === 'object' && details !== null && 'line' in details

function unreadable({ path }: Place, cause: AppError): AppError {
  const details = { ...Object(cause.details), path, cause: cause.code }
  return new AppError(cause.code, details as never, { cause }) // of the same code, with what its sentence needs
}

const hashOfBytes = (bytes: Buffer | undefined) => bytes && sha256Hex(bytes)

function changedOutside({ path }: Place): AppError {
  return new AppError(ErrorCode.CONFLICT, { why: 'changed', path })
}

function tooLarge({ path }: Place, maxBytes: number): AppError {
  const kilobytes = Math.round(maxBytes / 1024)
  return new AppError(ErrorCode.FILE_TOO_LARGE, { why: 'kilobytes', path, maxBytes, kilobytes })
}

function notBroken({ path }: Place): AppError {
  return new AppError(ErrorCode.CONFLICT, { why: 'notBroken', path })
}

function noCopy({ path }: Place): AppError {
  return new AppError(ErrorCode.NOT_FOUND, { why: 'noCopy', path })
}
