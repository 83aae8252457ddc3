import type { CodexEntry } from '#contract/codex.ts'
import { sentencesOf } from '../ai/index.ts'

/** One sentence of a card, as of a chapter. */
export interface CardFact {
  readonly entry: CodexEntry
  /** The sentence; of a change without words its state or value. */
  readonly text: string
  /** `body`: true in the whole book. `change`: true from `since` on. `later`: true only after this chapter. */
  readonly of: 'body' | 'change' | 'later'
  /** Position of the chapter from which it is true; -1 for the whole book. */
  readonly since: number
  /** The chapter as the card names it. */
  readonly chapter?: string | undefined
  /** Whether the author has said that it is true up to this chapter or a later one. */
  readonly isSpanned: boolean
  readonly field: string
  readonly value: string
  readonly state: string
  /** Who is aware of it; undefined: everybody. */
  readonly knownBy: readonly string[] | undefined
}

/** Sentences of a body that are read: the rest of a very long card is prose. */
const maxSentences = 200

/**
 * What the cards state for the chapter at `position`: sentences of their bodies and changes that are true there, the
 * newest last. What a character claims or dreams is no fact.
 */
export function cardFacts(
  entries: readonly CodexEntry[],
  order: ReadonlyMap<string, number>,
  position: number,
): ReadonlyMap<string, readonly CardFact[]> {
  const facts = new Map<string, readonly CardFact[]>()
  for (const entry of entries) {
    const all = [...bodyFacts(entry), ...changeFacts(entry, order, position)]
    if (all.length > 0) facts.set(entry.id, all)
  }
  return facts
}

function bodyFacts(entry: CodexEntry): CardFact[] {
  if (entry.body.trim() === '') return []
  return sentencesOf(entry.body)
    .slice(0, maxSentences)
    .map(({ from, to }) => ({
      ...{ entry, text: entry.body.slice(from, to).trim(), of: 'body', since: -1, isSpanned: false },
      ...{ field: '', value: '', state: '', knownBy: entry.knownBy },
    }))
}

function changeFacts(entry: CodexEntry, order: ReadonlyMap<string, number>, position: number): CardFact[] {
  const facts = entry.progressions.flatMap((change): CardFact[] => {
    const since = order.get(change.from)
    const until = change.to === undefined ? Number.POSITIVE_INFINITY : order.get(change.to)
    if (since === undefined || until === undefined || until < position) return []
    if (change.certainty === 'said' || change.certainty === 'dreamt') return []
    const { text, state = '', field = '', value = '', knownBy = entry.knownBy } = change
    return [
      {
        ...{
          entry,
          since,
          field: field.trim().toLowerCase(),
          value: value.trim(),
          state: state.trim(),
          knownBy,
        },
        text: text.trim() || change.evidence?.[0]?.quote || value || state,
        of: since > position ? 'later' : 'change',
        chapter: change.from,
        isSpanned: change.to !== undefined,
      },
    ]
  })
  return facts.toSorted((a, b) => a.since - b.since)
}

/** The newest change of a card with one of these fields that is true in this chapter. */
export const newestOf = (facts: readonly CardFact[], fields: RegExp): CardFact | undefined =>
  facts.findLast(({ of, field, value }) => of === 'change' && value !== '' && fields.test(field))
