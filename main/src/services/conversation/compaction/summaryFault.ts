import { numbersIn } from './skeleton.ts'

/** Why a summary is rejected. */
export type SummaryFault = 'empty' | 'larger' | 'pinned' | 'number' | 'names'

/** Of the codex names of what leaves, so many must be left. */
const leastNames = 0.9

/** The fault of a summary, or undefined. The pinned facts must be in the model's own words, verbatim. */
export function findSummaryFault(summary: {
  /** The model's words. */
  readonly text: string
  /** The whole text that will replace the rounds, skeleton included. */
  readonly whole: string
  readonly removedTokens: number
  readonly wholeTokens: number
  readonly pinned: readonly string[]
  /** Of the author's words that leave. */
  readonly authorNumbers: readonly string[]
  /** Entries of the codex in what leaves, and in `whole`. */
  readonly entries: ReadonlySet<string>
  readonly entriesLeft: ReadonlySet<string>
}): SummaryFault | undefined {
  const { text, whole, entries, entriesLeft } = summary
  if (text.trim() === '') return 'empty'
  if (summary.wholeTokens >= summary.removedTokens) return 'larger'
  if (summary.pinned.some((fact) => !text.includes(fact))) return 'pinned'
  const numbers = new Set(numbersIn(whole))
  if (summary.authorNumbers.some((number) => !numbers.has(number))) return 'number'
  const left = [...entries].filter((entry) => entriesLeft.has(entry)).length
  return left < leastNames * entries.size ? 'names' : undefined
}
