import { estimateTokens } from './tokens/index.ts'
import type { Tokenizer } from './types.ts'

/** A tokenizer that may fail at any call, made safe: from the first failure on, counts are upper bounds. */
export interface GuardedCounter {
  count(text: string): number
  failed(): boolean
  /** True while counts of lines add up exactly, see `Tokenizer`. */
  additive(): boolean
  /** True once after a failure: counts made before it are in another unit. */
  failedDuringUse(): boolean
  tokenizer(): { readonly id: string; readonly exact: boolean }
}

export function createGuardedCounter(tokenizer: Tokenizer): GuardedCounter {
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

  return {
    count,
    failed: () => failed,
    additive: () => !failed && tokenizer.additive === true,
    failedDuringUse() {
      const before = unreported
      unreported = false
      return before
    },
    tokenizer: () =>
      failed ? { id: 'estimate', exact: false } : { id: tokenizer.id, exact: tokenizer.exact },
  }
}
