import type { CodexEntry } from '#contract/codex.ts'
import { splitWords } from '../../app/splitWords.ts'

/** An entry as text fields hold it: one item per line, entries by their names. */
export interface EntryDraft {
  readonly name: string
  readonly type: CodexEntry['type']
  readonly aiContextLevel: CodexEntry['aiContextLevel']
  /** Those that are known all through; the others in rows of their own. */
  readonly aliases: string
  readonly lateAliases: readonly DatedDraft[]
  readonly tags: string
  readonly exclude: string
  readonly constraints: string
  readonly relations: string
  readonly lateRelations: readonly DatedDraft[]
  readonly knownBy: string
  /** The chapter from which the entry is known; empty: from the beginning. */
  readonly from: string
  readonly caseSensitive: boolean
  readonly progressions: readonly ProgressionDraft[]
  readonly body: string
}

/** An alias, or `名字：关系`, with the chapters in which it holds. */
export interface DatedDraft {
  readonly key: string
  readonly text: string
  readonly from: string
  /** Empty: it lasts. */
  readonly to: string
}

export interface ProgressionDraft {
  readonly key: string
  readonly from: string
  /** Empty: it lasts. */
  readonly to: string
  readonly text: string
  /** Absent in drafts of an earlier version. */
  readonly state?: string
  readonly knownBy: string
}

export interface Named {
  readonly id: string
  readonly name: string
}

const lines = (items: readonly string[]) => items.join('\n')
const whole = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

export function toDraft(entry: CodexEntry, all: readonly Named[]): EntryDraft {
  const nameOf = (id: string) => all.find((each) => each.id === id)?.name ?? id
  const people = (ids: readonly string[] | undefined) => lines((ids ?? []).map(nameOf))
  const { name, type, aiContextLevel, caseSensitive, body } = entry
  const tie = ({ to, kind }: CodexEntry['relations'][number]) =>
    kind === '' ? nameOf(to) : `${nameOf(to)}：${kind}`
  return {
    name,
    type,
    aiContextLevel,
    caseSensitive,
    body,
    from: entry.from ?? '',
    aliases: lines(entry.aliases.filter((alias) => typeof alias === 'string')),
    lateAliases: entry.aliases
      .filter((alias) => typeof alias !== 'string')
      .map((alias, index) => datedDraft(index, alias.name, alias.from, alias.to)),
    tags: lines(entry.tags),
    exclude: lines(entry.exclude),
    constraints: lines(entry.constraints),
    relations: lines(entry.relations.filter(({ from }) => from === undefined).map(tie)),
    lateRelations: entry.relations
      .filter(({ from }) => from !== undefined)
      .map((relation, index) => datedDraft(index, tie(relation), relation.from)),
    knownBy: people(entry.knownBy),
    progressions: entry.progressions.map(({ from, to, text, state, knownBy }, index) => ({
      key: `stored-${index}`,
      from,
      to: to ?? '',
      text,
      state: state ?? '',
      // A field of one line: a line break would glue two names together.
      knownBy: (knownBy ?? []).map(nameOf).join('、'),
    })),
  }
}

const datedDraft = (index: number, text: string, from = '', to = ''): DatedDraft => ({
  key: `stored-${index}`,
  text,
  from,
  to,
})

/** The entry a draft stands for; what the fields do not show is taken from `before`. */
export function fromDraft(draft: EntryDraft, before: CodexEntry, all: readonly Named[]): CodexEntry {
  const shown = toDraft(before, all)
  const idOf = (name: string) => all.find((each) => each.id === name || each.name === name)?.id ?? name
  const { knownBy: _visibleFrom, from: _from, ...rest } = before
  const isTouched = (...fields: (keyof EntryDraft)[]) =>
    fields.some((field) => JSON.stringify(draft[field]) !== JSON.stringify(shown[field]))
  /** Fields that were not touched keep their exact values, odd separators included. */
  const unchangedOr = <T>(field: keyof EntryDraft, value: T, next: (text: string) => T): T => {
    const text = draft[field]
    return text === shown[field] || typeof text !== 'string' ? value : next(text)
  }
  const people = (text: string) => splitWords(text).map(idOf)
  const tieOf = (line: string) => {
    const [name = '', ...kind] = line.split(/[：:]/)
    return { to: idOf(name.trim()), kind: kind.join('：').trim() }
  }
  const knownBy = unchangedOr('knownBy', before.knownBy, (text) =>
    text.trim() === '' ? undefined : people(text),
  )
  return {
    ...rest,
    name: draft.name.trim(),
    type: draft.type,
    aiContextLevel: draft.aiContextLevel,
    caseSensitive: draft.caseSensitive,
    body: draft.body,
    ...(draft.from === '' ? {} : { from: draft.from }),
    aliases: isTouched('aliases', 'lateAliases')
      ? [
          ...unchangedOr(
            'aliases',
            before.aliases.filter((alias) => typeof alias === 'string'),
            splitWords,
          ),
          ...draft.lateAliases.flatMap(aliasesOf),
        ]
      : before.aliases,
    tags: unchangedOr('tags', before.tags, splitWords),
    exclude: unchangedOr('exclude', before.exclude, whole),
    constraints: unchangedOr('constraints', before.constraints, whole),
    relations: isTouched('relations', 'lateRelations')
      ? [
          ...unchangedOr(
            'relations',
            before.relations.filter(({ from }) => from === undefined),
            (text) => whole(text).map(tieOf),
          ),
          ...draft.lateRelations
            .filter(({ text }) => text.trim() !== '')
            .map(({ text, from }) => ({ ...tieOf(text.trim()), ...(from === '' ? {} : { from }) })),
        ]
      : before.relations,
    progressions: draft.progressions
      .filter(({ from, text, state = '' }) => from !== '' && `${text}${state}`.trim() !== '')
      .map(({ key, from, to, text, state = '', knownBy: knowing }) => {
        const old = before.progressions[Number(/^stored-(\d+)$/.exec(key)?.[1] ?? -1)]
        const same = shown.progressions.find((each) => each.key === key)?.knownBy === knowing
        const who = same ? old?.knownBy : knowing.trim() === '' ? undefined : people(knowing)
        return {
          from,
          ...(to === '' ? {} : { to }),
          text,
          ...(state.trim() === '' ? {} : { state: state.trim() }),
          ...(who === undefined ? {} : { knownBy: who }),
          ...sourceOf(old, text),
        }
      }),
    ...(knownBy === undefined ? {} : { knownBy }),
  }
}

/** Where a change came from stays with it; once its words are the author's, so is the change. */
function sourceOf(
  old: CodexEntry['progressions'][number] | undefined,
  text: string,
): Partial<CodexEntry['progressions'][number]> {
  if (old === undefined) return {}
  const { from: _from, to: _to, text: before, state: _state, knownBy: _aware, ...source } = old
  return source.by === 'model' && text !== before ? { ...source, by: 'author' } : source
}

/** A row may hold several; without chapters they are known all through. */
function aliasesOf({ text, from, to }: DatedDraft): CodexEntry['aliases'] {
  return splitWords(text).map((name) =>
    from === '' && to === ''
      ? name
      : { name, ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) },
  )
}
