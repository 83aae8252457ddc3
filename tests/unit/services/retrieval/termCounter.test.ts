import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTermCounter } from '../../../../main/src/services/retrieval/termCounter.ts'

function count(terms: readonly (readonly string[])[], text: string): number[] {
  const counts = new Float64Array(terms.length)
  createTermCounter(terms)(text, counts)
  return [...counts]
}

describe('createTermCounter', () => {
  it('counts a name in all its forms, and terms inside one another each for itself', () => {
    expect(count([['宋江', '公明'], ['江'], ['江公']], '宋江公明，宋江。')).toEqual([3, 2, 1])
  })

  it('takes Latin words whole, next to Chinese too, and never inside a longer word or a decomposed one', () => {
    expect(count([['ann']], 'ann说annabel与joann，ann。')).toEqual([2])
    expect(count([['cafe']], 'cafe\u0301 cafe')).toEqual([1])
  })

  it('does not cut surrogate pairs: half of another character is no match', () => {
    expect(count([['𠮷'], ['𠮷野']], '𠮷野𠮶野')).toEqual([1, 1])
  })

  it('agrees with a plain search for any terms of Chinese characters', () => {
    const text = fc.stringMatching(/^[林远雾港𠮷，]{0,40}$/u)
    const term = fc.stringMatching(/^(?:[林远雾港]|𠮷){1,3}$/u)
    fc.assert(
      fc.property(text, fc.uniqueArray(term, { minLength: 1, maxLength: 6 }), (where, terms) => {
        const plain = terms.map((one) => [...where.matchAll(new RegExp(`(?=${one})`, 'gu'))].length)
        expect(
          count(
            terms.map((one) => [one]),
            where,
          ),
        ).toEqual(plain)
      }),
    )
  })
})
