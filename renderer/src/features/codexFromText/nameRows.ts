import type { ChannelInput, ChannelOutput } from '#contract/index.ts'

export type Suggestions = ChannelOutput<'codex:suggestions'>
export type CardDraft = ChannelInput<'codex:cards:create'>['cards'][number]
type Suggestion = Suggestions['items'][number]

/** The kinds that names of a text have, in the order of the tabs. */
export const nameKinds = ['character', 'location', 'item', 'faction'] as const
export type NameKind = (typeof nameKinds)[number]

/** Another name on the card of a row. */
export interface Chip {
  readonly text: string
  /** The name that it was suggested with. */
  readonly origin: string
}

/** A name without an entry, an alias of one, or an alias that two entries have. */
export interface NameRow {
  /** Of all rows the only one; an ignored row is remembered by it. */
  readonly key: string
  readonly what: 'name' | 'alias' | 'shared_alias'
  /** Kind of its card; of an alias, of the entry. */
  readonly type: NameKind
  readonly text: string
  readonly chips: readonly Chip[]
  /** Mentions of the name and its chips; null: an alias pulled off a card, which is not counted by itself. */
  readonly count: number | null
  /** Id of the chapter that has it first; null: unknown. */
  readonly firstChapter: string | null
  /** A sentence with the name; may be empty. */
  readonly sample: string
  /** Id of the entry that it probably is another name of; null: of none. */
  readonly of: string | null
  /** The name whose card it was pulled off; null: none. */
  readonly pulledFrom: string | null
}

/** The words that say why an alias is listed: a name that is on two cards as their own is no alias. */
export function noteOf({ what, text }: Pick<NameRow, 'what' | 'text'>, owner: string) {
  if (what === 'alias') return 'fromText.aliasOf'
  return text === owner ? 'fromText.twoCards' : 'fromText.sharedWith'
}

/** What the author has decided on the screen, and what the codex has. */
export interface RowChoices {
  /** Keys of rows that are never shown again. */
  readonly ignored: ReadonlySet<string>
  /** Names and aliases of the codex, as they are written there. */
  readonly owned: ReadonlySet<string>
  /** Aliases that were pulled off their cards, by `chipKey`. */
  readonly pulled: ReadonlySet<string>
  /** Names that go onto the card of another one: from, to. */
  readonly joined: ReadonlyMap<string, string>
}

export const chipKey = ({ origin, text }: Chip): string => `${origin}\n${text}`
/** As it is stored: the last part is the entry of an alias. */
const rowKey = (what: NameRow['what'], text: string, of = ''): string => `${what} ${text} ${of}`

/** All rows, the most mentioned first within each kind; an alias that was pulled off is behind its name. */
export function nameRowsOf({ items, sharedAliases }: Suggestions, choices: RowChoices): NameRow[] {
  const shared = sharedAliases.map(
    ({ text, count, of, sample }): NameRow => ({
      ...{ what: 'shared_alias', key: rowKey('shared_alias', text, of), type: 'character', text, chips: [] },
      ...{ count, firstChapter: null, sample, of, pulledFrom: null },
    }),
  )
  const sorted = items
    .filter(({ text }) => !choices.owned.has(text))
    .toSorted((left, right) => right.count - left.count)
  const aliases = sorted.flatMap((item) => (item.of === undefined ? [] : [rowOf(item, choices)]))
  const names = sorted
    .filter(({ of }) => of === undefined)
    .flatMap((item) => [rowOf(item, choices), ...pulledRows(item, choices)])
  const isShown = ({ key }: NameRow) => !choices.ignored.has(key)
  return [...shared, ...aliases, ...joinRows(names.filter(isShown), choices.joined)].filter(isShown)
}

function rowOf(item: Suggestion, choices: RowChoices): NameRow {
  const { kind, text, aliases, count, firstChapter, sample, of } = item
  const what = of === undefined ? 'name' : 'alias'
  const chips = aliases
    .map((alias): Chip => ({ text: alias, origin: text }))
    .filter((chip) => isFree(chip.text, choices) && !choices.pulled.has(chipKey(chip)))
  return {
    ...{ key: rowKey(what, text, of), what, type: kind, text, chips, count, firstChapter, sample },
    ...{ of: of ?? null, pulledFrom: null },
  }
}

/** Neither of an entry nor ignored as a name. */
const isFree = (text: string, { owned, ignored }: RowChoices) =>
  !owned.has(text) && !ignored.has(rowKey('name', text))

const pulledRows = ({ kind, text, aliases }: Suggestion, choices: RowChoices): NameRow[] =>
  aliases
    .filter((alias) => choices.pulled.has(chipKey({ text: alias, origin: text })) && isFree(alias, choices))
    .map(
      (alias): NameRow => ({
        ...{ key: rowKey('name', alias), what: 'name', type: kind, text: alias, chips: [], count: null },
        ...{ firstChapter: null, sample: '', of: null, pulledFrom: text },
      }),
    )

/** Rows whose names go onto the card of another one are chips there. */
function joinRows(rows: readonly NameRow[], joined: ReadonlyMap<string, string>): NameRow[] {
  const texts = new Set(rows.map(({ text }) => text))
  const targetOf = (text: string): string => {
    let target = text
    for (const visited = new Set([text]); ; visited.add(target)) {
      const next = joined.get(target)
      if (next === undefined || !texts.has(next)) return target
      // In a circle every row is its own.
      if (visited.has(next)) return text
      target = next
    }
  }
  const joinedTo = Map.groupBy(rows, ({ text }) => targetOf(text))
  return rows.flatMap((row) => {
    const group = joinedTo.get(row.text)
    if (group === undefined || targetOf(row.text) !== row.text) return []
    const more = group.filter((other) => other !== row)
    if (more.length === 0) return [row]
    const chips = more.flatMap((other) => [{ text: other.text, origin: other.text }, ...other.chips])
    const count = group.reduce((sum, other) => sum + (other.count ?? 0), 0)
    return [{ ...row, chips: [...row.chips, ...chips], count }]
  })
}

/** The card that a row becomes. */
export const cardOf = ({ type, text, chips }: NameRow): CardDraft => ({
  type,
  name: text,
  aliases: chips.map((chip) => chip.text).slice(0, 100),
})
