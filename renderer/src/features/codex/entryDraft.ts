import type { CodexEntry } from '#contract/codex.ts'

/** An entry as text fields hold it: one item per line, entries by their names. */
export interface EntryDraft {
  readonly name: string
  readonly type: CodexEntry['type']
  readonly aiContextLevel: CodexEntry['aiContextLevel']
  readonly aliases: string
  readonly tags: string
  readonly exclude: string
  readonly constraints: string
  readonly relations: string
  readonly knownBy: string
  readonly caseSensitive: boolean
  readonly progressions: readonly ProgressionDraft[]
  readonly body: string
}

export interface ProgressionDraft {
  readonly key: string
  readonly from: string
  /** Empty: it lasts. */
  readonly to: string
  readonly text: string
  readonly knownBy: string
}

export interface Named {
  readonly id: string
  readonly name: string
}

const lines = (words: readonly string[]) => words.join('\n')
const words = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n、，,；;]/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]
const whole = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

export function toDraft(entry: CodexEntry, all: readonly Named[]): EntryDraft {
  const nameOf = (id: string) => all.find((one) => one.id === id)?.name ?? id
  const people = (ids: readonly string[] | undefined) => lines((ids ?? []).map(nameOf))
  const { name, type, aiContextLevel, caseSensitive, body } = entry
  return {
    name,
    type,
    aiContextLevel,
    caseSensitive,
    body,
    aliases: lines(entry.aliases),
    tags: lines(entry.tags),
    exclude: lines(entry.exclude),
    constraints: lines(entry.constraints),
    relations: lines(
      entry.relations.map(({ to, kind }) => (kind === '' ? nameOf(to) : `${nameOf(to)}：${kind}`)),
    ),
    knownBy: people(entry.knownBy),
    progressions: entry.progressions.map(({ from, to, text, knownBy }, index) => ({
      key: `stored-${index}`,
      from,
      to: to ?? '',
      text,
      knownBy: people(knownBy),
    })),
  }
}

/** The entry a draft stands for; what the fields do not show is taken from `before`. */
export function fromDraft(draft: EntryDraft, before: CodexEntry, all: readonly Named[]): CodexEntry {
  const shown = toDraft(before, all)
  const idOf = (name: string) => all.find((one) => one.id === name || one.name === name)?.id ?? name
  const { knownBy: _known, ...rest } = before
  /** Fields that were not touched keep their exact values, odd separators included. */
  const kept = <T>(field: keyof EntryDraft, value: T, next: (text: string) => T): T => {
    const text = draft[field]
    return text === shown[field] || typeof text !== 'string' ? value : next(text)
  }
  const people = (text: string) => words(text).map(idOf)
  const knownBy = kept('knownBy', before.knownBy, (text) => (text.trim() === '' ? undefined : people(text)))
  return {
    ...rest,
    name: draft.name.trim(),
    type: draft.type,
    aiContextLevel: draft.aiContextLevel,
    caseSensitive: draft.caseSensitive,
    body: draft.body,
    aliases: kept('aliases', before.aliases, words),
    tags: kept('tags', before.tags, words),
    exclude: kept('exclude', before.exclude, whole),
    constraints: kept('constraints', before.constraints, whole),
    relations: kept('relations', before.relations, (text) =>
      whole(text).map((line) => {
        const [name = '', ...kind] = line.split(/[：:]/)
        return { to: idOf(name.trim()), kind: kind.join('：').trim() }
      }),
    ),
    progressions: draft.progressions
      .filter(({ from, text }) => from !== '' && text.trim() !== '')
      .map(({ key, from, to, text, knownBy: knowing }) => {
        const old = before.progressions[Number(/^stored-(\d+)$/.exec(key)?.[1] ?? -1)]
        const same = shown.progressions.find((one) => one.key === key)?.knownBy === knowing
        const who = same ? old?.knownBy : knowing.trim() === '' ? undefined : people(knowing)
        return { from, ...(to === '' ? {} : { to }), text, ...(who === undefined ? {} : { knownBy: who }) }
      }),
    ...(knownBy === undefined ? {} : { knownBy }),
  }
}
