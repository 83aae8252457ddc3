import { isPinyin, pinyinPlace, type Readings } from './pinyin.ts'

export type PaletteGroup = 'chapter' | 'card' | 'sheet' | 'skill' | 'command'

/** What can be gone to or done. */
export interface PaletteItem {
  readonly id: string
  readonly group: PaletteGroup
  readonly label: string
  /** The number of a chapter. */
  readonly number?: number
  /** The keys that do it without the palette. */
  readonly keys?: string
  readonly run: () => void
}

export interface PaletteMatch {
  readonly items: readonly PaletteItem[]
  /** Found, but too many to show. */
  readonly left: number
}

/** Of each group while nothing is typed, and of all when something is. */
const max = { each: 8, all: 60 }

/** Full and half width, upper and lower case are one. */
export const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** 0 is best; null does not match. Every part of the query must be in the label, in any order. */
const rank = ({ label, number }: PaletteItem, query: string, readings: Readings | null): number | null => {
  const text = folded(label)
  if (String(number) === query) return 0
  if (text.startsWith(query)) return 1
  if (text.includes(query)) return 2
  const parts = query.split(/\s+/)
  if (parts.every((part) => text.includes(part))) return 3
  if (readings === null) return null
  const places = parts.map((part) => (isPinyin(part) ? pinyinPlace(text, part, readings) : null))
  return places.some((place) => place === null) ? null : places[0] === 0 ? 4 : 5
}

/**
 * The items a query finds: the chapter of that number first, then labels that begin with it, then the others, then by
 * pinyin where `readings` are given.
 */
export const matchItems = (
  items: readonly PaletteItem[],
  typed: string,
  readings: Readings | null = null,
): PaletteMatch => {
  const query = folded(typed).trim()
  if (query === '') {
    const shownCounts = new Map<PaletteGroup, number>()
    const shown = items.filter(({ group }) => {
      shownCounts.set(group, (shownCounts.get(group) ?? 0) + 1)
      // Commands are few, and this is the place to learn of them.
      return group === 'command' || (shownCounts.get(group) ?? 0) <= max.each
    })
    return { items: shown, left: items.length - shown.length }
  }
  const matches = items
    .flatMap((item) => {
      const at = rank(item, query, readings)
      return at === null ? [] : [{ item, at }]
    })
    .sort((left, right) => left.at - right.at)
    .map(({ item }) => item)
  return { items: matches.slice(0, max.all), left: Math.max(0, matches.length - max.all) }
}
