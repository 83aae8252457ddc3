import type { Notice } from '#contract/warnings.ts'
import type { CodexCard, CodexFinding, CodexQuery, CodexReading } from '../sources/index.ts'
import { type EntryLevels, type EntryText, relationText } from './detail.ts'
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
  /** Position of each entry among them. */
  readonly placeOf: ReadonlyMap<LocatedEntry, number>
  readonly index: NameIndex
  /** Ids, names and aliases of all entries: who may be named in `knownBy`. */
  readonly called: ReadonlySet<string>
  /** Entries that every request must check: `always`, with constraints of their own, bound to chapters or people. */
  readonly alwaysChecked: ReadonlySet<LocatedEntry>
  /** The texts of an entry as they were made before, for the same progressions and ties. */
  readonly levelsOf: (entry: EntryText & { readonly key: CodexEntry }, language: 'zh' | 'en') => EntryLevels
  /** The constraints an entry brings along, always the same objects. */
  readonly constraintsOf: (located: LocatedEntry) => Selection['constraints']
}

export type Selection = Pick<CodexReading, 'always' | 'matches' | 'constraints' | 'notices'>

/**
 * Which entries a request gets, as of its chapter. `never` is left out in every case; `manual_only` needs a pin or
 * `@name`; `always` goes to Rules, all others to Retrieved.
 */
export function selectForPrompt(
  codex: Codex,
  query: CodexQuery & { readonly pins: readonly string[]; readonly viewpoints: ReadonlySet<string> },
  standpoint: Standpoint,
): Selection {
  const findings = findingsFor(query, codex.index)
  for (const id of [...query.pins, ...query.pinned]) findings.set(id, { by: 'pin' })
  const asOfById = new Map<string, EntryAsOf>()
  const getAsOf = ({ entry }: LocatedEntry): EntryAsOf => {
    const asOf = asOfById.get(entry.id) ?? entryAsOf(entry, standpoint)
    asOfById.set(entry.id, asOf)
    return asOf
  }
  const isOpen = (located: LocatedEntry | undefined): located is LocatedEntry =>
    located !== undefined &&
    isInForce(located.entry, findings.get(located.entry.id)) &&
    getAsOf(located).isVisible

  const card = (located: LocatedEntry, finding: CodexFinding | undefined): CodexCard => {
    const asOf = getAsOf(located)
    const levels = codex.levelsOf(
      {
        key: located.entry,
        name: located.entry.name,
        aliases: asOf.aliases,
        body: located.entry.body,
        progressions: asOf.progressions,
        relations: relationWords(asOf),
      },
      query.language,
    )
    const { full, title, shorter } = levels
    const { id, type, name } = located.entry
    return { id, path: located.path, type, name, title, text: full, levels: shorter, finding, of: levels }
  }

  /** Ties to entries that may be named here: the name of a hidden one is a secret too. */
  function relationWords({ relations }: EntryAsOf): string[] {
    return relations.flatMap(({ to, kind }) => {
      const target = codex.byId.get(to)
      if (!isOpen(target)) return []
      return relationText(target.entry.name, kind, query.language)
    })
  }

  // Of thousands of entries only these are checked.
  const concerned = new Set(codex.alwaysChecked)
  for (const id of findings.keys()) {
    const located = codex.byId.get(id)
    if (located) concerned.add(located)
  }
  const place = (located: LocatedEntry) => codex.placeOf.get(located) ?? 0
  const open = [...concerned].sort((a, b) => place(a) - place(b)).filter(isOpen)
  const always = open.filter(({ entry }) => entry.aiContextLevel === 'always')
  // Only what is always there is ranked by it; a name far above does not bring an entry in.
  const earlier = always.every(({ entry }) => findings.has(entry.id))
    ? undefined
    : earlierMentions(query, codex.index)
  const present = open.filter(({ entry }) => findings.has(entry.id))
  const detected = present.filter(({ entry }) => entry.aiContextLevel !== 'always')
  const neighbours = neighboursOf(present.map(getAsOf), (id) => {
    const target = codex.byId.get(id)
    return isOpen(target) && target.entry.aiContextLevel === 'when_detected' && !findings.has(id)
      ? target
      : undefined
  })
  return {
    always: always.map((located) => {
      const { id } = located.entry
      return card(located, findings.get(id) ?? earlier?.get(id))
    }),
    matches: [
      ...detected.map((located) => card(located, findings.get(located.entry.id))),
      ...neighbours.map(({ located, finding }) => card(located, finding)),
    ],
    constraints: open.flatMap(codex.constraintsOf),
    notices: [
      ...unknownPins([...query.pins, ...query.pinned], codex),
      ...chapterNotices([...asOfById.values()]),
      ...unknownKnowers([...asOfById.values()], (who) => codex.called.has(who) || query.viewpoints.has(who)),
    ],
  }
}

/** What is pinned and does not exist: its entry was deleted, or its id changed. */
function unknownPins(pins: readonly string[], codex: Codex): Notice[] {
  const [id, ...rest] = [...new Set(pins)].filter((pin) => !codex.byId.has(pin))
  return id === undefined ? [] : [{ code: 'CODEX_PIN_UNKNOWN', params: { count: rest.length + 1, id } }]
}

/** Chapters that are not there, and spans that a move of chapters has turned over. */
function chapterNotices(entriesAsOf: readonly EntryAsOf[]): Notice[] {
  const dangling = entriesAsOf.flatMap(({ entry, dangling: missing }) =>
    missing.map((chapter) => ({ entry, chapter })),
  )
  const turned = entriesAsOf.filter((asOf) => asOf.turned > 0)
  const [first] = dangling
  const [over] = turned
  const notices: Notice[] = []
  if (first) {
    const { entry, chapter } = first
    notices.push({
      code: 'CODEX_DANGLING_CHAPTER',
      params: { count: dangling.length, entry: entry.name, chapter },
    })
  }
  if (over) {
    const count = turned.reduce((sum, asOf) => sum + asOf.turned, 0)
    notices.push({ code: 'CODEX_SCOPE_TURNED', params: { count, entry: over.entry.name } })
  }
  return notices
}

/** Names in `knownBy` that no entry has: the entry would be hidden from everybody, without a notice. */
function unknownKnowers(entriesAsOf: readonly EntryAsOf[], isSomebody: (who: string) => boolean): Notice[] {
  const nobody = entriesAsOf.flatMap(({ entry }) =>
    [entry.knownBy, ...entry.progressions.map(({ knownBy }) => knownBy)].flatMap((knowing) =>
      (knowing ?? []).filter((who) => !isSomebody(who.trim())).map((name) => ({ entry: entry.name, name })),
    ),
  )
  const [first] = nobody
  return first ? [{ code: 'CODEX_KNOWN_BY_UNKNOWN', params: { count: nobody.length, ...first } }] : []
}

function isInForce({ aiContextLevel }: CodexEntry, finding: CodexFinding | undefined): boolean {
  if (aiContextLevel === 'never') return false
  return aiContextLevel !== 'manual_only' || finding?.by === 'pin' || finding?.by === 'called'
}

function neighboursOf(present: readonly EntryAsOf[], target: (id: string) => LocatedEntry | undefined) {
  const neighbours = new Map<string, { readonly located: LocatedEntry; readonly finding: CodexFinding }>()
  for (const { entry, relations } of present) {
    for (const { to, kind } of relations) {
      const located = target(to)
      if (!located || neighbours.has(to)) continue
      neighbours.set(to, { located, finding: { by: 'relation', of: entry.name, relation: kind } })
    }
  }
  return [...neighbours.values()]
}
