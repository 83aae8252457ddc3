import type { CheckedKind } from '#contract/events.ts'
import { checkPerson, checkPunctuation, checkWord } from './judgeChecks.ts'
import { personRule, punctuationRules } from './judgeRules.ts'
import { sentenceAt } from './narration.ts'

export type { CheckedKind }

export interface WordList {
  readonly terms: readonly { readonly use: string; readonly avoid: readonly string[] }[]
  readonly banned: readonly string[]
}

export interface JudgeInput {
  /** What the model wrote. */
  readonly text: string
  /** The text that it is to replace; empty for an insertion. */
  readonly original: string
  /** The constraints that were sent, in their own words. */
  readonly constraints: readonly string[]
  readonly words: WordList
}

export interface Verdict {
  /** Sentences for the author, `JUDGE: …`; at most six. */
  readonly warnings: readonly string[]
  /** What could be checked. Character, world and plot never are: they need a reader. */
  readonly checked: readonly CheckedKind[]
}

const mostFindings = 5
const shownUnits = 40

/**
 * The deterministic part of the Judge, without a model: narrative person, forbidden punctuation, terminology and
 * banned words. It knows only what the words of a constraint say plainly and would rather miss than accuse.
 */
export function judge({ text, original, constraints, words }: JudgeInput): Verdict {
  const checked = new Set<CheckedKind>()
  const found: { readonly at: number; readonly why: string }[] = []
  const note = (offsets: readonly number[], why: string) => found.push(...offsets.map((at) => ({ at, why })))

  for (const constraint of constraints) {
    const person = personRule(constraint)
    if (person) {
      checked.add('person')
      note(checkPerson(text, person, original), `可能不合约束「${start(constraint)}」`)
    }
    for (const rule of punctuationRules(constraint)) {
      checked.add('punctuation')
      note(checkPunctuation(text, rule), `用了${rule.mark}，约束是「${start(constraint)}」`)
    }
  }
  const allowed = words.terms.map(({ use }) => use)
  for (const { use, avoid } of words.terms) {
    for (const word of avoid) note(checkWord(text, word, allowed), `「${word}」按用词表写作「${use}」`)
  }
  for (const word of words.banned) note(checkWord(text, word, allowed), `「${word}」是禁用词`)
  if (words.terms.length > 0 || words.banned.length > 0) checked.add('words')

  const inOrder = found.toSorted((a, b) => a.at - b.at)
  const warnings = inOrder
    .slice(0, mostFindings)
    .map(({ at, why }) => `JUDGE: ${why}：“${sentenceAt(text, at)}”`)
  const more = inOrder.length - mostFindings
  return {
    warnings: [...new Set(more > 0 ? [...warnings, `JUDGE: 另有 ${more} 处没有列出`] : warnings)],
    checked: [...checked].toSorted(),
  }
}

const start = (text: string) =>
  text.length <= shownUnits ? text : `${text.slice(0, shownUnits).toWellFormed()}…`
