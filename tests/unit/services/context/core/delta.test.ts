import { expect, it } from 'vitest'
import { planDelta } from '../../../../../main/src/services/context/core/delta.ts'

const shot = (...hashes: readonly string[]) => ({
  promptHash: hashes.join(''),
  blocks: hashes.map((hash, at) => ({
    blockId: `b${at}`,
    stability: at < 2 ? ('book' as const) : ('turn' as const),
    hash,
    tokens: 10,
  })),
})
const kind = (before: readonly string[] | undefined, now: readonly string[]) =>
  planDelta(before && shot(...before), shot(...now)).kind

it('the delta has how much of the last prompt is at the beginning of this one', () => {
  expect([
    kind(undefined, ['a']),
    kind(['x', 'b'], ['a', 'b']),
    kind(['a', 'x'], ['a', 'b']),
    kind(['a', 'b', 'x'], ['a', 'b', 'c']),
    kind(['a', 'b'], ['a', 'b', 'c']),
  ]).toEqual(['full', 'full', 'delta', 'conversation-only', 'append-only'])
})

it('the delta names the block that broke the cache, and what is behind it and is paid again', () => {
  const broken = planDelta(shot('a', 'b', 'c', 'd', 'e'), shot('a', 'x', 'c', 'd', 'y'))
  expect(broken.firstChange).toEqual({ blockId: 'b1', stability: 'book', tokensAfter: 40, lostTokens: 20 })
  expect(planDelta(shot('a', 'b'), shot('a', 'b', 'c')).firstChange).toEqual({
    blockId: 'b2',
    stability: 'turn',
    tokensAfter: 10,
    lostTokens: 0,
  })
})
