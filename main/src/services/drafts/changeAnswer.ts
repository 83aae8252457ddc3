import { z } from 'zod'
import { valuesIn, words } from './draftAnswer.ts'

/** A change as a model gives it; none of it is used unverified. */
export interface AnswerChange {
  /** Whom or what it is about. */
  readonly entry: string
  /** `alive`, `place`, or one of its own. */
  readonly field: string
  /** What the field is from here on. */
  readonly value: string
  /** The sentence it rests on. */
  readonly quote: string
  /** Narrated, unless it says otherwise. */
  readonly certainty: 'narrated' | 'said' | 'dreamt'
}

const change = z.object({
  entry: words(200),
  field: words(100),
  value: words(500),
  quote: words(1000),
  certainty: z.preprocess(
    (value) =>
      String(value ?? 'narrated')
        .trim()
        .toLowerCase(),
    z.enum(['narrated', 'said', 'dreamt']).catch('said'),
  ),
})

/**
 * The changes of an answer: a list, or an object that has one, in fences or among other words, and as far as it goes when
 * it was cut off. `incomplete`: those that lack a part.
 */
export function readChanges(text: string): {
  readonly changes: readonly AnswerChange[]
  readonly hasList: boolean
  readonly incomplete: number
} {
  const changes: AnswerChange[] = []
  let hasList = false
  let incomplete = 0
  for (const { value, isCut } of valuesIn(text)) {
    const given = listOf(value)
    hasList ||= given.length > 0 || Array.isArray(value)
    for (const [index, item] of given.entries()) {
      const read = change.safeParse(item)
      const isHalf = isCut && index === given.length - 1
      if (read.success && !isHalf && JSON.stringify(read.data).isWellFormed()) changes.push(read.data)
      else incomplete += 1
    }
  }
  return { changes, hasList, incomplete }
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return []
  return 'entry' in value
    ? [value]
    : Object.values(value).flatMap((each) => (Array.isArray(each) ? each : []))
}
