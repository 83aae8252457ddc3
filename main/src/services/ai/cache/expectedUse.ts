import type { ExpectedUse, WireUsage } from '../providers/provider.ts'
import type { CacheFacts } from './cacheFacts.ts'
import { commonTokens, maxOf, sharedTokens } from './reuse.ts'
import type { Sent } from './sent.ts'

/** A request is compared with so many before it to find what they have in common; the number is not published. */
const nearUnits = 3

/**
 * What a provider's cache should do with a request that was not sent yet, by what earlier requests left in it, newest
 * last. `deviation`: of the last answer; undefined: nothing is known yet.
 */
export function expectedUse(
  sent: Sent,
  earlier: readonly Sent[],
  facts: CacheFacts,
  deviation: CacheDeviation | undefined,
): ExpectedUse {
  const all = sent.segments.at(-1)?.tokens ?? 0
  if (all === 0) return { read: 0, written: 0, writtenLong: 0 }
  const likely = likelyTokens(sent, earlier, facts)
  const read =
    likely === 0 ? 0 : Math.min(all, likely * shareOf(deviation, facts) + (deviation?.extraTokens ?? 0))
  let [end, long] = [read, 0]
  for (const { at, ttlSeconds } of facts.write.length > 0 ? sent.marks : []) {
    const added = Math.max(0, (sent.segments[at]?.tokens ?? 0) - end)
    end += added
    if (facts.write.length > 1 && ttlSeconds === facts.ttlSeconds.at(-1)) long += added
  }
  return { read: read / all, written: (end - read) / all, writtenLong: long / all }
}

/** An entry whose life is not published counts for an hour. */
const usualLifeMs = 3_600_000

/** Tokens that the last request, sent again at `now`, should find in the cache. */
export function cachedTokens(
  earlier: readonly Sent[],
  facts: CacheFacts,
  now: number,
  deviation: CacheDeviation | undefined,
): number {
  const last = earlier.at(-1)
  if (!last) return 0
  const alive = earlier.filter(
    ({ startedAt }) => facts.ttlSeconds.length > 0 || now - startedAt <= usualLifeMs,
  )
  const likely = likelyTokens({ ...last, startedAt: now }, alive, facts)
  const cacheable = last.segments[last.cacheable - 1]?.tokens ?? 0
  return Math.round(Math.min(cacheable, likely) * shareOf(deviation, facts))
}

/** Of what the cache should find, so much it does; before the first report what the provider promises. */
const shareOf = (deviation: CacheDeviation | undefined, { mayMissFirstRepeat }: CacheFacts): number =>
  deviation?.share ?? (mayMissFirstRepeat ? 0 : 1)

/** How a service's report differs from what its cache should have found. */
export interface CacheDeviation {
  /** Of that, so much, up to 1. */
  readonly share: number
  /** And so many tokens more, where it also compares inside the block that differs. */
  readonly extraTokens: number
}

/** Undefined: the report says nothing about it. */
export function deviationOf(
  sent: Sent,
  earlier: readonly Sent[],
  usage: Pick<WireUsage, 'inputTokens' | 'cachedInputTokens' | 'reportsCache'>,
  facts: CacheFacts,
): CacheDeviation | undefined {
  const all = sent.segments.at(-1)?.tokens ?? 0
  const likely = likelyTokens(sent, earlier, facts)
  if (!usage.reportsCache || likely === 0 || usage.inputTokens === 0) return undefined
  const readTokens = (usage.cachedInputTokens / usage.inputTokens) * all
  return {
    share: Math.min(1, readTokens / likely),
    extraTokens: Math.max(0, Math.round(readTokens - likely)),
  }
}

/** Tokens of a request that the cache should find. */
const likelyTokens = (sent: Sent, earlier: readonly Sent[], facts: CacheFacts): number =>
  facts.kind === 'units'
    ? unitTokens(sent, earlier, facts.minimumTokens)
    : maxOf(earlier, (request) => sharedTokens(request, sent, facts, sent.startedAt))

/** The longest unit that a request begins with: the beginning that two requests near each other had in common. */
function unitTokens(sent: Sent, earlier: readonly Sent[], minimumTokens: number): number {
  const units = earlier.flatMap((request, at) =>
    earlier.slice(Math.max(0, at - nearUnits), at).flatMap((before) => {
      const tokens = commonTokens(before, request)
      return tokens >= minimumTokens && tokens <= commonTokens(request, sent) ? [tokens] : []
    }),
  )
  return Math.max(0, ...units)
}
