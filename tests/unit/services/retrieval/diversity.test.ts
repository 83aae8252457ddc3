import { describe, expect, it } from 'vitest'
import { chooseDiverse } from '../../../../main/src/services/retrieval/diversity.ts'

const sentence = (seed: number) =>
  Array.from({ length: 300 }, (_, at) =>
    String.fromCodePoint(0x4e00 + ((at * 31 + seed * 977 + at * at * seed) % 9000)),
  ).join('')

const list = (...texts: readonly string[]) => texts.map((text, at) => ({ text, score: 10 - at }))
const order = (texts: readonly string[], k = texts.length) =>
  chooseDiverse(list(...texts), k).map(({ it }) => texts.indexOf(it.text))

describe('chooseDiverse', () => {
  const first = sentence(1)
  const copied = `${first.slice(0, 100)}变了${first.slice(110)}`

  it('puts a passage that was copied with a few words changed behind others, and takes it when there is room', () => {
    expect(order([first, copied, sentence(2), sentence(3)])).toEqual([0, 2, 3, 1])
    expect(order([first, copied, sentence(2)], 2)).toEqual([0, 2])
  })

  it('puts a second copy behind the first, however often the passage was copied', () => {
    const again = `${first.slice(0, 50)}又变${first.slice(60)}`
    expect(order([first, copied, again, sentence(2), sentence(3)], 3)).toEqual([0, 3, 4])
  })

  it('preserves the order where nothing repeats, and takes no short texts, which have no sample, for copies', () => {
    expect(order([sentence(4), '', '林远', '林远来了', sentence(5)])).toEqual([0, 1, 2, 3, 4])
  })

  it('gives values that fall from 1 and stay above zero, also where a poor passage only repeats', () => {
    const texts = [first, sentence(2), ...Array.from({ length: 9 }, (_, at) => `${copied}${at}`)]
    const values = chooseDiverse(list(...texts).slice(0, 10), 10).map(({ value }) => value)
    expect(values[0]).toBe(1)
    expect(values).toEqual(values.toSorted((a, b) => b - a))
    for (const value of values) expect(value).toBeGreaterThan(0)
  })
})
