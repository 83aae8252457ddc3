import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWordMatcher } from '../../../../main/src/services/wordLists/wordMatcher.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const placesIn = (words: readonly string[], text: string) =>
  createWordMatcher(words)(text).map(({ index, from, to }) => [words[index], from, to])

test.each<[string, readonly string[], string, readonly unknown[]]>([
  [
    'finds every word, also one at the end',
    ['一愁莫展', '按耐'],
    '他一愁莫展，按耐',
    [
      ['一愁莫展', 1, 5],
      ['按耐', 6, 8],
    ],
  ],
  [
    'prefers the longest that begins at a place',
    ['赌博', '赌博网', '博网站'],
    '这是赌博网站',
    [['赌博网', 2, 5]],
  ],
  ['finds a word that is the end of a longer one begun before', ['abcd', 'bc'], 'x abce bc', [['bc', 7, 9]]],
  [
    'goes on after a long beginning that comes to nothing',
    ['江湖夜雨十年灯', '夜雨'],
    '江湖夜雨十年',
    [['夜雨', 2, 4]],
  ],
  [
    'takes capitals and small letters as the same',
    ['teh'],
    'Teh end, teh',
    [
      ['teh', 0, 3],
      ['teh', 9, 12],
    ],
  ],
  ['finds no Latin word inside another', ['teh'], 'tehran ateh', []],
  ['has offsets in UTF-16 units behind rare characters', ['𠮷野'], '𠮷𠮷野', [['𠮷野', 2, 5]]],
  ['finds nothing without words', [], '雾', []],
])('the matcher is right: it %s', (_what, words, text, expected) => {
  expect(placesIn(words, text)).toEqual(expected)
})

test('the matcher finds what a search for each word at each place finds', () => {
  const word = fc.string({ unit: fc.constantFrom('甲', '乙', '丙'), minLength: 1, maxLength: 4 })
  const text = fc.string({ unit: fc.constantFrom('甲', '乙', '丙', '丁'), maxLength: 40 })
  const checked = countedChecks()
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 12 }), text, (words, whole) => {
      const expected: unknown[] = []
      for (let at = 0; at < whole.length; ) {
        const [longest] = words
          .filter((each) => whole.startsWith(each, at))
          .toSorted((a, b) => b.length - a.length)
        if (longest !== undefined) expected.push([longest, at, at + longest.length])
        at += longest?.length ?? 1
      }
      checked.when(expected.length > 0)
      expect(placesIn(words, whole)).toEqual(expected)
    }),
  )
  checked.expectShare(0.4)
})
