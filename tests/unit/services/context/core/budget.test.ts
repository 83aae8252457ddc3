import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeBudget, findBudgetFault } from '../../../../../main/src/services/context/core/budget.ts'
import { defaultBudget } from '../../../../../main/src/services/context/core/layers.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

const input = {
  windowTokens: 32_768,
  outputReserveTokens: 4096,
  capacityTokens: 64_000,
  templateTokens: 672,
  historyBudgetTokens: 4000,
  hasConversation: false,
  exact: true,
  layers: defaultBudget,
}

describe('computeBudget', () => {
  it('takes window, reserve, template and history off in the right order', () => {
    expect(computeBudget({ ...input, hasConversation: true })).toEqual({
      maxInputTokens: 28_672,
      historyTokens: 4000,
      total: 24_000,
      sharedTokens: 24_000,
      promptTokens: 24_672,
      // Of 28,000: what a conversation takes does not shorten Rules.
      rulesLine: 4200,
      namedRulesTokens: 7000,
      dividedTokens: 28_000,
      fetch: { settingsTokens: 4800, retrievedTokens: 12_000, immediateTokens: 12_000 },
    })
  })
  it('never lets capacity be exceeded by a large window', () => {
    expect(computeBudget({ ...input, windowTokens: 1_000_000 }).maxInputTokens).toBe(64_000)
  })
  it('leaves a margin when counts are estimates', () => {
    expect(computeBudget({ ...input, exact: false }).promptTokens).toBe(Math.floor(28_672 / 1.15))
  })
  it('is nothing at all where the answer takes the whole window, but for the least of Rules', () => {
    const layers = { ...defaultBudget, rules: { ratio: 0.15, minimumTokens: 0 } }
    expect(computeBudget({ ...input, layers, windowTokens: 4096, hasConversation: true })).toEqual({
      ...{ maxInputTokens: 0, historyTokens: 0, total: 0, sharedTokens: 0, promptTokens: 0, rulesLine: 0 },
      ...{ namedRulesTokens: 0, dividedTokens: 0 },
      fetch: { settingsTokens: 0, retrievedTokens: 0, immediateTokens: 2000 },
    })
  })
  it('gives every part a whole number, ≥ 0 and within the total, for any limits', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(
        fc.nat(200_000),
        fc.nat(100_000),
        fc.nat(70_000),
        fc.nat(5000),
        fc.nat(9000),
        fc.boolean(),
        fc.boolean(),
        (
          windowTokens,
          outputReserveTokens,
          capacityTokens,
          templateTokens,
          historyBudgetTokens,
          hasConversation,
          exact,
        ) => {
          const budget = computeBudget({
            windowTokens,
            outputReserveTokens,
            capacityTokens,
            templateTokens,
            historyBudgetTokens,
            hasConversation,
            exact,
            layers: defaultBudget,
          })
          const { fetch, ...parts } = budget
          for (const part of [...Object.values(parts), ...Object.values(fetch)]) {
            expect(Number.isSafeInteger(part) && part >= 0).toBe(true)
          }
          expect(budget.total + budget.historyTokens).toBeLessThanOrEqual(budget.maxInputTokens)
          checked.when(budget.total > 0)
        },
      ),
    )
    checked.expectShare(0.2)
  })
})

describe('findBudgetFault', () => {
  const withRules = (ratio: number, minimumTokens = 500) => ({
    ...defaultBudget,
    rules: { ratio, minimumTokens },
  })
  it('accepts the defaults and a sum that is off only by rounding', () => {
    expect(findBudgetFault(defaultBudget)).toBeUndefined()
    expect(findBudgetFault(withRules(0.15 + 1e-10))).toBeUndefined()
  })
  it('names a ratio that is negative, not finite or makes the sum differ from one', () => {
    for (const ratio of [-0.15, Number.NaN, Number.POSITIVE_INFINITY, 0.16])
      expect(findBudgetFault(withRules(ratio))).toBe('ratio')
  })
  it('names a minimum that is negative or broken', () => {
    for (const minimum of [-1, 1.5, Number.NaN])
      expect(findBudgetFault(withRules(0.15, minimum))).toBe('minimum')
  })
})
