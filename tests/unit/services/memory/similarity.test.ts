import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bigrams } from '../../../../main/src/services/memory/similarity.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

/** Cosine of two sets, as the index counts it. */
const of = (a: string, b: string) => {
  const [one, other] = [bigrams(a), bigrams(b)]
  return [...one].filter((term) => other.has(term)).length / Math.max(1, Math.sqrt(one.size * other.size))
}

describe('the similarity of two texts', () => {
  it('lies in [0,1] whatever the order, and is 1 for a text and itself', () => {
    const text = fc.string({ unit: fc.constantFrom('雾', '港', '林', '远', '。', ' ', 'a', '𠮷', '\u3000') })
    const checked = countedChecks()
    fc.assert(
      fc.property(text, text, text, (before, shared, after) => {
        const [a, b] = [before + shared, shared + after]
        const value = of(a, b)
        expect(value).toBe(of(b, a))
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        if (bigrams(a).size > 0) expect(of(a, a)).toBeCloseTo(1)
        checked.when(value > 0 && a !== b)
      }),
    )
    checked.expectShare(0.5)
  })

  it('ignores width, case and punctuation, and does not cross a full stop', () => {
    expect(of('ＡＢ雾港', 'ab雾港')).toBeCloseTo(1)
    expect(of('再冷一点。', '再冷一点')).toBeCloseTo(1)
    expect([bigrams('雾。港').size, bigrams('雾港').size, bigrams('𠮷野').size]).toEqual([2, 1, 1])
    expect(bigrams('雾。港').has([...bigrams('雾')][0] ?? 0)).toBe(true)
    expect(of('雾港', '港雾')).toBe(0)
  })

  it('is at most 1 for strange text', () => {
    for (const { text } of strangeTexts) expect(of(text, text)).toBeLessThanOrEqual(1.000001)
  })
})
