import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { omissions } from '../../../../../main/src/services/manuscript/import/issues.ts'
import { createSheet } from '../../../../../main/src/services/manuscript/import/sheet.ts'
import { splitNovel } from '../../../../../main/src/services/manuscript/import/split.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'
import { growsLinearly } from '../../../../support/cpuTime.ts'

const words = (text: string) => [{ kind: 'text' as const, text }]

/** `1 起` is a heading of level 1, everything else body text. */
function sheetOf(lines: readonly string[]) {
  const sheet = createSheet()
  for (const line of lines) {
    const heading = /^([1-6]) (.*)$/.exec(line)
    if (heading) sheet.heading(words(heading[2] ?? ''), Number(heading[1]))
    else sheet.paragraph(words(line))
  }
  return sheet.result()
}

const titles = (...lines: string[]) => {
  const extracted = sheetOf(lines)
  return splitNovel(extracted.text, extracted).parts.map(({ kind, title }) => title ?? kind)
}

describe('a source that marks its chapters', () => {
  test.each([
    ['headings without numbers', ['1 雾起', '甲', '1 潮落', '乙'], ['雾起', '潮落']],
    ['text above them is front matter', ['献词', '1 雾起', '甲', '1 潮落', '乙'], ['front', '雾起', '潮落']],
    ['one title above', ['1 雾港来信', '某某 著', '2 雾起', '甲', '2 潮落', '乙'], ['front', '雾起', '潮落']],
    [
      'volumes right above chapters',
      ['1 上部', '2 雾起', '甲', '2 潮落', '乙', '1 下部', '2 归航', '丙'],
      ['雾起', '潮落', '归航'],
    ],
    [
      'scenes below chapters',
      ['1 雾起', '甲', '2 码头', '乙', '2 灯塔', '丙', '1 潮落', '丁'],
      ['雾起', '潮落'],
    ],
    [
      'numbered lines win when they are more',
      ['1 第一卷', '第一章 起', '甲', '第二章 承', '乙'],
      ['第一章 起', '第二章 承'],
    ],
    [
      'volumes at the level of the chapters',
      ['1 第一卷 起', '1 雾起', '甲', '1 潮落', '乙', '1 第二卷 承', '1 归航', '丙'],
      ['雾起', '潮落', '归航'],
    ],
    ['a volume with text of its own', ['1 第一卷 起', '甲', '1 雾起', '乙'], ['第一卷 起', '雾起']],
    ['no heading at all', ['甲', '乙'], ['chapter']],
  ])('is split at them: %s', (_, lines, expected) => {
    expect(titles(...lines)).toEqual(expected)
  })
})

test.each(['\n', '\r\n', '\r'])(
  'volume lines above headings of Markdown open the chapters below (%j)',
  (end) => {
    const lines = [
      ...[
        '第一部 起',
        '第一卷 桃园',
        '',
        '# 雾起',
        '',
        '## 夜',
        '',
        '甲。',
        '',
        '# 潮落',
        '',
        '第二卷 在他手里',
        '乙。',
        '',
        '第一卷完',
        '',
      ],
      ...['第二卷 许都', '', '# 归航', '', '丙。', ''],
    ]
    const text = lines.join(end)
    const { parts } = splitNovel(text, { markdown: true })
    expect(
      parts.map(({ kind, title, volume, from, to }) => [kind, title, volume, text.slice(from, to)]),
    ).toEqual([
      ['chapter', '雾起', '第一部 起 · 第一卷 桃园', lines.slice(0, 9).join(end) + end],
      ['chapter', '潮落', '第一部 起 · 第一卷 桃园', lines.slice(9, 16).join(end) + end],
      ['chapter', '归航', '第二卷 许都', lines.slice(16).join(end)],
    ])
  },
)

test('whatever the headings are, the parts joined are the text and none is empty', () => {
  const line = fc.oneof(
    fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom('雾起', '上部', '第一章 起', '𠮷'))
      .map(([level, title]) => `${level} ${title}`),
    fc.constantFrom('', '甲。', '第二章 承', '第一卷'),
  )
  const checked = countedChecks()
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const extracted = sheetOf(lines)
      const { parts } = splitNovel(extracted.text, extracted)
      const slices = parts.map(({ from, to }) => extracted.text.slice(from, to))
      expect(slices.join('')).toBe(extracted.text)
      if (extracted.text !== '') expect(slices).not.toContain('')
      checked.when(parts.length > 1)
    }),
  )
  checked.expectShare(0.3)
})

test('what was left out is listed with its line', () => {
  const sheet = createSheet()
  sheet.heading(words('雾起'), 1)
  sheet.omit(omissions.picture)
  sheet.omit(omissions.picture)
  sheet.paragraph(words('甲'))
  sheet.omit(omissions.table)
  const extracted = sheet.result()
  expect(splitNovel(extracted.text, extracted).issues).toEqual([
    { kind: 'omitted', line: 2, heading: '', message: '图片没有导入。', english: 'A picture was left out.' },
    {
      kind: 'omitted',
      line: 4,
      heading: '',
      message: '表格变成了一格一段的文字。',
      english: 'A table became text, one paragraph for each cell.',
    },
  ])
})

test('a paragraph of a hundred thousand marked runs is written in linear time', () => {
  const write = (text: string) => {
    const runs = Array.from(text, (_, at) => ({
      ...{ kind: 'text' as const, text: at % 2 ? '雾' : '*' },
      ...(at % 2 && { emphasis: true as const }),
    }))
    createSheet().paragraph(runs)
  }
  expect(growsLinearly((times) => '雾'.repeat(12_500 * times), write)).toBe(true)
})
