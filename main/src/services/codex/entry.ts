import { z } from 'zod'
import type { CodexAlias, CodexEntry } from '#contract/codex.ts'
import type { FileFault } from '#contract/warnings.ts'

export type { CodexEntry }
export type EntryType = CodexEntry['type']
export type Progression = CodexEntry['progressions'][number]
export type Relation = CodexEntry['relations'][number]

/** An alias as text, in whatever chapters it is in use. */
export const aliasName = (alias: CodexAlias): string => (typeof alias === 'string' ? alias : alias.name)
export const aliasNames = ({ aliases }: Pick<CodexEntry, 'aliases'>): string[] => aliases.map(aliasName)

/** Folder of each kind below `.creonow/`. */
export const folderOfType = {
  character: 'characters',
  location: 'locations',
  item: 'items',
  faction: 'factions',
  event: 'events',
  lore: 'lore',
} as const satisfies Record<EntryType, string>

export const codexFolders: readonly (readonly [EntryType, string])[] = [
  ['character', folderOfType.character],
  ['location', folderOfType.location],
  ['item', folderOfType.item],
  ['faction', folderOfType.faction],
  ['event', folderOfType.event],
  ['lore', folderOfType.lore],
]

/** Fields of an entry's file in the order in which a new one is written; `body` is the rest of a Markdown file. */
export const entryFields = [
  'id',
  'name',
  'aliases',
  'type',
  'aiContextLevel',
  'tags',
  'relations',
  'constraints',
  'exclude',
  'caseSensitive',
  'progressions',
  'knownBy',
  'from',
] as const satisfies readonly (keyof CodexEntry)[]

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform((value) => String(value).trim())
const wordList = z.preprocess(
  (value) => (value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]),
  z
    .array(scalar.pipe(z.string().max(500)))
    .max(500)
    .transform((all) => all.filter((word) => word !== '')),
)
const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (value === null || value === undefined ? [] : value), z.array(item).max(500))
const optionalWords = z.preprocess((value) => (value === null ? undefined : value), wordList.optional())

const lenient = <T extends z.ZodType>(type: T) => type.optional().catch(undefined)
const chapter = z.preprocess((value) => value ?? undefined, z.string().min(1).max(1024).optional())
const word = scalar.pipe(z.string().max(500))
const aliases = z.preprocess(
  (value) => (value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]),
  z
    .array(z.union([word, z.object({ name: word.pipe(z.string().min(1)), from: chapter, to: chapter })]))
    .max(500)
    .transform((all) => all.filter((alias) => alias !== '').map(plainAlias)),
)

/** It decides nothing about what is sent: what cannot be read of it is left out, and the entry stays whole. */
const provenance = {
  id: lenient(scalar.pipe(z.string().min(1).max(128))),
  field: lenient(scalar.pipe(z.string().min(1).max(100))),
  value: lenient(scalar.pipe(z.string().min(1).max(500))),
  certainty: lenient(z.enum(['narrated', 'said', 'dreamt'])),
  evidence: lenient(
    z
      .array(
        z.object({
          quote: z.string().min(1).max(1000),
          chapter: z.string().min(1).max(1024),
          receiptId: z.string().min(1).max(128).optional(),
        }),
      )
      .max(50),
  ),
  by: lenient(z.enum(['author', 'model'])),
}

const stored = z.object({
  id: scalar.pipe(z.string().min(1).max(128)).optional(),
  name: scalar.pipe(z.string().min(1).max(200)).optional(),
  aliases,
  type: z.enum(['character', 'location', 'event', 'item', 'faction', 'lore']).optional(),
  aiContextLevel: z.enum(['always', 'when_detected', 'manual_only', 'never']).default('when_detected'),
  tags: wordList,
  relations: listOf(
    z.object({
      to: scalar.pipe(z.string().min(1).max(128)),
      kind: z.preprocess((value) => value ?? '', scalar.pipe(z.string().max(200))),
      from: chapter,
    }),
  ),
  constraints: wordList,
  exclude: wordList,
  caseSensitive: z.boolean().default(false),
  progressions: listOf(
    z.object({
      from: z.string().min(1).max(1024),
      to: chapter,
      text: z.preprocess((value) => value ?? '', scalar.pipe(z.string().max(20_000))),
      state: z.preprocess((value) => value ?? '', scalar.pipe(z.string().max(12))),
      knownBy: optionalWords,
      ...provenance,
    }),
  ),
  knownBy: optionalWords,
  from: chapter,
  body: z.string().max(1_000_000).default(''),
})

export type EntryReading =
  | { readonly ok: true; readonly entry: CodexEntry }
  | { readonly ok: false; readonly fault: FileFault }

/**
 * An entry out of the parsed fields of its file. What is missing comes from the file's name and folder; a field
 * with a value that cannot be meant makes the entry broken, because guessing a level could leak it.
 */
export function readEntry(
  raw: Readonly<Record<string, unknown>>,
  file: { stem: string; type: EntryType },
): EntryReading {
  const parsed = stored.safeParse(raw)
  if (!parsed.success) return { ok: false, fault: faultOf(parsed.error) }
  const { id, name, type, knownBy, from, relations, progressions, ...rest } = parsed.data
  const fieldNames = new Set<string>([...entryFields, 'body'])
  const extra = Object.fromEntries(
    Object.entries(raw).filter(([key]) => !fieldNames.has(key) && key !== '__proto__'),
  )
  return {
    ok: true,
    entry: {
      ...rest,
      id: id ?? (file.stem.slice(0, 128).toWellFormed() || 'entry'),
      name: name ?? (file.stem.slice(0, 200).toWellFormed() || 'entry'),
      type: type ?? file.type,
      relations: relations.map(({ from: startChapter, ...relation }) => ({
        ...relation,
        ...(startChapter === undefined ? {} : { from: startChapter }),
      })),
      progressions: progressions.map(({ from: start, text, to, state, knownBy: knowing, ...source }) => ({
        from: start,
        text,
        ...present(source),
        ...(to === undefined ? {} : { to }),
        ...(state === '' ? {} : { state }),
        ...(knowing === undefined ? {} : { knownBy: knowing }),
      })),
      ...(knownBy === undefined ? {} : { knownBy }),
      ...(from === undefined ? {} : { from }),
      extra,
    },
  }
}

/** Without the fields that are undefined. */
const present = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined> // what is left out is what the type makes optional
  }

/** Without chapters it is a word; absent chapters leave no field behind. */
function plainAlias(alias: string | { name: string; from?: string | undefined; to?: string | undefined }) {
  if (typeof alias === 'string') return alias
  const { name, from, to } = alias
  if (from === undefined && to === undefined) return name
  return { name, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

function faultOf(error: z.ZodError): FileFault {
  const fields = [...new Set(error.issues.map(({ path }) => path.join('.')))].slice(0, 5)
  return { code: 'fields', params: { fields } }
}
