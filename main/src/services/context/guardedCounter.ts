import type { TextCache } from '../../lib/textCache.ts'
import { createRangeCounts, estimateTokens, type RangeCounts, type Tokenizer } from '../tokens/index.ts'

/** A tokenizer that may fail at any call, made safe: from the first failure on, counts are upper bounds. */
export interface GuardedCounter {
  count(text: string): number
  /** Counts parts of a text that many requests read, such as a chapter; only the requested parts are counted. */
  ranges(text: string): RangeCounts
  failed(): boolean
  /** True while counts of lines add up exactly, see `Tokenizer`. */
  additive(): boolean
  /** True once after a failure: counts made before it are in another unit. */
  failedDuringUse(): boolean
  tokenizer(): { readonly id: string; readonly exact: boolean }
}

/** `cache` belongs to whoever makes counters of one tokenizer, and is shared by them. */
export function createGuardedCounter(tokenizer: Tokenizer, cache?: TextCache<RangeCounts>): GuardedCounter {
  let failed = false
  let unreported = false

  /** Of this request: a text too large for `cache` is cut into blocks once all the same. */
  const requested = new Map<string, RangeCounts>()

  /** Shared with other requests through `cache`, so it must not count in another unit: it throws. */
  function exactly(text: string): number {
    const tokens = tokenizer.count(text)
    if (Number.isSafeInteger(tokens) && tokens >= 0) return tokens
    throw new RangeError('a tokenizer answered with an impossible count')
  }

  function safely(work: () => number, text: () => string): number {
    if (!failed) {
      try {
        return work()
      } catch {
        // The cause is the tokenizer's; what matters here is that no budget is ever computed from it again.
        failed = true
        unreported = true
      }
    }
    return estimateTokens(text())
  }

  const count = (text: string) =>
    safely(
      () => exactly(text),
      () => text,
    )

  const additive = () => !failed && tokenizer.additive === true

  function cacheCounts(text: string): RangeCounts {
    const counts = createRangeCounts(text, exactly)
    cache?.set(text, counts)
    return counts
  }

  function ranges(text: string): RangeCounts {
    const whole = (from: number, to: number, before = '', after = '') => before + text.slice(from, to) + after
    if (!additive()) return { count: (...part) => count(whole(...part)) }
    const before = requested.get(text)
    if (before) return before
    const shared = cache?.get(text) ?? cacheCounts(text)
    // A question during which the tokenizer fails is answered in one unit.
    const counts: RangeCounts = {
      count: (...part) =>
        safely(
          () => shared.count(...part),
          () => whole(...part),
        ),
    }
    requested.set(text, counts)
    return counts
  }

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
