import { bookFacts, type ContinuityCheck, type ContinuityInput } from './bookFacts.ts'
import type { Contradiction } from './finding.ts'
import { knowledge, nearMiss } from './nameRules.ts'
import { dead, destroyed, early, injury, owner, place } from './stateRules.ts'
import { relation, values, weekday } from './valueRules.ts'

/** Threads whose chapter ends while they are open: its last sentence against the one that planted them. */
const openThreads: ContinuityCheck = ({ chapter, overdue }) => {
  const last = chapter.sentences.at(-1)
  if (!last) return []
  const { from, to, text } = last
  return overdue.map(({ id, title, sentence, chapter: planted }) => ({
    rule: 'thread',
    sentence: { from, to, text },
    other: { ref: `thread:${id}`, text: sentence, title, chapter: planted },
  }))
}

const checks: readonly ContinuityCheck[] = [
  ...[nearMiss, values, relation, weekday],
  ...[dead, destroyed, injury, owner, place, early],
  ...[knowledge, openThreads],
]

/**
 * What a chapter says against the cards, the threads and itself, by rule and without a model. A rule speaks only where
 * both sentences state something plainly: it misses rather than accuses. In the order of the chapter; of equal pairs of
 * sentences the first. Linear in the text.
 */
export function checkContinuity(input: ContinuityInput): readonly Contradiction[] {
  const book = bookFacts(input)
  const pairs = new Set<string>()
  return checks
    .flatMap((check) => check(book))
    .filter(({ rule, sentence, other }) => {
      const pair = JSON.stringify([rule, sentence.from, other.ref, other.text])
      const isNew = !pairs.has(pair)
      pairs.add(pair)
      return isNew
    })
    .toSorted((a, b) => a.sentence.from - b.sentence.from)
}
