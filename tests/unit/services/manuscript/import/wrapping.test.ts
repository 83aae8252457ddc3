import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinLines, wrapWidth } from '../../../../../main/src/services/manuscript/import/wrapping.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

/** Breaks a paragraph as a program does: before the word, or the character, that does not fit any more. */
function wrapped(paragraph: string, width: number, end: string): string {
  const pieces = paragraph.match(/[^\s\u4e00-\u9fff]+|[\u4e00-\u9fff][，。]?|\s/g) ?? []
  const lines: string[] = ['']
  const columns = (text: string) =>
    [...text].reduce((sum, each) => sum + (/[\u2e80-\uffff]/.test(each) ? 2 : 1), 0)
  for (const piece of pieces) {
    const line = lines.at(-1) ?? ''
    if (columns(line) + columns(piece.trim()) > width && line !== '') lines.push(piece.trimStart())
    else lines[lines.length - 1] = line + piece
  }
  return lines.map((line) => line.trimEnd()).join(end)
}

const englishWord = fc.stringMatching(/^[A-Za-z]{1,11}[,;.]?$/)
const english = fc.array(englishWord, { minLength: 60, maxLength: 120 }).map((words) => words.join(' '))
const chineseWord = fc.constantFrom('林远', '魏伯', '雾港，', '灯塔', '许三娘', '潮水退了。', '他说，', '信')
const chinese = fc.array(chineseWord, { minLength: 80, maxLength: 160 }).map((words) => words.join(''))
const layout = fc.record({
  width: fc.integer({ min: 60, max: 80 }),
  end: fc.constantFrom('\n', '\r\n', '\r'),
})

describe('lines that a program broke', () => {
  test('are found and joined to the very paragraphs they were broken from', () => {
    const checks = countedChecks()
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(english, { minLength: 6, maxLength: 9 }),
          fc.array(chinese, { minLength: 6, maxLength: 9 }),
        ),
        layout,
        (paragraphs, { width, end }) => {
          const text = paragraphs.map((one) => wrapped(one, width, end)).join(end + end)
          const found = wrapWidth(text)
          checks.when(found !== undefined && found <= width)
          if (found !== undefined) expect(joinLines(text, found)).toBe(paragraphs.join(end + end))
        },
      ),
      { numRuns: 60 },
    )
    checks.expectShare(0.95)
  })

  test('lose no character but line breaks, whatever the text and the width', () => {
    const short = (lines: fc.Arbitrary<string>) => lines.map((line) => line.slice(0, 76))
    const line = fc.oneof(
      short(english),
      short(chinese),
      fc.string({ unit: 'binary', maxLength: 90 }),
      fc.constantFrom('', '　　', '“𠮷”', '---'),
    )
    const bare = (text: string) => text.replace(/[\s]/g, '')
    const checks = countedChecks()
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 8 }),
        fc.integer({ min: 1, max: 100 }),
        layout,
        (lines, width, { end }) => {
          const text = lines.join(end)
          const joined = joinLines(text, width)
          checks.when(joined !== text)
          expect(bare(joined)).toBe(bare(text))
          // What is not a break stays as it is.
          const spaces = (some: string) => some.replace(/[\r\n]/g, '').length
          expect(spaces(joined)).toBeGreaterThanOrEqual(spaces(text))
        },
      ),
    )
    checks.expectShare(0.3)
  })

  test('are not verses, letters, lists, indented lines, headings and short lines, which stay as they are', () => {
    const prose = 'the fog came in over the harbour and the lamp was not lit, so he stood'
    const kept = [
      'Chapter 1',
      'The Harbour Where Nobody Had Lit A Lamp Since The Night Of The Wreck, X',
      prose,
      '    an indented line that stands apart from what is above it by itself',
      '',
      'Dear Sir,',
      'I have your letter.',
      'Yours, etc.',
      '',
      'Tiger, tiger, burning bright',
      'In the forests of the night',
      '',
      `${prose} by`,
      '- one thing that is a long item in a list of long things to be kept so',
      '- another',
      '',
      '　　林远把信折好，放进怀里，慢慢走下三十三级石阶，雾里有人敲了一下钟没',
      '　　魏伯没有说话。',
    ].join('\n')
    expect(joinLines(kept, 72, 2)).toBe(kept)
  })

  test('are not scene breaks, Markdown, tables, contents and Chinese lists, above and below full ones', () => {
    const prose = 'the fog came in over the harbour and the lamp was not lit, so he stood'
    const han = '林远在雾港的码头上等了整整一夜，灯塔始终没有亮，他把信又读了一遍，'
    for (const full of [prose, han]) {
      const lines = [
        ...['***', '* * *', '-----', '=====', '＊＊＊', '◇◇◇', '☆', '——————', '……………', '## 夜宴', '> 引文'],
        '| name      | age | place of birth and of death, as far as is known |',
        '|-----------|-----|--------------------------------------------------|',
        '+-----------+-----+--------------------------------------------------+',
        'Chapter I. The Beginning .......................................... 1',
        '第一章　雾港的码头上等了整整一夜…………………………………………12',
        '## The Harbour Where Nobody Had Lit A Lamp Since The Night Of The Wreck',
      ]
      const kept = lines
        .flatMap((line) => [full, line])
        .concat(full)
        .join('\n')
      expect(joinLines(kept, 70)).toBe(kept)
      const items = ['一、船', '十二、灯', '（三）信', '(4) bells', '①钟', '5、潮']
      const list = items.flatMap((line) => [full, line]).join('\n')
      expect(joinLines(list, 70)).toBe(list)
    }
    // A dash or dots at the end of a sentence are no line of their own.
    expect(joinLines(`${han}\n——`, 70)).toBe(`${han}——`)
    expect(joinLines(`${han}\n……”`, 70)).toBe(`${han}……”`)
  })

  test('are joined by a space between words, by nothing between Chinese characters, and a hyphen stays', () => {
    const full = (start: string, last: string) =>
      `${start}${'x'.repeat(70 - start.length - last.length)} ${last}`
    const join = (above: string, below: string) => joinLines(`${above}\n${below}`, 71)
    expect(join(full('He was a man of some', 'standing'), 'in the town')).toContain('standing in the town')
    expect(join(full('It was an', 'ill-'), 'bred thing')).toContain('ill-bred thing')
    expect(join(full('He said', 'so--'), 'but no more')).toContain('so--but no more')
    const han = '林远在雾港的码头上等了整整一夜，灯塔始终没有亮，他把信又读了一遍，'
    expect(joinLines(`${han}\n魏伯说：“好。”`, 70)).toBe(`${han}魏伯说：“好。”`)
    const quoted = '林远在雾港的码头上等了整整一夜，灯塔始终没有亮，魏伯站起来说好的”'
    expect(joinLines(`${quoted}\n“走吧。”`, 70)).toBe(`${quoted}“走吧。”`)
  })

  test('are not found in a book of one line a paragraph, nor in verse', () => {
    const paragraphs = Array.from({ length: 60 }, (_, at) => '林远没有回头。'.repeat(1 + ((at * 7) % 23)))
    expect(wrapWidth(paragraphs.join('\n'))).toBe(undefined)
    const verse = Array.from({ length: 60 }, (_, at) => `burning bright ${'night '.repeat(3 + (at % 5))}`)
    expect(wrapWidth(verse.join('\n'))).toBe(undefined)
  })
})
