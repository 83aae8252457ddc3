import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFold } from '../../../../../main/src/services/codex/index.ts'
import {
  findExact,
  findFolded,
  hitsOf,
} from '../../../../../main/src/services/manuscript/search/bookSearch.ts'
import { flagsOf, matchesOf } from '../../../../../main/src/services/manuscript/search/expression.ts'
import { type Match, withReplacements } from '../../../../../main/src/services/manuscript/search/match.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

const fold = createFold()
const folded = (wanted: string, text: string) =>
  (findFolded(wanted, '', fold)(text) as Match[]).map(({ from, to }) => text.slice(from, to)) // it answers at once
const regex = (source: string, replacement: string, text: string) => {
  const matches = matchesOf({ source, flags: flagsOf(false), replacement, text })
  return withReplacements(text, matches, new Set())
}
const prose = fc.string({
  unit: fc.constantFrom(...'林远山，。“”a A\n\r\u3000é𠮷㎏１1', '\r\n', '林远'),
  maxLength: 60,
  size: 'max',
})

test('replacing touches nothing but the matches, and what is left out stays', () => {
  const checks = countedChecks()
  fc.assert(
    fc.property(
      prose,
      fc.constantFrom('林远', '，', 'a', '\r\n', '𠮷'),
      fc.array(fc.nat(5)),
      (text, wanted, except) => {
        const matches = findExact(wanted, '〇')(text) as Match[] // it answers at once
        const next = withReplacements(text, matches, new Set(except))
        const pieces = text.split(wanted)
        const joined = pieces
          .flatMap((piece, at) => (at === 0 ? [piece] : [except.includes(at - 1) ? wanted : '〇', piece]))
          .join('')
        expect(next).toBe(joined)
        checks.when(matches.length > 0)
      },
    ),
  )
  checks.expectShare(0.3)
})

describe('the search without regard to case, width and form', () => {
  test.each([
    ['LIN', 'lin Ｌｉｎ LiN 1in', ['lin', 'Ｌｉｎ', 'LiN']],
    ['后来', '後來，后来', ['後來', '后来']],
    ['!', '！!', ['！', '!']],
    ['𠮷', '𠮷野家', ['𠮷']],
    ['k', '㎏ k', ['k']],
    ['e', 'é e', ['e']],
    ['林 远', '林\r\n远 林 远', ['林 远']],
    ['林\n远', '林\r\n远', ['林\r\n远']],
    ['aa', 'aaaa', ['aa', 'aa']],
  ])('finds %s', (wanted, text, found) => {
    expect(folded(wanted, text)).toEqual(found)
  })
})

test('a match of the folded text equals the query when it is folded again', () => {
  const checks = countedChecks()
  fc.assert(
    fc.property(prose, fc.constantFrom('林远', 'A', '１', '，', 'kg'), (text, wanted) => {
      const matches = folded(wanted, text)
      for (const found of matches) expect(fold(found).text).toBe(fold(wanted).text)
      checks.when(matches.length > 0)
    }),
  )
  checks.expectShare(0.4)
})

describe('a regular expression', () => {
  test.each([
    ['“([^”]*)”', '「$1」', '“林远？”她问。“走。”', '「林远？」她问。「走。」'],
    ['(?<姓>林)(.)', '$2$<姓>$$$&', '林远', '远林$林远'],
    ['^', '\u3000\u3000', '雾。\r\n港。', '\u3000\u3000雾。\r\n\u3000\u3000港。'],
    ['。$', '！', '雾。\r\n港。', '雾！\r\n港！'],
    ['，', '\\n', '雾，港', '雾\n港'],
    ['，', '\\n', '雾，\r\n港，', '雾\r\n\r\n港\r\n'],
    ['\\n+', '$&$&', '雾\r\n\r\n港\n夜', '雾\r\n\r\n\r\n\r\n港\n\n夜'],
    ['\\p{Script=Han}', '字', '𠮷a', '字a'],
    ['(a)|b', '[$1$9]', 'ab', '[a][]'],
  ])('replaces %s by %s', (source, replacement, text, next) => {
    expect(regex(source, replacement, text)).toBe(next)
  })
})

test('a hit has its line and the text around it in that line, and cuts no character in two', () => {
  const text = `一\r\n二\r三\n${'𠮷'.repeat(40)}林远${'𡨸'.repeat(80)}\n林远`
  const matches = findExact('林远', '𠮷'.repeat(300))(text) as Match[] // it answers at once
  const hits = hitsOf(text, matches, 9)
  expect(hits.map(({ index, line, text: hit }) => [index, line, hit])).toEqual([
    [0, 4, '林远'],
    [1, 5, '林远'],
  ])
  expect(
    hits.map(({ before, after, replacement }) =>
      [before, after, replacement].every((part) => part.isWellFormed()),
    ),
  ).toEqual([true, true])
  expect([hits[0]?.before.length, hits[0]?.after.length, hits[1]?.before, hits[1]?.after]).toEqual([
    30,
    60,
    '',
    '',
  ])
})

test('lines are counted as editors count them, for any text and any match', () => {
  const checks = countedChecks()
  fc.assert(
    fc.property(prose, fc.constantFrom('林', '，', '\n', '\r\n', '。'), (text, wanted) => {
      const matches = findExact(wanted, '')(text) as Match[] // it answers at once
      for (const { from, line, before } of hitsOf(text, matches, 100)) {
        const lines = text.slice(0, from).split(/\r\n|\r(?!\n)|\n/)
        // A match that begins between CR and LF belongs to the line that ends there.
        const isHalved = text[from - 1] === '\r' && text[from] === '\n'
        expect(line).toBe(lines.length - Number(isHalved))
        expect(text.slice(0, from).endsWith(before)).toBe(true)
      }
      checks.when(matches.length > 0)
    }),
  )
  checks.expectShare(0.3)
})
