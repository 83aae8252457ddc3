import { z } from 'zod'
import type { Preference } from '#contract/memory.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { Format } from '../../lib/versionedFile/index.ts'

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
 * `{version: 1, preferences}` or a bare array, which becomes version 1. An item written by hand needs its text
 * only: it counts as said by the author, so confirmed with confidence 1. Anything else that does not fit breaks
 * the whole file.
 */
export const preferencesFormat: Format<PreferencesFile> = {
  schema: z.union([items, fileObject]).transform(toFile),
  toJson: ({ stored, extra }) => ({
    version: 1,
    preferences: stored.map(({ item, extra: own }) => ({ ...item, ...own })),
    ...extra,
  }),
  absent: { stored: [], extra: {} },
  maxBytes: 4 * 1_048_576,
}

function toFile(parsed: z.infer<typeof items> | z.infer<typeof fileObject>): PreferencesFile {
  const usedIds = new Set<string>()
  if (Array.isArray(parsed)) return { stored: parsed.map((raw) => toStored(raw, usedIds)), extra: {} }
  const { version: _version, preferences, ...extra } = parsed
  return { stored: preferences.map((raw) => toStored(raw, usedIds)), extra }
}

/** Two texts with the same key say the same: width, case, white space and punctuation do not count. */
export function sameKey(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase()
  return folded.replace(/[\s\p{P}\p{S}\p{Default_Ignorable_Code_Point}]/gu, '') || folded.trim()
}

export const idOfText = (text: string): string => sha256Hex(text).slice(0, 12)

/** `id`, or with the first free number behind it; the result is added to `taken`. */
export function uniqueId(id: string, usedIds: Set<string>): string {
  let unique = id
  for (let copy = 2; usedIds.has(unique); copy++) unique = `${id.slice(0, 90)}-${copy}`
  usedIds.add(unique)
  return unique
}

function toStored(raw: z.infer<typeof fileItem>, usedIds: Set<string>): StoredPreference {
  const { id, text, kind, status, asConstraint, confidence, evidenceCount, source, updatedAt, ...extra } = raw
  const item: Preference = {
    id: uniqueId(id ?? idOfText(text), usedIds),
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
