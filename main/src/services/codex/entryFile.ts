import { isDeepStrictEqual } from 'node:util'
import { Document, isMap, type Node as YamlNode } from 'yaml'
import type { FileFault } from '#contract/warnings.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { type Bounds, excessOfJson } from '../../lib/bounds.ts'
import { parseJson, positionAt } from '../../lib/jsonPosition.ts'
import { frontMatter, parseYaml, type YamlReading } from '../../lib/yamlText.ts'
import { type CodexEntry, type EntryReading, type EntryType, entryFields, readEntry } from './entry.ts'

export interface EntryPlace {
  /** Project-relative path. */
  readonly path: string
  /** Kind of the folder it lies in. */
  readonly type: EntryType
}

/** Some thousand of these are read when a project is opened, on the thread that answers. */
const entryBounds: Bounds = { maxDepth: 100, maxValues: 5000 }

/** Parses the text of an entry's file, Markdown with front matter or JSON; never throws because of it. */
export function parseEntryFile(text: string, place: EntryPlace): EntryReading {
  if (hasMergeMarkers(text)) return { ok: false, fault: plain('merge') }
  const file = { stem: stemOf(place.path), type: place.type }
  const fields = isJson(place.path) ? jsonFields(text) : markdownFields(text)
  return 'fault' in fields ? { ok: false, fault: fields.fault } : readEntry(fields.raw, file)
}

/**
 * The text of an entry's file. Given the old text, only what differs is written anew: comments, unknown fields
 * and their order stay. Old text that cannot be parsed is replaced. @throws AppError FILE_TOO_LARGE when it could
 * not be read again.
 */
export function writeEntryFile(entry: CodexEntry, place: EntryPlace, old: string | undefined): string {
  if (excessOfJson(JSON.stringify(entry), entryBounds))
    throw new AppError(ErrorCode.FILE_TOO_LARGE, { why: 'entryFields', name: entry.name })
  return isJson(place.path) ? writeJson(entry, place, old) : writeMarkdown(entry, place, old)
}

export const stemOf = (path: string): string => (path.split('/').at(-1) ?? '').replace(/\.(?:md|json)$/i, '')
const isJson = (path: string): boolean => /\.json$/i.test(path)

/** A file in which a merge of version control was never finished. */
function hasMergeMarkers(text: string): boolean {
  return /^<{7} /m.test(text) && /^={7}\r?$/m.test(text) && /^>{7} /m.test(text)
}

type Fields = { readonly raw: Readonly<Record<string, unknown>> } | { readonly fault: FileFault }

function jsonFields(text: string): Fields {
  const json = parseJson(text, entryBounds)
  if (!json.ok) {
    return { fault: { code: json.over ?? 'json', params: {}, at: positionAt(text, json.offset) } }
  }
  return isRecord(json.value) ? { raw: json.value } : { fault: plain('object') }
}

function markdownFields(text: string): Fields {
  if (!/^---[ \t]*\r?\n/.test(text)) return { raw: { body: text } }
  const match = frontMatter.exec(text)
  if (!match) return { fault: plain('headerOpen') }
  const body = text.slice(match[0].length)
  const yaml = parseYaml(match[1] ?? '', entryBounds)
  if (!yaml.ok) return { fault: yamlFault(yaml) }
  const raw = yaml.value
  if (raw === null || raw === undefined) return { raw: { body } }
  return isRecord(raw) ? { raw: { ...raw, body } } : { fault: plain('headerFields') }
}

/** The line is that of the file, which has one more before its fields. */
function yamlFault({ at, code }: Extract<YamlReading, { readonly ok: false }>): FileFault {
  return { code, params: {}, ...(at && { at: { line: at.line + 1, column: at.column } }) }
}

function writeJson(entry: CodexEntry, place: EntryPlace, old: string | undefined): string {
  const before = old === undefined ? undefined : jsonFields(old)
  const raw = before && 'raw' in before ? before.raw : {}
  const reading = readEntry(raw, { stem: stemOf(place.path), type: place.type })
  const next: Record<string, unknown> = { ...raw }
  for (const [key, value] of changes(
    entry,
    reading.ok && old !== undefined ? reading.entry : undefined,
    raw,
  )) {
    if (value === undefined) delete next[key]
    else next[key] = value
  }
  if (!reading.ok || reading.entry.body !== entry.body || !('body' in next)) next.body = entry.body
  return `${JSON.stringify(next, null, 2)}\n`
}

