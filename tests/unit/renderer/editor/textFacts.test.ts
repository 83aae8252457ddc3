import { Text } from '@codemirror/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countText } from '../../../../renderer/src/features/editor/counts.ts'
import { headingsOf } from '../../../../renderer/src/features/editor/scenes.ts'
import { createTextFacts } from '../../../../renderer/src/features/editor/textFacts.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const line = '\u3000\u3000夜里起了雾，他说“OK”，——船还没有靠岸。'
const chapterOf = (lines: number) => Text.of(['# 第一章　雾', ...Array<string>(lines).fill(line)])

/** Counts as `countText` does, and how much text it was given. */
const watched = () => {
  const given: number[] = []
  const facts = createTextFacts((text) => {
    given.push(text.length)
    return countText(text)
  })
  return { facts, given }
}

test('a key pressed in a chapter of 250,000 characters counts fewer than 2,500 of them again', () => {
  const { facts, given } = watched()
  const chapter = chapterOf(10_400)
  expect(chapter.length).toBeGreaterThan(250_000)
  facts.of(chapter)
  given.length = 0
  const typed = chapter.replace(120_000, 120_000, Text.of(['雾']))
  expect(facts.of(typed).counts).toEqual(countText(typed.toString()))
  expect(given.length).toBeLessThanOrEqual(2)
  expect(given.reduce((sum, units) => sum + units, 0)).toBeLessThan(2500)
  given.length = 0
  facts.of(typed)
  expect(given).toEqual([])
})

test('a long chapter is counted in slices, and an ordinary one in one', () => {
  const { facts, given } = watched()
  const chapter = chapterOf(10_400)
  const slices: number[] = []
  for (let done = false; !done; given.length = 0) {
    done = facts.record(chapter, 40_000)
    slices.push(given.reduce((sum, units) => sum + units, 0))
  }
  expect(slices).toHaveLength(7)
  expect(Math.max(...slices)).toBeLessThan(45_000)
  expect(slices.reduce((sum, units) => sum + units, 0)).toBeLessThanOrEqual(chapter.length)
  expect(facts.record(chapterOf(200), 40_000)).toBe(true)
})

test('a selection of everything counts only its ends', () => {
  const { facts, given } = watched()
  const chapter = chapterOf(10_400)
  facts.of(chapter)
  given.length = 0
  const { length } = chapter
  expect(facts.countsWithin(chapter, 5, length - 5)).toEqual(countText(chapter.sliceString(5, length - 5)))
  expect(given.reduce((sum, units) => sum + units, 0)).toBeLessThan(5000)
})

test('counts and headings are those of the whole text, however it was written and whatever is selected', () => {
  const piece = fc.constantFrom(
    '林远',
    '，',
    '“',
    '”',
    '—',
    "isn't",
    '’',
    ' ',
    '\u3000',
    '𠮷',
    '# 雾',
    '## a',
    '2026',
  )
  const texts = fc.array(fc.array(piece, { maxLength: 6 }), { minLength: 1, maxLength: 90 })
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat(40), fc.array(piece, { maxLength: 3 }), fc.boolean()))
  const checked = countedChecks()
  fc.assert(
    fc.property(texts, edits, fc.nat(), fc.nat(), (lines, changes, one, other) => {
      checked.when(changes.length > 0)
      const facts = createTextFacts()
      let text = Text.of(lines.map((pieces) => pieces.join('')))
      for (const [at, length, pieces, breaks] of changes) {
        facts.of(text)
        const from = at % (text.length + 1)
        const to = Math.min(from + length, text.length)
        text = text.replace(from, to, Text.of(breaks ? ['', ...pieces] : [pieces.join('')]))
      }
      const whole = text.toString()
      const headings = headingsOf(whole).map(({ level, title }) => ({ level, title }))
      expect(facts.of(text)).toEqual({ counts: countText(whole), headings })
      const ends = [one % (text.length + 1), other % (text.length + 1)].toSorted((a, b) => a - b)
      const [from = 0, to = 0] = ends
      expect(facts.countsWithin(text, from, to)).toEqual(countText(whole.slice(from, to)))
    }),
  )
  checked.expectShare(0.7)
})
