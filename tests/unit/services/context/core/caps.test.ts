import { expect, it } from 'vitest'
import { createBlockCounter } from '../../../../../main/src/services/context/core/blockCounter.ts'
import { applyPartLimits, exceedsParts } from '../../../../../main/src/services/context/core/caps.ts'
import { chunkOf, countCodePoints, kept } from '../../../../support/chunks.ts'
import { passage } from '../../../../support/engine.ts'

const counter = createBlockCounter({ count: countCodePoints, language: 'zh', additive: true })
const found = (n: number, score: number) => chunkOf(passage(n, '雾'.repeat(100), score))
const talk = chunkOf({ source: 'pastTalk', path: 'talk:t1/m7', text: '旧'.repeat(100), score: 0.9 })
const looked = kept([found(1, 0.4), found(2, 0.5), talk])
const passages = kept([found(1, 0.4), found(2, 0.5)])
const taken = counter.layer('retrieved', passages)
const said = counter.layer('retrieved', kept([talk]))
const parts = (retrieval: number, longTerm: number) => ({ preferences: 0, retrieval, longTerm })

it('each part of a profile has its own limit: earlier messages do not push out passages, nor they those', () => {
  const rows = (retrieval: number, longTerm: number) =>
    applyPartLimits('retrieved', looked, parts(retrieval, longTerm), counter).map(({ action }) => action)
  expect([rows(taken, said), rows(taken - 1, said), rows(taken, said - 1), rows(0, 0)]).toEqual([
    ['kept', 'kept', 'kept'],
    ['dropped', 'kept', 'kept'],
    ['kept', 'kept', 'dropped'],
    ['dropped', 'dropped', 'dropped'],
  ])
  expect(applyPartLimits('retrieved', looked, undefined, counter)).toBe(looked)
})

it('the printed chunks are too many as soon as one part is exceeded, and never without parts', () => {
  const tooMuch = (retrieval: number, longTerm: number) =>
    exceedsParts(looked, parts(retrieval, longTerm), counter)
  expect([tooMuch(taken, said), tooMuch(taken - 1, said), tooMuch(taken, said - 1)]).toEqual([
    false,
    true,
    true,
  ])
  expect(exceedsParts(looked, undefined, counter)).toBe(false)
})
