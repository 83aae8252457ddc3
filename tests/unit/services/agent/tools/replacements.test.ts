import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  composed,
  type Replacement,
  rangeBefore,
  splitByLines,
  withReplacements,
} from '../../../../../main/src/services/agent/tools/replacements.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

const words = fc
  .array(fc.constantFrom('雾', '林远', 'Ann ', '\n', '𠮷', ''), { maxLength: 4 })
  .map((all) => all.join(''))
const text = fc
  .array(fc.constantFrom('林远', '雾港。', 'Ann ', '\n', '\r\n', '𠮷'), { maxLength: 12 })
  .map((all) => all.join(''))

/** Some replacements of a text, in order and apart. */
const replacementsOf = (of: string) =>
  fc.array(fc.tuple(fc.nat(of.length), fc.nat(of.length), words), { maxLength: 4 }).map((all) =>
    all
      .map(([a, b, added]): Replacement => ({ from: Math.min(a, b), to: Math.max(a, b), text: added }))
      .sort((a, b) => a.from - b.from || a.to - b.to)
      .filter((each, at, sorted) => sorted.slice(0, at).every(({ to }) => to <= each.from)),
  )

test('two rounds of replacements composed give the text of one after the other', () => {
  const checks = countedChecks()
  fc.assert(
    fc.property(
      text.chain((before) =>
        replacementsOf(before).chain((first) =>
          replacementsOf(withReplacements(before, first)).map((second) => ({ before, first, second })),
        ),
      ),
      ({ before, first, second }) => {
        checks.when(first.length > 0 && second.length > 0)
        const between = withReplacements(before, first)
        const both = composed(first, second, between)
        expect(withReplacements(before, both)).toBe(withReplacements(between, second))
        for (const [at, { from, to }] of both.entries()) {
          expect(from).toBeLessThanOrEqual(to)
          expect(both[at - 1]?.to ?? 0).toBeLessThanOrEqual(from)
        }
      },
    ),
    { numRuns: 1000 },
  )
  checks.expectShare(0.5)
})

test('a range of the text after replacements has the same words in the text before, or is part of one', () => {
  const first = [
    { from: 2, to: 4, text: '林渊先生' },
    { from: 8, to: 8, text: '雾' },
  ]
  const before = '他是林远，她也认得林远山。'
  const after = withReplacements(before, first)
  const at = after.indexOf('林远山')
  const range = rangeBefore(first, { from: at, to: at + 3 })
  expect(range && before.slice(range.from, range.to)).toBe('林远山')
  expect(rangeBefore(first, { from: 3, to: 5 })).toBeUndefined()
})

test('a rewritten passage is one place for each paragraph that differs, and unchanged ones are none', () => {
  const original = '# 雾\n\n甲。\n\n乙。\n丙。\n'
  const now = '# 雾\n\n甲二。\n\n乙二。\n丙二。\n丁。\n'
  const places = splitByLines(original, { from: 0, to: original.length, text: now })
  expect(places.map(({ from, to, text: added }) => [original.slice(from, to), added])).toEqual([
    ['甲。\n', '甲二。\n'],
    ['乙。\n丙。\n', '乙二。\n丙二。\n丁。\n'],
  ])
  expect(withReplacements(original, places)).toBe(now)
})
