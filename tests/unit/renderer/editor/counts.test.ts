import { describe, expect, test } from 'vitest'
import { countText } from '../../../../renderer/src/features/editor/counts.ts'
import { lineStyle } from '../../../../renderer/src/features/editor/indent.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

describe('countText', () => {
  test.each([
    ['', { words: 0, characters: 0 }],
    ['林远，走了。', { words: 6, characters: 6 }],
    ['他说 hello world 2026', { words: 5, characters: 16 }],
    ['\u3000\u3000林远\r\n', { words: 2, characters: 2 }],
    ['𠮷野家', { words: 3, characters: 3 }],
    ["don't", { words: 1, characters: 5 }],
  ])('%j', (text, counts) => {
    expect(countText(text)).toEqual(counts)
  })

  test.each(strangeTexts)('$name never has more words than characters', ({ text }) => {
    const { words, characters } = countText(text)
    expect(words).toBeLessThanOrEqual(characters)
  })
})

describe('lineStyle', () => {
  test('indents paragraphs, but not headings and not lines that bring their own indent', () => {
    const lines = ['林远走了。', '# 第一章', '#没有空格', '\u3000\u3000有缩进', ' 有空格', '']
    expect(lines.map(lineStyle)).toEqual(['indented', 'heading', 'indented', 'plain', 'plain', 'indented'])
  })
})
