import type { z } from 'zod'
import { ErrorCode } from '../../contract/errorCodes.ts'
import type { FileFault } from '../../contract/warnings.ts'
import { AppError } from '../appError.ts'
import { type Bounds, excessOfJson, usualBounds } from '../bounds.ts'
import { offsetOfValue, type Position, parseJson, positionAt } from '../jsonPosition.ts'
import { decodeUtf8 } from '../textFile.ts'

/** How the JSON text of one kind of file becomes a value, and the value a text. */
export interface Format<T> {
  /** Shape and bounds; what it transforms to is the value. */
  readonly schema: z.ZodType<T>
  /** The plain object that is stored for a value; the value itself when absent. */
  readonly toJson?: (value: T) => unknown
  /** What is in force while there is neither a file nor a copy of one. */
  readonly absent: T
  /**
   * The version of its shape, a whole number from 1; a text without a number `version` is of the first. Absent: files of it
   * have no versions. A newer one is read as far as it is understood and never written.
   */
  readonly version?: number
  /** Makes the parsed text of an earlier version into one of this version; absent: its schema takes both. */
  readonly upgrade?: (json: unknown, from: number) => unknown
  readonly maxBytes: number
  /** How much may be in it; `usualBounds` when absent. */
  readonly bounds?: Bounds
  /** Permission bits, for example 0o600. */
  readonly mode?: number
  /** Large, or one of thousands: read anew each time and not cached in memory. */
  readonly noCache?: true
  /** The code of a broken file; FILE_BROKEN when absent. */
  readonly brokenCode?: ErrorCode
  /** What is wrong at a path of the parsed text. */
  readonly faultAt?: (path: readonly PropertyKey[]) => FileFault
}

/** The first thing in a file that does not fit, 1-based in its text without BOM. */
export interface Fault extends Position {
  readonly fault: FileFault
}

/** `version`: of the text. A fault with a value: a newer version, and what is understood of it. */
export type Decoded<T> =
  | { readonly value: T; readonly version: number }
  | { readonly fault: Fault; readonly value?: T }

/** Never throws: what cannot be read is a fault with its place. */
export function decode<T>(format: Format<T>, bytes: Uint8Array): Decoded<T> {
  const text = decodeUtf8(bytes)?.text
  if (text === undefined) {
    const lossy = new TextDecoder().decode(bytes)
    return {
      fault: { ...positionAt(lossy, lossy.indexOf('\uFFFD')), fault: { code: 'notUtf8', params: {} } },
    }
  }
  return decodeText(format, text)
}

/** The same for a text. */
export function decodeText<T>(
  format: Pick<Format<T>, 'schema' | 'bounds' | 'faultAt' | 'version' | 'upgrade'>,
  text: string,
): Decoded<T> {
  const { schema, bounds, faultAt, version: ours = 1, upgrade } = format
  const json = parseJson(text, bounds)
  if (!json.ok) {
    const fault = { code: json.over ?? 'json', params: {} } as const
    return { fault: { ...positionAt(text, json.offset), fault } }
  }
  const version = format.version === undefined ? ours : versionOf(json.value)
  if (version > ours) {
    const fault = { code: 'newer', params: { version, most: ours } } as const
    const at = positionAt(text, offsetOfValue(text, ['version']))
    const value = understoodOf(schema, json.value, ours)
    return { fault: { ...at, fault }, ...(value !== undefined && { value }) }
  }
  const upgraded = version < ours && upgrade ? upgrade(json.value, version) : json.value
  const parsed = schema.safeParse(upgraded)
  if (parsed.success) return { value: parsed.data, version }
  const path = deepestPath(parsed.error.issues)
  const fault = faultAt?.(path) ?? { code: 'content', params: {} }
  return { fault: { ...positionAt(text, offsetOfValue(text, path)), fault } }
}

/** The version that a parsed text says it is of. */
function versionOf(json: unknown): number {
  const version: unknown = Object(json).version
  return typeof version === 'number' ? version : 1
}

/** What is understood of a newer version: its fields without those that do not fit; undefined: not even that. */
function understoodOf<T>(schema: z.ZodType<T>, json: unknown, version: number): T | undefined {
  const whole = schema.safeParse(json)
  if (whole.success) return whole.data
  const strange = new Set(whole.error.issues.map(({ path: [field] }) => field))
  const rest = Object.entries(Object(json)).filter(([field]) => !strange.has(field))
  const ours = strange.has('version') ? { version } : {}
  return schema.safeParse({ ...Object.fromEntries(rest), ...ours }).data
}

/** Two-space JSON with a line break at the end: the same bytes for the same value, and one line per change. */
export function encode<T>(format: Format<T>, value: T): Buffer {
  const json = format.toJson?.(value) ?? value
  const { version = 1 } = format
  const versioned = version > 1 ? { ...Object(json), version } : json
  return Buffer.from(`${JSON.stringify(versioned, null, 2)}\n`)
}

/** Whether these bytes of our own could be read again. */
export function fits(
  { maxBytes, bounds = usualBounds }: Pick<Format<unknown>, 'maxBytes' | 'bounds'>,
  bytes: Buffer,
): boolean {
  return bytes.length <= maxBytes && excessOfJson(bytes.toString('utf8'), bounds) === undefined
}

/** What is wrong with a text that is not written because of it, with its place. */
export const placedFault = ({ line, column, fault }: Fault): FileFault => ({ ...fault, at: { line, column } })

/** @returns AppError with the format's code and `{path, line, column, fault}` (of constraints without `path`). */
export function brokenFile(
  { brokenCode = ErrorCode.FILE_BROKEN }: Pick<Format<unknown>, 'brokenCode'>,
  path: string,
  { line, column, fault }: Fault,
  cause?: unknown,
): AppError {
  const place = { line, column, fault }
  const details = brokenCode === ErrorCode.FILE_BROKEN ? { path, ...place } : place
  // The codes of broken files have a sentence with this place, all but that of constraints with the path.
  return new AppError(brokenCode, details as never, { cause })
}

/** Of a union the branch that went deepest knows where the fault is. */
function deepestPath(issues: readonly z.core.$ZodIssue[]): readonly PropertyKey[] {
  const issue = issues[0]
  if (!issue) return []
  const inner = issue.code === 'invalid_union' ? issue.errors.map(deepestPath) : []
  const deepest = inner.reduce<readonly PropertyKey[]>((a, b) => (b.length > a.length ? b : a), [])
  return [...issue.path, ...deepest]
}
