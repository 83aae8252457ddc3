import type { ContinuityRule } from '#contract/continuity.ts'
import { sha256Hex } from '../../lib/hash.ts'

/** A sentence of the chapter that is checked. */
interface ChapterSentence {
  /** Its first character in the chapter, in UTF-16 units. */
  readonly from: number
  /** Behind its last one. */
  readonly to: number
  /** As the chapter has it. */
  readonly text: string
}

/** What a sentence of the chapter contradicts. */
interface OtherSentence {
  /** `entry:` and an id, `thread:` and an id, or `chapter` for the one that is checked. */
  readonly ref: string
  /** As card, thread or chapter has it. */
  readonly text: string
  /** The name of the entry or thread; empty for a chapter. */
  readonly title: string
  /** The chapter from which it counts, or where it stands; absent: the whole book. */
  readonly chapter?: string | undefined
}

/** Two sentences that cannot both be true. */
export interface Contradiction {
  readonly rule: ContinuityRule
  readonly sentence: ChapterSentence
  readonly other: OtherSentence
}

/**
 * What names both sentences in `.creonow/decisions.json`, where each is from and the hash of its words: while they are the
 * same, it is the same contradiction.
 */
export function keysOf(documentId: string, { sentence, other }: Contradiction) {
  return {
    a: { ref: documentId, hash: hashOf(sentence.text) },
    b: { ref: other.ref, hash: hashOf(other.text) },
  }
}

const hashOf = (text: string) => sha256Hex(text.trim())

/** The same for the same rule and sentences, wherever they stand in the chapter. */
export const findingId = (documentId: string, contradiction: Contradiction): string => {
  const { a, b } = keysOf(documentId, contradiction)
  return sha256Hex([contradiction.rule, a.ref, a.hash, b.ref, b.hash].join('\n')).slice(0, 16)
}
