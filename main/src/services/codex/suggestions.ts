import { findMentions } from './mentions.ts'
import type { NamedEntry, NameIndex } from './nameIndex.ts'
import { surnames, titles } from './nameWords.ts'
import { sampleAt, unknownNames } from './unknownNames.ts'

export interface Suggestion {
  readonly kind: 'name' | 'alias' | 'shared_alias'
  readonly text: string
  /** Occurrences in the manuscript. */
  readonly count: number
  /** The entry an alias probably belongs to. */
  readonly of?: string
  /** One occurrence with the text around it. */
  readonly sample: string
}

const mostSuggestions = 200

/**
 * What the author may want to add: recurring names the codex does not know, probable aliases of its entries, and
 * aliases that two entries share. A heuristic over the text, in time linear in it; nothing is added by itself.
 */
export async function suggestNames(
  entries: readonly NamedEntry[],
  index: NameIndex,
  texts: readonly string[],
): Promise<Suggestion[]> {
  const unknown = await unknownNames(index, texts)
  const items = unknown
    .map(({ text, count, sample }): Suggestion => {
      const of = ownerOf(text, entries)
      return { kind: of ? 'alias' : 'name', text, count, sample, ...(of ? { of: of.id } : {}) }
    })
    .toSorted((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
  return [...sharedAliases(index, texts), ...items].slice(0, mostSuggestions)
}

function sharedAliases(index: NameIndex, texts: readonly string[]): Suggestion[] {
  const occurrences = new Map<string, { count: number; readonly sample: string }>()
  for (const text of texts) {
    for (const { entry, key, confidence, from } of findMentions(text, index)) {
      if (confidence === 1) continue
      const place = placeOf(entry.id, key)
      const occurrence = occurrences.get(place) ?? { count: 0, sample: sampleAt(text, from) }
      occurrence.count += 1
      occurrences.set(place, occurrence)
    }
  }
  return index.names
    .filter(({ owners }) => owners.length > 1)
    .flatMap(({ owners }) =>
      owners.map(({ key, entry }): Suggestion => {
        const { count = 0, sample = '' } = occurrences.get(placeOf(entry.id, key)) ?? {}
        return { kind: 'shared_alias', text: key.slice(0, 200), count, of: entry.id, sample }
      }),
    )
}

/** Two entries with one alias are two mentions at one place. */
const placeOf = (id: string, key: string) => `${id}\0${key}`

const isTitled = new RegExp(`^[${surnames}](?:${titles})$`, 'u')
const longestTitledName = 4

/** The one entry whose name shares a character with a title behind it, or ends alike; undefined when several do. */
function ownerOf(text: string, entries: readonly NamedEntry[]): NamedEntry | undefined {
  const called = text.replace(/^[老小阿]/u, '')
  const owners = entries.filter(({ name }) => {
    if (isTitled.test(text)) return name.length <= longestTitledName && name.includes(text.slice(0, 1))
    if (called !== text)
      return called.length > 1 || surnames.includes(called) ? name.startsWith(called) : name.endsWith(called)
    return (
      name.length > 2 &&
      (name.split(' ').includes(text) || text.endsWith(name.slice(1)) || name.endsWith(text))
    )
  })
  return owners.length === 1 ? owners[0] : undefined
}
