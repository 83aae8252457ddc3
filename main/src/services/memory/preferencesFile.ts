import { z } from 'zod'
import type { Preference } from '#contract/memory.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { offsetOfValue, type Position, parseJson, positionAt } from '../../lib/jsonPosition.ts'

export const preferencesPath = '.creonow/memory/preferences.json'
export const maxPreferences = 2000

/** A preference with the fields a writer or a newer version put beside ours; they are written back. */
export interface StoredPreference {
  readonly item: Preference
  readonly extra: Readonly<Record<string, unknown>>
}

export interface PreferencesFile {
  readonly stored: readonly StoredPreference[]
  readonly extra: Readonly<Record<string, unknown>>
}

export interface BrokenFile extends Position {
  readonly reason: string
}

const fileItem = z.looseObject({
  id: z.string().min(1).max(100).optional(),
  text: z
    .string()
    .max(2000)
    .refine((value) => value.trim() !== ''),
  kind: z.enum(['style', 'scene', 'vocabulary', 'other']).optional(),
  status: z.enum(['proposed', 'confirmed', 'rejected']).optional(),
  asConstraint: z.boolean().optional(),
  confidence: z.number().min(0).max(1).optional(),
  evidenceCount: z.int().min(0).max(1_000_000).optional(),
  source: z.string().min(1).max(40).optional(),
  updatedAt: z.string().max(40).optional(),
})
const items = z.array(fileItem).max(maxPreferences)
const fileObject = z.looseObject({ version: z.literal(1).optional(), preferences: items })

/**
 * Reads `{version: 1, preferences}` or a bare array. An item written by hand needs its text only: it counts as
 * said by the author, so confirmed with confidence 1. Anything else that does not fit breaks the whole file,
 * with the place, 1-based in the decoded text without BOM.
 */
export function parsePreferences(source: string): PreferencesFile | BrokenFile {
  const json = parseJson(source)
  if (!json.ok) return { ...positionAt(source, json.offset), reason: '这里不是正确的 JSON' }
  const bare = Array.isArray(json.value)
  const parsed = bare ? items.safeParse(json.value) : fileObject.safeParse(json.value)
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path ?? []
    return { ...positionAt(source, offsetOfValue(source, path)), reason: '内容不合规' }
  }
  const taken = new Set<string>()
  const { data } = parsed
  if (Array.isArray(data)) return { stored: data.map((raw) => toStored(raw, taken)), extra: {} }
  const { version: _version, preferences, ...extra } = data
  return { stored: preferences.map((raw) => toStored(raw, taken)), extra }
}

export function isBroken(parsed: PreferencesFile | BrokenFile): parsed is BrokenFile {
  return 'reason' in parsed
}

/** The bytes of a file; a bare array becomes version 1. */
export function serialisePreferences({ stored, extra }: PreferencesFile): string {
  const preferences = stored.map(({ item, extra: own }) => ({ ...item, ...own }))
  return `${JSON.stringify({ version: 1, preferences, ...extra }, null, 2)}\n`
}

/** Two texts with the same key say the same: width, case, white space and punctuation do not count. */
export function sameKey(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase()
  return folded.replace(/[\s\p{P}\p{S}\p{Default_Ignorable_Code_Point}]/gu, '') || folded.trim()
}

export const idOfText = (text: string): string => sha256Hex(text).slice(0, 12)

/** `id`, or with the first free number behind it; the result is added to `taken`. */
export function uniqueId(id: string, taken: Set<string>): string {
  let unique = id
  for (let copy = 2; taken.has(unique); copy++) unique = `${id.slice(0, 90)}-${copy}`
  taken.add(unique)
  return unique
}

function toStored(raw: z.infer<typeof fileItem>, taken: Set<string>): StoredPreference {
  const { id, text, kind, status, asConstraint, confidence, evidenceCount, source, updatedAt, ...extra } = raw
  const item: Preference = {
    id: uniqueId(id ?? idOfText(text), taken),
    text,
    kind: kind ?? 'other',
    status: status ?? 'confirmed',
    ...(asConstraint === undefined ? {} : { asConstraint }),
    confidence: confidence ?? 1,
    evidenceCount: evidenceCount ?? 0,
    source: source ?? 'manual',
    updatedAt: updatedAt ?? '',
  }
  return { item, extra }
}
