import type { CacheOutcome } from '#contract/spending.ts'
import type { ExpectedUse, WireUsage } from '../providers/provider.ts'
import type { CacheFacts } from './cacheFacts.ts'
import { priceOfBreak } from './price.ts'
import type { Sent } from './sent.ts'

/** Counts by another tokenizer, steps and units: a hit of this share of the expected tokens counts as all of them. */
const nearlyAll = 0.8
/** A request is compared with so many before it to find what they have in common; the number is not published. */
const nearUnits = 3

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

/**
 * What a provider's cache should do with a request that was not sent yet, by what earlier requests left in it, newest
 * last, and by what it found of the last one; undefined: nothing is known yet.
 */
export function expectedUse(
  sent: Sent,
  earlier: readonly Sent[],
  facts: CacheFacts,
  last: CacheFind | undefined,
): ExpectedUse {
  const all = sent.segments.at(-1)?.tokens ?? 0
  if (all === 0) return { read: 0, written: 0, writtenLong: 0 }
  const likely = likelyTokens(sent, earlier, facts)
  const { share, extraTokens } = last ?? { share: facts.mayMissFirstRepeat ? 0 : 1, extraTokens: 0 }
  const read = likely === 0 ? 0 : Math.min(all, likely * share + extraTokens)
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

/** Tokens that the last request, sent again at `now`, would find in the cache. */
export function cachedTokens(earlier: readonly Sent[], facts: CacheFacts, now: number): number {
  const last = earlier.at(-1)
  if (!last) return 0
  const isAlive = ({ startedAt }: Sent) => facts.ttlSeconds.length > 0 || now - startedAt <= usualLifeMs
  const cacheable = last.segments[last.cacheable - 1]?.tokens ?? 0
  return Math.min(
    cacheable,
    maxOf(earlier.filter(isAlive), (request) => sharedTokens(request, last, facts, now)),
  )
}

/** How a service's report differs from what its cache should have found. */
export interface CacheFind {
  /** Of that, so much, up to 1. */
  readonly share: number
  /** And so many tokens more, where it also compares inside the block that differs. */
  readonly extraTokens: number
}

/** Undefined: the report says nothing about it. */
export function findOf(
  sent: Sent,
  earlier: readonly Sent[],
  usage: Pick<WireUsage, 'inputTokens' | 'cachedInputTokens' | 'reportsCache'>,
  facts: CacheFacts,
): CacheFind | undefined {
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

const maxOf = (all: readonly Sent[], of: (request: Sent) => number): number => Math.max(0, ...all.map(of))

/**
 * Tokens that an earlier request has left in the cache where this one can use them, at a time; 0 below the provider's
 * minimum.
 */
function sharedTokens(earlier: Sent, sent: Sent, facts: CacheFacts, now: number): number {
  const tokens = sharedOf(earlier, sent, facts, (now - earlier.startedAt) / 1000)
  return tokens >= facts.minimumTokens ? tokens : 0
}

function sharedOf(
  earlier: Sent,
  sent: Sent,
  { kind, lookbackBlocks = 20, ttlSeconds: lives }: CacheFacts,
  ageSeconds: number,
): number {
  if (kind === 'none') return 0
  if (kind === 'prefix' || kind === 'units')
    return ageSeconds > (lives.at(-1) ?? ageSeconds) ? 0 : commonTokens(earlier, sent)
  const met = earlier.marks.filter(
    ({ at, ttlSeconds }) =>
      ageSeconds <= ttlSeconds &&
      earlier.segments[at]?.hash === sent.segments[at]?.hash &&
      sent.marks.some((mark) =>
        kind === 'breakpoints' ? mark.at === at : mark.at >= at && mark.at - at <= lookbackBlocks,
      ),
  )
  return Math.max(0, ...met.map(({ at }) => sent.segments[at]?.tokens ?? 0))
}

function commonTokens(earlier: Sent, sent: Sent): number {
  const first = sent.blocks.findIndex(({ hash }, at) => hash !== earlier.blocks[at]?.hash)
  const same = first < 0 ? sent.blocks : sent.blocks.slice(0, first)
  return same.reduce((sum, { tokens }) => sum + tokens, 0)
}

const firstDifference = (earlier: Sent, sent: Sent) =>
  sent.blocks.find(({ hash }, at) => hash !== earlier.blocks[at]?.hash)
