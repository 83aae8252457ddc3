import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countWords } from '../../../../main/src/lib/wordCount.ts'
import { countText } from '../../../../renderer/src/features/editor/counts.ts'
import { lineStyle } from '../../../../renderer/src/features/editor/indent.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

describe('countText', () => {
  test.each([
    ['', { wordCount: 0, characters: 0 }],
    ['林远，走了。', { wordCount: 6, characters: 6 }],
    ['他说 hello world 2026', { wordCount: 5, characters: 16 }],
    ['\u3000\u3000林远\r\n', { wordCount: 2, characters: 2 }],
    ['𠮷野家', { wordCount: 3, characters: 3 }],
    ["don't", { wordCount: 1, characters: 5 }],
    ['It isn’t', { wordCount: 2, characters: 7 }],
    ['他的‘好’', { wordCount: 5, characters: 5 }],
    ['“You’re late,” he said—twice.', { wordCount: 5, characters: 26 }],
    ['“……”', { wordCount: 4, characters: 4 }],
    ['“𠮷，”他说 “OK”', { wordCount: 7, characters: 10 }],
  ])('counts words and characters of %j', (text, counts) => {
    expect(countText(text)).toEqual(counts)
  })

  test.each(strangeTexts)('never counts more words than characters: $name', ({ text }) => {
    const { wordCount: words, characters } = countText(text)
    expect(words).toBeLessThanOrEqual(characters)
  })
})

test('the list of chapters counts as the page does', () => {
  const pieces = fc.constantFrom(
    '林远',
    '，',
    '’',
    "'",
    '-',
    'isn',
    't',
    '2026',
    '𠮷',
    '😀',
    '\r\n',
    '　',
    '—',
    '“',
    '…',
    ' ',
    '\u0301',
    'か',
    '\ud800',
  )
  const texts = fc.array(pieces, { maxLength: 30 }).map((some) => some.join(''))
  const checked = countedChecks()
  fc.assert(
    fc.property(texts, (text) => {
      checked.when(text.length > 5)
      expect(countWords(text)).toBe(countText(text).wordCount)
    }),
    { numRuns: 500 },
  )
  checked.expectShare(0.4)
  for (const { text } of strangeTexts) expect(countWords(text)).toBe(countText(text).wordCount)
})

describe('lineStyle', () => {
  test('indents paragraphs, but not headings and not lines that bring their own indent', () => {
    const lines = ['林远走了。', '# 第一章', '#没有空格', '\u3000\u3000有缩进', ' 有空格', '']
    expect(lines.map(lineStyle)).toEqual(['indented', 'heading', 'indented', 'plain', 'plain', 'indented'])
  })
})
