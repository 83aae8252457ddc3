import type { TextCache } from '../../lib/textCache.ts'
import { createRangeCounts, estimateTokens, type RangeCounts, type Tokenizer } from '../tokens/index.ts'

/** A tokenizer that may fail at any call, made safe: from the first failure on, counts are upper bounds. */
export interface GuardedCounter {
  count(text: string): number
  /** Counts parts of a text that many requests look at, as a chapter is. */
  ranges(text: string): RangeCounts
  failed(): boolean
  /** True while counts of lines add up exactly, see `Tokenizer`. */
  additive(): boolean
  /** True once after a failure: counts made before it are in another unit. */
  failedDuringUse(): boolean
  tokenizer(): { readonly id: string; readonly exact: boolean }
}

/** `known` is kept by whoever makes counters of one tokenizer. */
export function createGuardedCounter(tokenizer: Tokenizer, known?: TextCache<RangeCounts>): GuardedCounter {
  let failed = false
  let unreported = false

  function count(text: string): number {
    if (!failed) {
      try {
        const tokens = tokenizer.count(text)
        if (Number.isSafeInteger(tokens) && tokens >= 0) return tokens
        throw new RangeError('a tokenizer answered with an impossible count')
      } catch {
        // The cause is the tokenizer's; what matters here is that no budget is ever computed from it again.
        failed = true
        unreported = true
      }
    }
    return estimateTokens(text)
  }

  const additive = () => !failed && tokenizer.additive === true

  function ranges(text: string): RangeCounts {
    if (!additive()) return plainly(text)
    const before = known?.get(text)
    if (before) return before
    const made = createRangeCounts(text, count)
    // A tokenizer that failed half-way has counted in two units.
    if (failed) return plainly(text)
    known?.set(text, made)
    return made
  }

  const plainly = (text: string): RangeCounts => ({
    count: (from, to, before = '', after = '') => count(before + text.slice(from, to) + after),
  })

  return {
    count,
    ranges,
    failed: () => failed,
    additive,
    failedDuringUse() {
      const before = unreported
      unreported = false
      return before
    },
    tokenizer: () =>
      failed ? { id: 'estimate', exact: false } : { id: tokenizer.id, exact: tokenizer.exact },
  }
}