function writeMarkdown(entry: CodexEntry, place: EntryPlace, old: string | undefined): string {
  const match = old === undefined ? null : frontMatter.exec(old)
  const parsed = match ? parseYaml(match[1] ?? '', entryBounds) : undefined
  const usable = parsed?.ok && isMap(parsed.document.contents) ? parsed : undefined
  const before = isRecord(usable?.value) ? usable.value : {}
  const reading = readEntry(before, { stem: stemOf(place.path), type: place.type })
  const document = usable?.document ?? new Document({})
  for (const [key, value] of changes(entry, usable && reading.ok ? reading.entry : undefined, before)) {
    if (value === undefined) document.delete(key)
    else document.set(key, nodeOf(document, value))
  }
  const fields = document.toString({ lineWidth: 0, flowCollectionPadding: true })
  const head = `---\n${preserveSpacing(fields, match?.[1] ?? '')}---\n`
  const isCrlf = old?.includes('\r\n') === true
  const body = isCrlf && !entry.body.includes('\r') ? entry.body.replaceAll('\n', '\r\n') : entry.body
  return (isCrlf ? head.replace(/\r?\n/g, '\r\n') : head) + body
}

/** The writer pads brackets its own way; a line that differs in nothing else stays as the author typed it. */
function preserveSpacing(fields: string, old: string): string {
  const stripPadding = (line: string) => line.replace(/\s*([[\]{},])\s*/g, '$1')
  const typed = new Map(old.split(/\r?\n/).map((line) => [stripPadding(line), line]))
  return fields
    .split('\n')
    .map((line) => typed.get(stripPadding(line)) ?? line)
    .join('\n')
}

/** Short lists on one line, lists of records one record per line: how people write front matter. */
function nodeOf(document: Document, value: unknown): YamlNode {
  const isWordList =
    Array.isArray(value) && value.every((item) => typeof item === 'string' && item.length < 40)
  return document.createNode(value, { flow: isWordList })
}

/** Fields to be set, or with `undefined` removed. Without `before`, all that have a value. */
function changes(
  entry: CodexEntry,
  before: CodexEntry | undefined,
  raw: Readonly<Record<string, unknown>>,
): [string, unknown][] {
  const out: [string, unknown][] = []
  for (const field of entryFields) {
    const value = entry[field]
    if (before && isDeepStrictEqual(before[field], value)) continue
    const isEmpty = value === undefined || value === false || (Array.isArray(value) && value.length === 0)
    if (isEmpty && field !== 'knownBy') {
      if (field in raw) out.push([field, undefined])
    } else if (value === undefined) out.push([field, undefined])
    else out.push([field, withUnknown(field, value, before, raw[field])])
  }
  const extra = Object.entries(entry.extra).filter(([key]) => key !== '__proto__' && !isEntryField(key))
  for (const [key, value] of extra) if (!isDeepStrictEqual(raw[key], value)) out.push([key, value])
  for (const key of Object.keys(before?.extra ?? {})) if (!(key in entry.extra)) out.push([key, undefined])
  return out
}

const listsOfRecords: ReadonlySet<string> = new Set(['aliases', 'relations', 'progressions'])

/** Restores the additional fields of aliases, relations and progressions that did not change. */
function withUnknown(
  field: (typeof entryFields)[number],
  value: unknown,
  before: CodexEntry | undefined,
  raw: unknown,
) {
  if (!before || !Array.isArray(raw) || !listsOfRecords.has(field)) return value
  const old: unknown = before[field]
  if (!Array.isArray(value) || !Array.isArray(old)) return value
  return value.map((item: unknown) => {
    const index = old.findIndex((candidate) => isDeepStrictEqual(candidate, item))
    return index < 0 ? item : raw[index]
  })
}

const isEntryField = (key: string) => key === 'body' || entryFields.some((field) => field === key)

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const plain = (code: 'merge' | 'object' | 'headerOpen' | 'headerFields') => ({ code, params: {} }) as const
