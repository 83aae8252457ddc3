import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createEstimatingTokenizer,
  createTokenizer,
  estimateTokens,
} from '../../../../main/src/services/tokens/index.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { strangeTexts } from '../../../support/strangeText.ts'
import { tableStore } from '../../../support/tokenTables.ts'
import { encodings, hanText, hostileText } from './reference.ts'

test('the fallback counts no fewer tokens than there are', async () => {
  for (const encoding of encodings) {
    const tokenizer = await createTokenizer(encoding, { store: tableStore })
    for (const { text } of strangeTexts)
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(tokenizer.count(text))
    const checked = countedChecks()
    fc.assert(
      fc.property(fc.oneof(hostileText(20), hanText(0, 60), fc.string({ unit: 'binary' })), (text) => {
        expect(estimateTokens(text)).toBeGreaterThanOrEqual(tokenizer.count(text))
        checked.when(text.length > 1)
      }),
      { numRuns: 5000 },
    )
    checked.expectShare(0.8)
  }
})

test('a text is measured in bytes of UTF-8, halves of surrogate pairs included', () => {
  const encoder = new TextEncoder()
  const checked = countedChecks()
  fc.assert(
    fc.property(fc.oneof(hostileText(20), fc.string({ unit: 'binary' })), (text) => {
      expect(estimateTokens(text)).toBe(encoder.encode(text).length)
      checked.when(/[\ud800-\udfff]/.test(text))
    }),
    { numRuns: 5000 },
  )
  checked.expectShare(0.3)
})

test('a wild factor is clamped, a missing one counts as 1', () => {
  const base = { id: 'base', exact: true, count: (text: string) => text.length }
  const counts = [0, 0.3, 1.1, 4, 1000, Number.NaN, Number.POSITIVE_INFINITY].map((factor) =>
    createEstimatingTokenizer({ id: 'claude', base, factor }).count('a'.repeat(100)),
  )
  expect(counts).toEqual([30, 30, 110, 400, 400, 100, 400])
})

test('an estimate is not exact, rounds up, and does not add up piece by piece', () => {
  const base = { id: 'base', exact: true, additive: true, count: (text: string) => text.length } as const
  const tokenizer = createEstimatingTokenizer({ id: 'claude', base, factor: 1.15 })
  expect({ ...tokenizer, count: tokenizer.count('abc') }).toEqual({ id: 'claude', exact: false, count: 4 })
  expect(createEstimatingTokenizer({ id: 'claude', base, factor: 1 })).toMatchObject({ additive: true })
})
