import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withEndingsOf, withLineFeeds } from '../../../../main/src/services/creonow/authorFiles.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const line = fc.constantFrom('', '　　林远推开门。', '雾散了？', '𠮷田', 'the end')
const end = fc.constantFrom('\n', '\r\n', '\r')
const text = fc
  .array(fc.tuple(line, end), { maxLength: 8 })
  .chain((lines) => line.map((last) => `${lines.map(([words, ending]) => words + ending).join('')}${last}`))

test('a text that a form gives back unchanged keeps every byte', () => {
  const checked = countedChecks()
  fc.assert(
    fc.property(text, (before) => {
      expect(withEndingsOf(before, withLineFeeds(before))).toBe(before)
      checked.when(before.includes('\r'))
    }),
  )
  checked.expectShare(0.5)
})

test('a form’s text is stored with exactly the lines it has', () => {
  const checked = countedChecks()
  fc.assert(
    fc.property(text, text, (before, written) => {
      const wanted = withLineFeeds(written)
      expect(withLineFeeds(withEndingsOf(before, wanted))).toBe(wanted)
      checked.when(before.includes('\r') && before !== written)
    }),
  )
  checked.expectShare(0.5)
})

test('a line that is emptied behind a lone CR stays a line of its own', () => {
  const stored = withEndingsOf('𠮷田\rthe end\n', '𠮷田\n\n')
  expect([stored, withLineFeeds(stored)]).toEqual(['𠮷田\r\n\n', '𠮷田\n\n'])
})

test('lines around a change keep their endings, and a new line gets the commonest', () => {
  const before = '　　甲\r\n乙\n丙\r\n丁'
  expect(withEndingsOf(before, '　　甲\n乙二\n新\n丙\n丁')).toBe('　　甲\r\n乙二\r\n新\r\n丙\r\n丁')
  expect(withEndingsOf('甲\n乙', '甲\n丙\n乙')).toBe('甲\n丙\n乙')
})
