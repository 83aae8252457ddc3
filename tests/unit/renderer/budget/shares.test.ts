import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formOf, layersOf, whole, withShare } from '../../../../renderer/src/features/budget/shares.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const layer = fc.constantFrom('rules', 'settings', 'retrieved', 'immediate')
const sum = (values: Readonly<Record<string, number>>) =>
  Object.values(values).reduce((one, other) => one + other, 0)

test('whatever slider is moved how often, the shares add up to exactly the whole and none is negative', () => {
  const usual = formOf({
    rules: { ratio: 0.15, minimumTokens: 500 },
    settings: { ratio: 0.1, minimumTokens: 200 },
    retrieved: { ratio: 0.25, minimumTokens: 0 },
    immediate: { ratio: 0.5, minimumTokens: 2000 },
  })
  expect(usual).toEqual({
    shares: { rules: 1500, settings: 1000, retrieved: 2500, immediate: 5000 },
    minimums: { rules: '500', settings: '200', retrieved: '0', immediate: '2000' },
  })
  const checked = countedChecks()
  fc.assert(
    fc.property(fc.array(fc.tuple(layer, fc.integer({ min: -100, max: 10_100 }))), (moves) => {
      checked.when(moves.length > 0)
      let { shares } = usual
      for (const [name, share] of moves) {
        shares = withShare(shares, name, share)
        expect(shares[name]).toBe(Math.min(whole, Math.max(0, share)))
      }
      expect(sum(shares)).toBe(whole)
      expect(Math.min(...Object.values(shares))).toBeGreaterThanOrEqual(0)
      const ratios = Object.values(layersOf({ ...usual, shares })).map(({ ratio }) => ratio)
      expect(Math.abs(ratios.reduce((one, other) => one + other, 0) - 1)).toBeLessThan(1e-9)
    }),
  )
  checked.expectShare(0.7)
})

test('the other layers give way in their proportions', () => {
  const shares = { rules: 1500, settings: 1000, retrieved: 2500, immediate: 5000 }
  expect(withShare(shares, 'immediate', 0)).toEqual({
    rules: 3000,
    settings: 2000,
    retrieved: 5000,
    immediate: 0,
  })
})
