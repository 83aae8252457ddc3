import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allocate,
  type BudgetProfileName,
  profiles,
} from '../../../../../main/src/services/context/core/allocate.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

const names = Object.keys(profiles) as BudgetProfileName[] // their own keys
const chat = { hasRetrieval: true, rounds: 0, profile: 'chat' } as const
/** The numbers below are written out instead of imported, so that a change of the code fails here. */
const without = { ...chat, hasRetrieval: false }

describe('the division of a budget', () => {
  test('gives 500 to the system, a tenth to preferences, and 40, 15 and 45 % of the rest', () => {
    expect(allocate(10_000, chat)).toEqual({
      ...{ total: 10_000, system: 500, preferences: 1000 },
      ...{ shortTerm: 3400, longTerm: 1275, retrieval: 3825 },
    })
  })

  test('gives 55 and 45 % without retrieval, and leaves nothing unspent', () => {
    expect(allocate(10_000, without)).toEqual({
      ...{ total: 10_000, system: 500, preferences: 1000 },
      ...{ shortTerm: 4675, longTerm: 3825, retrieval: 0 },
    })
  })

  test.each([
    [20, 3400, 1275],
    [21, 3385, 1290],
    [60, 2763, 1912],
    [100, 2125, 2550],
    [5000, 2125, 2550],
  ])('gives after %i rounds %i tokens to short-term and %i to long-term', (rounds, shortTerm, longTerm) => {
    const divided = allocate(10_000, { ...chat, rounds })
    expect({ shortTerm: divided.shortTerm, longTerm: divided.longTerm }).toEqual({ shortTerm, longTerm })
  })

  test.each([
    [0, 0, 0],
    [1, 1, 0],
    [400, 371, 29],
    [555, 500, 55],
  ])(
    'of %i tokens shrinks the system to %i and preferences to %i first, in proportion',
    (total, system, preferences) => {
      const divided = allocate(total, chat)
      expect({ system: divided.system, preferences: divided.preferences }).toEqual({ system, preferences })
    },
  )

  test('takes what instructions need from retrieval, then long-term, then short-term, then preferences', () => {
    const parts = (systemTokens: number) => {
      const { system, preferences, shortTerm, longTerm, retrieval } = allocate(10_000, {
        ...chat,
        systemTokens,
      })
      return [system, preferences, shortTerm, longTerm, retrieval]
    }
    expect(parts(400)).toEqual([500, 1000, 3400, 1275, 3825])
    expect(parts(1500)).toEqual([1500, 1000, 3400, 1275, 2825])
    expect(parts(5000)).toEqual([5000, 1000, 3400, 600, 0])
    expect(parts(9500)).toEqual([9500, 500, 0, 0, 0])
    expect(parts(99_000)).toEqual([10_000, 0, 0, 0, 0])
  })

  test('is whole, never negative and adds up to the total, whatever is asked', () => {
    const asked = fc.record({
      hasRetrieval: fc.boolean(),
      rounds: fc.oneof(fc.nat(150), fc.double()),
      profile: fc.constantFrom(...names),
      systemTokens: fc.oneof(fc.nat(5000), fc.nat(), fc.constant(Number.NaN)),
    })
    const small = countedChecks()
    const longTalk = countedChecks()
    fc.assert(
      fc.property(
        fc.oneof(fc.nat(3000), fc.nat(2_000_000), fc.double({ min: 0 })),
        asked,
        (total, request) => {
          const { total: all, ...parts } = allocate(total, request)
          const values = Object.values(parts)
          expect(values.every((part) => Number.isSafeInteger(part) && part >= 0)).toBe(true)
          expect(values.reduce((sum, part) => sum + part, 0)).toBe(all)
          expect(all).toBeLessThanOrEqual(Number.isNaN(total) ? 0 : total)
          expect(request.hasRetrieval || parts.retrieval === 0).toBe(true)
          small.when(total < 556)
          longTalk.when(request.rounds > 20)
        },
      ),
      { numRuns: 500 },
    )
    small.expectShare(0.2)
    longTalk.expectShare(0.3)
  })
})
