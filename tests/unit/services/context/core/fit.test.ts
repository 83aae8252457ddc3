import { expect, it } from 'vitest'
import { type FitItem, type FitStep, fitWithin } from '../../../../../main/src/services/context/core/fit.ts'

const item = (tokens: number, steps: readonly FitStep[], part: Partial<FitItem> = {}): FitItem => ({
  tokens,
  rank: 0,
  pinned: false,
  group: 'a',
  steps,
  ...part,
})
const out = (cutOrder: number): FitStep => ({ cutOrder, tokens: 0 })
const cut = (cutOrder: number, leave = 0): FitStep => ({ cutOrder, leave, cut: (space) => space })
const within = (items: readonly FitItem[], spaceTokens: number, part: object = {}) =>
  fitWithin(items, { spaceTokens, floorTokens: 0, headingTokens: 0, ...part })

it('a cut does not touch what is no larger than it leaves', () => {
  expect(within([item(50, [cut(1, 50)]), item(60, [out(2)])], 70)).toEqual({
    lastSteps: [undefined, 0],
    tokens: 50,
  })
  expect(within([item(40, [cut(1, 50)]), item(60, [out(2)])], 70)).toEqual({
    lastSteps: [undefined, 0],
    tokens: 40,
  })
})

it('a cut leaves what its step says, and no less than the floor', () => {
  expect(within([item(100, [cut(1, 30)]), item(50, [out(2)])], 60)).toEqual({ lastSteps: [0, 0], tokens: 30 })
  expect(within([item(100, [cut(1)])], 20, { floorTokens: 40 })).toEqual({ lastSteps: [0], tokens: 40 })
})

it('the heading leaves with the last item', () => {
  const two = [item(10, [out(1)]), item(10, [out(1)])]
  expect(within(two, 15, { headingTokens: 5 })).toEqual({ lastSteps: [undefined, 0], tokens: 15 })
  expect(within(two, 14, { headingTokens: 5 })).toEqual({ lastSteps: [0, 0], tokens: 0 })
})

it('the heading counts against the floor until the last item leaves with it', () => {
  const one = [item(10, [out(1)])]
  expect(within(one, 4, { headingTokens: 5, floorTokens: 3 })).toEqual({ lastSteps: [undefined], tokens: 15 })
  expect(within(one, 4, { headingTokens: 5, floorTokens: 0 })).toEqual({ lastSteps: [0], tokens: 0 })
})

it('a cut goes by cut order, then pinned last, then the lowest rank, then the last of equals', () => {
  const gone = (items: readonly FitItem[], space: number) =>
    within(items, space).lastSteps.map((step) => step === 0)
  expect(gone([item(10, [out(2)]), item(10, [out(1)], { rank: 9 })], 10)).toEqual([false, true])
  expect(gone([item(10, [out(1)], { pinned: true }), item(10, [out(1)], { rank: 9 })], 10)).toEqual([
    false,
    true,
  ])
  expect(gone([item(10, [out(1)], { rank: 1 }), item(10, [out(1)], { rank: 2 })], 10)).toEqual([true, false])
  expect(gone([item(10, [out(1)]), item(10, [out(1)])], 10)).toEqual([false, true])
})

it('a cut skips the best of a group at the step that spares them', () => {
  const spared: FitStep = { cutOrder: 1, sparedCount: 1, tokens: 0 }
  const items = [3, 2, 1].map((rank) => item(10, [spared, out(2)], { rank }))
  expect(within(items, 10)).toEqual({ lastSteps: [undefined, 0, 0], tokens: 10 })
  expect(within(items, 0)).toEqual({ lastSteps: [1, 0, 0], tokens: 0 })
})

it('a cut gives back what a large step leaves free, the last step first, and never what is out', () => {
  const to = (cutOrder: number, tokens: number): FitStep => ({ cutOrder, tokens })
  const items = [
    item(100, [to(1, 90), out(3)], { rank: 1 }),
    item(100, [to(1, 95), to(2, 10)], { rank: 2 }),
    item(500, [to(2, 20)], { rank: 3 }),
    item(30, [out(1)]),
  ]
  // The large one has to be shortened; both small ones need not.
  expect(within(items, 221)).toEqual({ lastSteps: [0, 1, 0, 0], tokens: 120 })
  expect(within(items, 221, { givesBack: true })).toEqual({
    lastSteps: [undefined, undefined, 0, 0],
    tokens: 220,
  })
  expect(within(items, 217, { givesBack: true })).toEqual({ lastSteps: [0, undefined, 0, 0], tokens: 210 })
})

it('a cut goes no further where a floor prevents a fit', () => {
  const items = [item(300, [cut(1, 220), out(2)], { rank: 2 }), item(300, [cut(1, 220), out(2)], { rank: 1 })]
  const terms = { floorTokens: 400 }
  expect(within(items, 330, { ...terms, givesBack: true })).toEqual({ lastSteps: [0, 0], tokens: 440 })
})

it('a cut may reach into what is free', () => {
  const cutting = item(500, [cut(1, 50), { cutOrder: 2, tokens: 5 }], { rank: 2 })
  const large = item(300, [{ cutOrder: 2, tokens: 10 }], { rank: 1 })
  expect(within([cutting, large], 340)).toEqual({ lastSteps: [0, 0], tokens: 60 })
  expect(within([cutting, large], 340, { givesBack: true })).toEqual({ lastSteps: [0, 0], tokens: 340 })
})

it('a step spares the first of equals, and the better one wherever it is', () => {
  const spared: FitStep = { cutOrder: 1, sparedCount: 1, tokens: 0 }
  const of = (...ranks: number[]) =>
    within(
      ranks.map((rank) => item(10, [spared], { rank })),
      10,
    ).lastSteps.map((step) => step === 0)
  expect([of(5, 5), of(1, 5), of(5, 1), of(1, 1, 5)]).toEqual([
    [false, true],
    [true, false],
    [false, true],
    [true, true, false],
  ])
})
