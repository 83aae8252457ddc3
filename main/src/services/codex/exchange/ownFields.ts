import { z } from 'zod'
import type { CodexEntry } from '#contract/codex.ts'
import type { Draft } from './draft.ts'
import { isRecord, type Json, type JsonRecord } from './safeJson.ts'

/** Where an exported entry carries what World Info has no field for. */
export const ownKey = 'creonow'

const id = z.string().min(1).max(128)
const wordList = z.array(z.string().min(1).max(500)).max(500)
const documentId = z.string().min(1).max(1024)
const own = z.object({
  version: z.literal(1),
  id,
  type: z.enum(['character', 'location', 'event', 'item', 'faction', 'lore']),
  aiContextLevel: z.enum(['always', 'when_detected', 'manual_only', 'never']),
  tags: wordList.default([]),
  relations: z
    .array(z.object({ to: id, kind: z.string().max(200), from: documentId.exactOptional() }))
    .max(500)
    .default([]),
  constraints: wordList.default([]),
  exclude: wordList.default([]),
  progressions: z
    .array(
      z.object({
        from: documentId,
        to: documentId.exactOptional(),
        text: z.string().max(20_000),
        state: z.string().min(1).max(12).exactOptional(),
        knownBy: wordList.exactOptional(),
      }),
    )
    .max(500)
    .default([]),
  knownBy: wordList.exactOptional(),
  from: documentId.exactOptional(),
  /** The aliases that are only known in some chapters; all of them are keys too. */
  lateAliases: z
    .array(
      z.object({
        name: z.string().min(1).max(500),
        from: documentId.exactOptional(),
        to: documentId.exactOptional(),
      }),
    )
    .max(500)
    .default([]),
})

export type OwnFields = Omit<z.infer<typeof own>, 'version'> & { readonly extra: JsonRecord }

/** Names an entry's file uses itself; a foreign `extra` must not stand in for them. */
const reserved = new Set([
  ...['id', 'name', 'aliases', 'type', 'aiContextLevel', 'tags', 'relations', 'constraints', 'exclude'],
  ...['caseSensitive', 'progressions', 'knownBy', 'from', 'body'],
])

/** Our own fields of an exported entry; undefined when there are none or they are not as we write them. */
export function readOwnFields(value: Json | undefined): OwnFields | undefined {
  const parsed = own.safeParse(value)
  if (!parsed.success || !isRecord(value)) return undefined
  const { version: _, ...fields } = parsed.data
  const extraFields = isRecord(value.extra)
    ? Object.entries(value.extra).filter(([key]) => !reserved.has(key) && key.length <= 200)
    : []
  return { ...fields, extra: Object.fromEntries(extraFields) }
}

/** The fields as JSON; empty ones are left out. */
export function writeOwnFields(entry: CodexEntry | Draft, extra: JsonRecord): JsonRecord {
  const { id: entryId, type, aiContextLevel, knownBy, from } = entry
  const scopedAliases = entry.aliases.filter((alias) => typeof alias !== 'string')
  const lists = (['tags', 'relations', 'constraints', 'exclude', 'progressions'] as const).flatMap((field) =>
    entry[field].length > 0 ? [[field, entry[field]]] : [],
  )
  const written: unknown = {
    version: 1,
    id: entryId ?? '',
    type,
    aiContextLevel,
    ...Object.fromEntries(lists),
    ...(knownBy === undefined ? {} : { knownBy }),
    ...(from === undefined ? {} : { from }),
    ...(scopedAliases.length > 0 ? { lateAliases: scopedAliases } : {}),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  }
  return JSON.parse(JSON.stringify(written)) as JsonRecord // what JSON.stringify writes of an object is one
}
