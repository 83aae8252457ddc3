import type { CacheOutcome } from '#contract/spending.ts'
import type { WireUsage } from '../providers/provider.ts'
import type { CacheFacts } from './cacheFacts.ts'
import { priceOfBreak } from './price.ts'
import { maxOf, sharedTokens } from './reuse.ts'
import type { Sent } from './sent.ts'

/** Counts by another tokenizer, steps and units: a hit of this share of the expected tokens counts as all of them. */
const nearlyAll = 0.8

/**
 * What a provider's cache did for a request, by its report (`usage`) and what earlier requests left in it, newest
 * last. "Not reported" is no miss, and neither is an entry that was not formed yet or has expired.
 */
export function judgeCache(
  sent: Sent,
  earlier: readonly Sent[],
  usage: Pick<WireUsage, 'inputTokens' | 'cachedInputTokens' | 'reportsCache'>,
  facts: CacheFacts,
): CacheOutcome {
  const ours = sent.segments.at(-1)?.tokens ?? 0
  const scale = ours > 0 && usage.inputTokens > 0 ? usage.inputTokens / ours : 1
  const inTheirs = (tokens: number) => Math.round(tokens * scale)
  const previous = earlier.at(-1)
  const expected = maxOf(earlier, (request) => sharedTokens(request, sent, facts, sent.startedAt))
  const everShared = maxOf(earlier, (request) => sharedTokens(request, sent, facts, request.startedAt))
  const cacheable = sent.segments[sent.cacheable - 1]?.tokens ?? 0
  const left =
    previous && facts.kind !== 'none'
      ? Math.min(cacheable, previous.segments[previous.cacheable - 1]?.tokens ?? 0)
      : 0
  const differs = previous && expected < left * nearlyAll ? firstDifference(previous, sent) : undefined
  const outcomeOf = (state: CacheOutcome['state'], rest: Partial<CacheOutcome> = {}): CacheOutcome => ({
    state,
    expectedTokens: inTheirs(expected),
    ...rest,
  })
  const broken = (): Partial<CacheOutcome> => {
    const missedTokens = Math.max(0, inTheirs(left) - usage.cachedInputTokens)
    const price = priceOfBreak(missedTokens, facts)
    const short = usage.cachedInputTokens < inTheirs(expected) * nearlyAll
    return {
      ...(differs || short ? { reason: differs ? 'changed' : 'provider' } : {}),
      ...(differs ? { firstDifferent: { blockId: differs.blockId, layer: differs.layer } } : {}),
      lostTokens: missedTokens,
      ...(price === undefined ? {} : { lostPrice: price }),
    }
  }

  if (!usage.reportsCache) return outcomeOf('unreported')
  if (usage.cachedInputTokens > 0) {
    const all = usage.cachedInputTokens >= Math.max(expected, left) * scale * nearlyAll
    return all ? outcomeOf('hit') : outcomeOf('partly', broken())
  }
  // A provider without a cache between requests cannot have missed anything.
  if (facts.kind === 'none') return outcomeOf('unreported')
  if (cacheable < facts.minimumTokens) return outcomeOf('belowMinimum')
  if (!previous) return outcomeOf('firstWrite')
  if (expected === 0 && everShared > 0) return outcomeOf('expired')
  const repeats = earlier.filter((request) => sharedTokens(request, sent, facts, sent.startedAt) > 0).length
  if (expected > 0 && facts.mayMissFirstRepeat && repeats < 2) return outcomeOf('settling')
  return outcomeOf('missed', broken())
}

const firstDifference = (earlier: Sent, sent: Sent) =>
  sent.blocks.find(({ hash }, at) => hash !== earlier.blocks[at]?.hash)
