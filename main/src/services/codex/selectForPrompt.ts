import type { CodexCard, CodexFinding, CodexQuery, CodexReading } from '../context/index.ts'
import type { EntryLevels, EntryText } from './detail.ts'
import type { CodexEntry } from './entry.ts'
import { type EntryAsOf, entryAsOf, type Standpoint } from './entryAsOf.ts'
import type { NameIndex } from './nameIndex.ts'
import { earlierMentions, findingsFor } from './windowMentions.ts'

export interface LocatedEntry {
  readonly entry: CodexEntry
  readonly path: string
}

export interface Codex {
  readonly entries: readonly LocatedEntry[]
  readonly byId: ReadonlyMap<string, LocatedEntry>
  readonly index: NameIndex
  /** Entries that every request must look at: `always`, with constraints of their own, with progressions. */
  readonly standing: ReadonlySet<LocatedEntry>
  /** The texts of an entry as they were made before, for the same progressions and ties. */
  readonly levelsOf: (entry: EntryText & { readonly key: CodexEntry }) => EntryLevels
  /** The constraints an entry brings along, always the same objects. */
  readonly constraintsOf: (located: LocatedEntry) => Selection['constraints']
}

export type Selection = Pick<CodexReading, 'always' | 'found' | 'constraints' | 'warnings'>

/**
 * Which entries a request gets, as of its chapter. `never` is left out whatever else says; `manual_only` needs a
 * pin or `@name`; `always` goes to Rules, all others to Retrieved.
 */
export function selectForPrompt(
  codex: Codex,
  query: CodexQuery & { readonly pins: readonly string[] },
  standpoint: Standpoint,
): Selection {
  const findings = findingsFor(query, codex.index)
  for (const id of [...query.pins, ...query.pinned]) findings.set(id, { by: 'pin' })
  const seen = new Map<string, EntryAsOf | undefined>()
  const look = ({ entry }: LocatedEntry): EntryAsOf | undefined => {
    if (!seen.has(entry.id)) seen.set(entry.id, entryAsOf(entry, standpoint))
    return seen.get(entry.id)
  }
  const isOpen = (located: LocatedEntry | undefined): located is LocatedEntry =>
    located !== undefined &&
    isInForce(located.entry, findings.get(located.entry.id)) &&
    look(located) !== undefined

  const card = (located: LocatedEntry, found: CodexFinding | undefined): CodexCard[] => {
    const asOf = look(located)
    if (!asOf) return []
    const { full, shorter } = codex.levelsOf({
      key: located.entry,
      name: located.entry.name,
      aliases: located.entry.aliases,
      body: located.entry.body,
      progressions: asOf.progressions.map(({ text }) => text),
      relations: relationWords(located.entry),
    })
    const { id, type, name } = located.entry
    return [{ id, path: located.path, type, name, text: full, levels: shorter, found }]
  }

  /** Ties to entries that may be named here: the name of a hidden one is a secret too. */
  function relationWords(entry: CodexEntry): string[] {
    return entry.relations.flatMap(({ to, kind }) => {
      const target = codex.byId.get(to)
      if (!isOpen(target)) return []
      return kind === '' ? target.entry.name : `${target.entry.name}（${kind}）`
    })
  }

  const open = codex.entries
    .filter((located) => codex.standing.has(located) || findings.has(located.entry.id))
    .filter(isOpen)
  const always = open.filter(({ entry }) => entry.aiContextLevel === 'always')
  // Only what is always there is ranked by it; a name far above does not bring an entry in.
  const earlier = always.every(({ entry }) => findings.has(entry.id))
    ? undefined
    : earlierMentions(query, codex.index)
  const present = open.filter(({ entry }) => findings.has(entry.id))
  const found = present.filter(({ entry }) => entry.aiContextLevel !== 'always')
  const neighbours = neighboursOf(present, (id) => {
    const target = codex.byId.get(id)
    return isOpen(target) && target.entry.aiContextLevel === 'when_detected' && !findings.has(id)
      ? target
      : undefined
  })
  const dangling = [...seen.values()].flatMap((asOf) => asOf?.dangling.map((id) => ({ asOf, id })) ?? [])
  const [first] = dangling
  return {
    always: always.flatMap((located) => {
      const { id } = located.entry
      return card(located, findings.get(id) ?? earlier?.get(id))
    }),
    found: [
      ...found.flatMap((located) => card(located, findings.get(located.entry.id))),
      ...neighbours.flatMap(({ located, finding }) => card(located, finding)),
    ],
    constraints: open.flatMap(codex.constraintsOf),
    warnings: [
      ...unknownPins([...query.pins, ...query.pinned], codex),
      ...(first
        ? [
            `CODEX_DANGLING_CHAPTER: ${dangling.length} 处进展写着不存在的章节（如「${first.asOf.entry.name}」的 ${first.id}），没有放进去`,
          ]
        : []),
    ],
  }
}

/** What is pinned and does not exist: its entry was deleted, or its id changed. */
function unknownPins(pins: readonly string[], codex: Codex): string[] {
  const unknown = [...new Set(pins)].filter((id) => !codex.byId.has(id))
  if (unknown.length === 0) return []
  const others = unknown.length > 1 ? `等 ${unknown.length} 个` : ''
  return [`CODEX_PIN_UNKNOWN: 钉住的条目 ${unknown[0]} ${others}不在设定集里，没有放进去`]
}

function isInForce({ aiContextLevel }: CodexEntry, finding: CodexFinding | undefined): boolean {
  if (aiContextLevel === 'never') return false
  return aiContextLevel !== 'manual_only' || finding?.by === 'pin' || finding?.by === 'called'
}

function neighboursOf(present: readonly LocatedEntry[], target: (id: string) => LocatedEntry | undefined) {
  const neighbours = new Map<string, { readonly located: LocatedEntry; readonly finding: CodexFinding }>()
  for (const { entry } of present) {
    for (const { to, kind } of entry.relations) {
      const located = target(to)
      if (!located || neighbours.has(to)) continue
      neighbours.set(to, { located, finding: { by: 'relation', of: entry.name, relation: kind } })
    }
  }
  return [...neighbours.values()]
}
