import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Hunk, wordDiff } from '../../../../renderer/src/features/editor/wordDiff.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const shown = (before: string, after: string) =>
  wordDiff(before, after).map(({ fromA, toA, fromB, toB }) => [
    before.slice(fromA, toA),
    after.slice(fromB, toB),
  ])

describe('wordDiff', () => {
  test('finds the Chinese words that changed, not the sentence around them', () => {
    expect(shown('她独自走到码头，灯还亮着。', '她慢慢走到石堤，灯还亮着。')).toEqual([
      ['独自', '慢慢'],
      ['码头', '石堤'],
    ])
  })

  test('finds the English words that changed, and a phrase as one change', () => {
    expect(shown('The old red lamp went out.', 'The new blue lamp died out.')).toEqual([
      ['old red', 'new blue'],
      ['went', 'died'],
    ])
  })

  test('joins two changes with one unchanged character between them, and leaves two characters alone', () => {
    expect(shown('甲，乙', '丙，丁')).toEqual([['甲，乙', '丙，丁']])
    expect(shown('甲——乙', '丙——丁')).toEqual([
      ['甲', '丙'],
      ['乙', '丁'],
    ])
    expect(shown('甲𠮷乙', '丙𠮷丁')).toEqual([['甲𠮷乙', '丙𠮷丁']])
  })

  test('does not cut a surrogate pair or a line ending in two', () => {
    expect(shown('𠮷野家。\r\n雾', '𡨸野家。\n雾')).toEqual([
      ['𠮷', '𡨸'],
      ['\r\n', '\n'],
    ])
  })

  test('has nothing to say of equal texts, and one change of texts without a common word', () => {
    expect(wordDiff('雾来了。', '雾来了。')).toEqual([])
    expect(wordDiff('', 'Fog.')).toEqual([{ fromA: 0, toA: 0, fromB: 0, toB: 4 }])
    const long = (word: string) => Array.from({ length: 4000 }, (_, at) => `${word}${at}`).join(' ')
    expect(wordDiff(long('a'), long('b'))).toEqual([
      { fromA: 0, toA: long('a').length, fromB: 0, toB: long('b').length },
    ])
  })

  test('gives back the old text, the new one, and the mix of any choice between', () => {
    const words = [
      '雾',
      '灯塔',
      '码头',
      '她',
      '𠮷',
      '，',
      '。',
      '\r\n',
      '\n',
      '\u3000',
      'fog',
      ' ',
      'the',
      'lamp',
      "don't",
      '👨‍👩‍👧',
    ]
    const word = fc.constantFrom(...words)
    // Most words stay, as in a text that was polished.
    const change = fc.option(fc.array(word, { maxLength: 2 }), { freq: 2 })
    const pairs = fc.array(fc.tuple(word, change), { maxLength: 40 })
    const checked = countedChecks()
    fc.assert(
      fc.property(pairs, fc.infiniteStream(fc.boolean()), (list, choice) => {
        const before = list.map(([old]) => old).join('')
        const after = list.map(([old, now]) => now?.join('') ?? old).join('')
        const hunks = wordDiff(before, after)
        checked.when(hunks.length > 1)
        expect(mixOf(before, after, hunks, () => true)).toBe(after)
        expect(mixOf(before, after, hunks, () => false)).toBe(before)
        const isChosen = hunks.map(() => choice.next().value)
        expect(mixOf(before, after, hunks, (index) => isChosen[index] === true)).toBe(
          byHand(before, after, hunks, isChosen),
        )
        for (const [index, { fromA, toA, fromB, toB }] of hunks.entries()) {
          expect(toA - fromA + toB - fromB).toBeGreaterThan(0)
          const last = hunks[index - 1]
          if (last !== undefined) expect([...before.slice(last.toA, fromA)].length).toBeGreaterThan(1)
        }
      }),
      { numRuns: 1000 },
    )
    checked.expectShare(0.3)
  })
})

/** The mix from the end, one replacement at a time. */
const byHand = (before: string, after: string, hunks: readonly Hunk[], isChosen: readonly boolean[]) =>
  hunks.reduceRight(
    (text, { fromA, toA, fromB, toB }, index) =>
      isChosen[index] ? text.slice(0, fromA) + after.slice(fromB, toB) + text.slice(toA) : text,
    before,
  )

/** The mix from the beginning, stretch by stretch. */
const mixOf = (
  before: string,
  after: string,
  hunks: readonly Hunk[],
  isChosen: (index: number) => boolean,
) => {
  let [mix, at] = ['', 0]
  for (const [index, { fromA, toA, fromB, toB }] of hunks.entries()) {
    mix += before.slice(at, fromA) + (isChosen(index) ? after.slice(fromB, toB) : before.slice(fromA, toA))
    at = toA
  }
  return mix + before.slice(at)
}
