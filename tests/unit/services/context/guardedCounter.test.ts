import { expect, it } from 'vitest'
import { createTextCache } from '../../../../main/src/lib/textCache.ts'
import { createGuardedCounter } from '../../../../main/src/services/context/guardedCounter.ts'
import { estimateTokens, type RangeCounts } from '../../../../main/src/services/tokens/index.ts'

const answering = (count: (text: string) => number) =>
  createGuardedCounter({ id: 'own', exact: true, additive: true, count })

it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('a count of %d is a failure', (count) => {
  const counter = answering(() => count)
  expect(counter.count('雾来了。')).toBe(estimateTokens('雾来了。'))
  expect([
    counter.failed(),
    counter.failedDuringUse(),
    counter.failedDuringUse(),
    counter.additive(),
  ]).toEqual([true, true, false, false])
  expect(counter.tokenizer()).toEqual({ id: 'estimate', exact: false })
})

it('a count of zero is a count', () => {
  const counter = answering(() => 0)
  expect([counter.count(''), counter.failed(), counter.additive()]).toEqual([0, false, true])
  expect(counter.tokenizer()).toEqual({ id: 'own', exact: true })
})

it('counts of one text are shared by all counters of a tokenizer', () => {
  const known = createTextCache<RangeCounts>(4)
  let counted = 0
  const count = (text: string) => {
    counted += text.length
    return text.length
  }
  const tokenizer = { id: 'own', exact: true, additive: true, count }
  const text = '雾来了。\n'.repeat(100)
  const first = createGuardedCounter(tokenizer, known).ranges(text)
  expect([first.count(0, 500), counted]).toEqual([500, 505])
  const second = createGuardedCounter(tokenizer, known).ranges(text)
  expect([second.count(0, 500), counted]).toEqual([500, 505])
  expect(first.count(0, 2, '〔', '〕')).toBe(4)
})

it('a question whose tokenizer fails late is answered in one unit, and no other request relies on it', () => {
  const known = createTextCache<RangeCounts>(4)
  const text = '雾来了。\n'.repeat(100)
  let works = 20
  const tokenizer = { id: 'own', exact: true, additive: true, count: () => (works-- > 0 ? 7 : Number.NaN) }
  const first = createGuardedCounter(tokenizer, known)
  const ranges = first.ranges(text)
  expect([ranges.count(0, 500), first.failedDuringUse()]).toEqual([estimateTokens(text), true])
  expect(ranges.count(0, 100)).toBe(estimateTokens(text.slice(0, 100)))
  works = 1000
  const second = createGuardedCounter(tokenizer, known)
  expect([second.ranges(text).count(0, 500), second.failed()]).toEqual([700, false])
  works = 0
  // What was counted before stands; the edges of another part cannot be counted any more.
  expect([second.ranges(text).count(1, 500, '〔'), second.failedDuringUse()]).toEqual([
    estimateTokens(`〔${text.slice(1)}`),
    true,
  ])
})
