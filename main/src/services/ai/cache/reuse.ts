import type { CacheFacts } from './cacheFacts.ts'
import type { Sent } from './sent.ts'

/** The most of what one request gives; 0 without any. */
export const maxOf = (all: readonly Sent[], of: (request: Sent) => number): number =>
  Math.max(0, ...all.map(of))

/**
 * Tokens that an earlier request has left in the cache where this one can use them, at a time; 0 below the provider's
 * minimum.
 */
export function sharedTokens(earlier: Sent, sent: Sent, facts: CacheFacts, now: number): number {
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

/** The last segment up to which a request repeats one of the earlier ones whose mark there is alive at a time. */
export function markedBefore(earlier: readonly Sent[], { segments }: Sent, now: number): number | undefined {
  const places = earlier.flatMap(({ marks, startedAt, segments: before }) =>
    marks
      .filter(({ ttlSeconds }) => (now - startedAt) / 1000 <= ttlSeconds)
      .map(({ at }) => at)
      .filter((at) => before[at] !== undefined && before[at].hash === segments[at]?.hash),
  )
  return places.length === 0 ? undefined : Math.max(...places)
}

/** Tokens of the blocks that both begin with. */
export function commonTokens(earlier: Sent, sent: Sent): number {
  const first = sent.blocks.findIndex(({ hash }, at) => hash !== earlier.blocks[at]?.hash)
  const same = first < 0 ? sent.blocks : sent.blocks.slice(0, first)
  return same.reduce((sum, { tokens }) => sum + tokens, 0)
}
