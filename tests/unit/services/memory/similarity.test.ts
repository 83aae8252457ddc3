import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bigrams, similarity } from '../../../../main/src/services/memory/similarity.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

const of = (a: string, b: string) => similarity(bigrams(a), bigrams(b))

describe('likeness of two texts', () => {
  it('would depend on order or leave [0,1], or a text be unlike itself', () => {
    const text = fc.string({ unit: fc.constantFrom('雾', '港', '林', '远', '。', ' ', 'a', '𠮷', '\u3000') })
    fc.assert(
      fc.property(text, text, (a, b) => {
        const value = of(a, b)
        expect(value).toBe(of(b, a))
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        if (bigrams(a).size > 0) expect(of(a, a)).toBeCloseTo(1)
      }),
    )
  })

  it('width, case and punctuation would make two words of one, or cross a full stop', () => {
    expect(of('ＡＢ雾港', 'ab雾港')).toBeCloseTo(1)
    expect(of('再冷一点。', '再冷一点')).toBeCloseTo(1)
    expect(bigrams('雾。港')).toEqual(new Set(['雾', '港']))
    expect(bigrams('𠮷野')).toEqual(new Set(['𠮷野']))
  })

  it('strange text would throw', () => {
    for (const { text } of strangeTexts) expect(of(text, text)).toBeLessThanOrEqual(1.000001)
  })
})
