import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFrequencies } from '../../../../main/src/services/retrieval/frequencies.ts'

const term = fc.oneof(
  fc.constantFrom('林', '林远', '远山', 'ann', '𠮷野', '\uE000'),
  fc.string({ minLength: 1, maxLength: 6 }),
)
const passage = fc.array(
  term.map((it) => it.replace(/ /g, '_')),
  { minLength: 1, maxLength: 30 },
)

describe('createFrequencies', () => {
  it('counts each term once per passage and forgets passages that leave, as a Map would', () => {
    fc.assert(
      fc.property(fc.array(passage, { maxLength: 30 }), (passages) => {
        const frequencies = createFrequencies()
        const expected = new Map<string, number>()
        for (const [at, terms] of passages.entries()) {
          frequencies.apply({ terms: terms.join(' '), by: 1 })
          if (at % 3 === 0) frequencies.apply({ terms: terms.join(' '), by: -1 })
          else for (const it of new Set(terms)) expected.set(it, (expected.get(it) ?? 0) + 1)
        }
        for (const it of new Set(passages.flat())) expect(frequencies.of(it)).toBe(expected.get(it) ?? 0)
        expect(frequencies.of('没有')).toBe(0)
      }),
    )
  })

  it('keeps every count while it grows', () => {
    const frequencies = createFrequencies()
    const pair = (at: number) => String.fromCharCode(0x4e00 + (at % 5000), 0x5000 + Math.floor(at / 5000))
    for (let at = 0; at < 60_000; at++) frequencies.addStored(pair(at), 1 + (at % 7))
    for (let at = 0; at < 60_000; at += 97) expect(frequencies.of(pair(at))).toBe(1 + (at % 7))
  })
})
