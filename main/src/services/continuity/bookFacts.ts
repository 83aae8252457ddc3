import type { CodexEntry } from '#contract/codex.ts'
import { type CardFact, cardFacts } from './cardFacts.ts'
import type { ChapterText, Sentence } from './chapterText.ts'
import type { Contradiction } from './finding.ts'

/** A thread whose chapter is this one, or was an earlier one, and that is open. */
export interface OpenThread {
  readonly id: string
  readonly title: string
  /** The sentence that planted it. */
  readonly sentence: string
  /** The chapter of that sentence. */
  readonly chapter: string
}

/** A chapter and everything it is compared with. */
export interface ContinuityInput {
  readonly chapter: ChapterText
  readonly entries: readonly CodexEntry[]
  /** Positions of the chapters by every name that they have. */
  readonly order: ReadonlyMap<string, number>
  readonly position: number
  /** Threads that should have been paid in this chapter. */
  readonly overdue: readonly OpenThread[]
}

/** What every rule reads. */
export interface BookFacts extends ContinuityInput {
  readonly byId: ReadonlyMap<string, CodexEntry>
  /** By id of the entry. */
  readonly facts: ReadonlyMap<string, readonly CardFact[]>
  /** The first entry with this id, name or alias. */
  entryCalled(who: string): CodexEntry | undefined
  /** Whether a name or id is the entry's. */
  isCalled(entry: CodexEntry, who: string): boolean
}

/** One kind of contradiction, found in a chapter; pure, and linear in its text. */
export type ContinuityCheck = (book: BookFacts) => readonly Contradiction[]

/** Prepares what the rules share. */
export function bookFacts(input: ContinuityInput): BookFacts {
  const owners = new Map<string, CodexEntry>()
  for (const entry of input.entries)
    for (const name of [entry.id, ...namesOf(entry)]) if (!owners.has(name)) owners.set(name, entry)
  return {
    ...input,
    byId: new Map(input.entries.map((entry) => [entry.id, entry])),
    facts: cardFacts(input.entries, input.order, input.position),
    entryCalled: (who) => owners.get(who.trim()),
    isCalled: (entry, who) => who.trim() === entry.id || namesOf(entry).includes(who.trim()),
  }
}

/** Its name, then its aliases. */
export const namesOf = ({ name, aliases }: CodexEntry): string[] => [
  name,
  ...aliases.map((alias) => (typeof alias === 'string' ? alias : alias.name)),
]

/** A contradiction between a sentence and a card. */
export const against = (
  rule: Contradiction['rule'],
  { from, to, text }: Sentence,
  fact: Pick<CardFact, 'entry' | 'text' | 'chapter'>,
): Contradiction => ({
  rule,
  sentence: { from, to, text },
  other: { ref: `entry:${fact.entry.id}`, text: fact.text, title: fact.entry.name, chapter: fact.chapter },
})
