import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { CodexEntry } from '#contract/codex.ts'
import { aliasName, aliasNames } from '../entry.ts'
import { bookToWorldInfo } from './bookEntry.ts'
import { type Draft, emptyFields } from './draft.ts'
import { type Lore, mapLore, reportLore } from './lore.ts'
import type { Losses } from './losses.ts'
import { isList, isRecord, type Json, type JsonRecord, stringsOf, textOf, without } from './safeJson.ts'
import { reportFields, worldInfoDefaults } from './worldInfoFields.ts'

function loreOf(raw: JsonRecord, body?: string): Lore {
  return {
    title: textOf(raw.comment),
    keys: stringsOf(raw.key),
    content: typeof raw.content === 'string' ? raw.content : (body ?? ''),
    constant: raw.constant === true,
    disabled: raw.disable === true || raw.enabled === false,
    caseSensitive: raw.caseSensitive === true,
    character: undefined,
  }
}

/** World Info has no “manual”: disabled is the closest thing that never fires by itself. */
function flagsOf(level: CodexEntry['aiContextLevel']): { constant: boolean; disable: boolean } {
  return { constant: level === 'always', disable: level === 'never' || level === 'manual_only' }
}

/**
 * One World Info entry. Everything of it that export could not write anew is stored in `extra.worldInfo`, so an entry
 * that CreoNow exported comes back as it was.
 */
export function fromWorldInfo(raw: JsonRecord, losses: Losses): Draft {
  const lore = mapLore(loreOf(raw))
  const { mapped } = lore
  const own = readOwnFields(raw[ownKey])
  const { constant, disabled: disable } = loreOf(raw)
  const isLevelUnchanged = own && isDeepStrictEqual(flagsOf(own.aiContextLevel), { constant, disable })
  const { lateAliases = [], ...fields } = own ?? {}
  const scopedByName = new Map(lateAliases.map((alias) => [alias.name, alias]))
  const draft: Draft = {
    ...emptyFields(),
    id: undefined,
    extra: {},
    ...fields,
    ...mapped,
    aliases: mapped.aliases.map((alias) => scopedByName.get(aliasName(alias)) ?? alias),
    aiContextLevel: isLevelUnchanged ? own.aiContextLevel : mapped.aiContextLevel,
  }
  reportLore(lore, 'key', losses)
  const uid = typeof raw.uid === 'number' ? raw.uid : 0
  if (isDeepStrictEqual(toWorldInfo(draft, uid), raw)) return draft
  reportFields(mapped.name, raw, losses)
  const preserved = without(
    raw,
    ...(own ? [ownKey] : []),
    ...(raw.content === mapped.body ? ['content'] : []),
  )
  return { ...draft, extra: { ...draft.extra, worldInfo: preserved } }
}

/** Extra fields that have a place of their own in the file and need not travel in ours. */
const placed = ['worldInfo']

/**
 * An entry as World Info. A stored original is the base; of its fields only those are written anew that the author
 * has changed since.
 */
export function toWorldInfo(
  entry: CodexEntry | Draft,
  uid: number,
  alsoPlaced: readonly string[] = [],
): JsonRecord {
  // `extra` comes from a file the author may edit: YAML gives plain values, JSON makes sure of it.
  const extra = JSON.parse(JSON.stringify(entry.extra)) as JsonRecord
  const own = writeOwnFields(entry, without(extra, ...placed, ...alsoPlaced))
  const original = originalOf(extra)
  if (!original) {
    const { name, body, caseSensitive, aiContextLevel } = entry
    return {
      ...worldInfoDefaults,
      ...flagsOf(aiContextLevel),
      uid,
      key: [name, ...aliasNames(entry)],
      comment: name,
      content: body,
      caseSensitive: caseSensitive ? true : null,
      [ownKey]: own,
    }
  }
  const { mapped: before, regexKeys } = mapLore(loreOf(original, entry.body))
  const sameNames = before.name === entry.name && isDeepStrictEqual(before.aliases, entry.aliases)
  return {
    ...original,
    uid,
    content: before.body === entry.body ? loreOf(original, entry.body).content : entry.body,
    ...(before.name === entry.name ? {} : { comment: entry.name }),
    ...(sameNames ? {} : { key: [...new Set([...regexKeys, entry.name, ...aliasNames(entry)])] }),
    ...(before.aiContextLevel === entry.aiContextLevel ? {} : flagsOf(entry.aiContextLevel)),
    ...(before.caseSensitive === entry.caseSensitive ? {} : { caseSensitive: entry.caseSensitive }),
    [ownKey]: own,
  }
}

function originalOf(extra: JsonRecord): JsonRecord | undefined {
  if (isRecord(extra.worldInfo)) return extra.worldInfo
  return isRecord(extra.bookEntry) ? bookToWorldInfo(extra.bookEntry) : undefined
}

/** Entries of a World Info file, which are a map by uid, or a list in older files. */
export function entriesOf(value: Json | undefined): readonly Json[] | undefined {
  if (Array.isArray(value)) return value
  return isRecord(value) ? Object.values(value) : undefined
}

/** Other JSON has `entries` too; what an entry of World Info or of a book always has is one of these. */
export function isLoreEntry(entry: Json): boolean {
  if (!isRecord(entry)) return false
  const hasKeys = ['key', 'keys'].some((field) => isList(entry[field]) || typeof entry[field] === 'string')
  return hasKeys || typeof entry.uid === 'number' || typeof entry.comment === 'string'
}

/** Where an exported entry carries what World Info has no field for. */
const ownKey = 'creonow'

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
  /** The aliases that are in use in some chapters only; all of them are keys too. */
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

type OwnFields = Omit<z.infer<typeof own>, 'version'> & { readonly extra: JsonRecord }

/** Names an entry's file uses itself; a foreign `extra` must not replace them. */
const reserved = new Set([
  ...['id', 'name', 'aliases', 'type', 'aiContextLevel', 'tags', 'relations', 'constraints', 'exclude'],
  ...['caseSensitive', 'progressions', 'knownBy', 'from', 'body'],
])

/** Our own fields of an exported entry; undefined when there are none or they are not as we write them. */
function readOwnFields(value: Json | undefined): OwnFields | undefined {
  const parsed = own.safeParse(value)
  if (!parsed.success || !isRecord(value)) return undefined
  const { version: _, ...fields } = parsed.data
  const extraFields = isRecord(value.extra)
    ? Object.entries(value.extra).filter(([key]) => !reserved.has(key) && key.length <= 200)
    : []
  return { ...fields, extra: Object.fromEntries(extraFields) }
}

/** The fields as JSON; empty ones are left out. */
function writeOwnFields(entry: CodexEntry | Draft, extra: JsonRecord): JsonRecord {
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
