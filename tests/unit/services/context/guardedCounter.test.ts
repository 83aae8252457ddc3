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

it('a count of none is a count', () => {
  const counter = answering(() => 0)
  expect([counter.count(''), counter.failed(), counter.additive()]).toEqual([0, false, true])
  expect(counter.tokenizer()).toEqual({ id: 'own', exact: true })
})

it('counts of one text are shared by all counters of a tokenizer', () => {
  const known = createTextCache<RangeCounts>(4)
  const tokenizer = { id: 'own', exact: true, additive: true, count: (text: string) => text.length }
  const first = createGuardedCounter(tokenizer, known).ranges('雾来了。')
  expect(createGuardedCounter(tokenizer, known).ranges('雾来了。')).toBe(first)
  expect(first.count(0, 2, '〔', '〕')).toBe(4)
})
