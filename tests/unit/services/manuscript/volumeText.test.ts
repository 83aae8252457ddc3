import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAppError } from '../../../../main/src/lib/appError.ts'
import {
  parseChineseNumber,
  writeChineseNumber,
} from '../../../../main/src/services/manuscript/import/numbers.ts'
import { findVolumeLine } from '../../../../main/src/services/manuscript/volumeLine.ts'
import {
  changedStart,
  retitledVolume,
  volumeBlock,
  volumeTitle,
  withBlock,
  withoutVolume,
  withVolume,
} from '../../../../main/src/services/manuscript/volumeText.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const chapter = (text: string, title = '第二回 张翼德', name = '第二回 张翼德') => ({ text, title, name })
const whyOf = (task: () => unknown) => {
  try {
    task()
    return 'nothing'
  } catch (error) {
    return isAppError(error) ? (error.details as { why?: string }).why : String(error)
  }
}

test.each([
  ['桃园', 3, true, '第三卷 桃园'],
  ['', 12, true, '第十二卷'],
  ['# 第二卷　许都', 9, true, '第二卷　许都'],
  ['第一部 起 · 第一卷 承', 1, true, '第一部 起 · 第一卷 承'],
  ['𠮷野·雾', 1, true, '第一卷 𠮷野·雾'],
  ['The Sea', 2, true, 'Volume 2: The Sea'],
  ['', 2, false, 'Volume 2'],
  ['Part Two\r\nThe Sea', 2, false, 'Part Two The Sea'],
])('the title %j as volume %i is written %s', (wanted, index, isChinese, title) => {
  expect(volumeTitle(wanted, index, isChinese)).toBe(title)
})

test.each(['他走了。她没有走。', '坏\uD83D字', '很长'.repeat(100)])(
  'the text %j is no title of a volume',
  (wanted) => {
    expect(whyOf(() => volumeTitle(wanted, 1, true))).toBe('volumeTitle')
  },
)

test('a number written in Chinese is read as the same number', () => {
  expect([1, 10, 12, 20, 21, 100, 101, 110, 999, 1000, 1010, 10_000].map(writeChineseNumber)).toEqual([
    ...[
      '一',
      '十',
      '十二',
      '二十',
      '二十一',
      '一百',
      '一百零一',
      '一百一十',
      '九百九十九',
      '一千',
      '一千零一十',
      '10000',
    ],
  ])
  for (let value = 1; value < 10_100; value++)
    expect(parseChineseNumber(writeChineseNumber(value))).toBe(value)
})

test.each([
  ['第二回 张翼德\r\n\r\n正文\r\n', '第二卷 许都\r\n\r\n第二回 张翼德\r\n\r\n正文\r\n'],
  ['# 第二回 张翼德\n正文', '第二卷 许都\n\n# 第二回 张翼德\n正文'],
  ['\u3000\u3000第二回 张翼德\r正文', '第二卷 许都\r\r\u3000\u3000第二回 张翼德\r正文'],
  // Without a heading of its own it would begin no volume.
  ['\u3000\u3000无题的正文。\r\n', '第二卷 许都\r\n\r\n# 第二回 张翼德\r\n\r\n\u3000\u3000无题的正文。\r\n'],
  ['', '第二卷 许都\n\n# 第二回 张翼德\n\n'],
])('a chapter %j starts with its volume in its own line endings', (text, expected) => {
  expect(changedStart(text, withVolume(chapter(text), '第二卷 许都'))).toBe(expected)
})

test('a chapter that begins a volume, or is titled like one, begins no other', () => {
  const there = chapter('第一卷 桃园\n\n第二回 张翼德\n')
  expect(whyOf(() => withVolume(there, '第二卷 许都'))).toBe('volumeThere')
  const titled = chapter('第三卷 官渡\n\n正文\n', '第三卷 官渡', '官渡')
  expect(whyOf(() => withVolume(titled, '第二卷 许都'))).toBe('volumeHere')
})

test.each([
  ['第一卷 桃园\r\n\r\n第二回 张翼德\r\n', '第一卷 南阳\r\n\r\n第二回 张翼德\r\n'],
  ['\r\n\u3000\u3000第一卷　桃园\r\n第二回 张翼德\r\n', '\r\n\u3000\u3000第一卷 南阳\r\n第二回 张翼德\r\n'],
  ['# 第一部 起\n\n# 第一卷 承\n\n## 第二回 张翼德\n', '# 第一卷 南阳\n\n## 第二回 张翼德\n'],
])('the volume of %j gets another title, and all else stays', (text, expected) => {
  const change = retitledVolume(chapter(text), '第一卷 南阳')
  expect(change && changedStart(text, change)).toBe(expected)
})

test('another title of two lines is on two lines', () => {
  const text = '第一部 起\r\n第一卷 承\r\n第二回 张翼德\r\n'
  const change = retitledVolume(chapter(text), '第一部 起 · 第二卷 转')
  expect(change && changedStart(text, change)).toBe('第一部 起\r\n第二卷 转\r\n第二回 张翼德\r\n')
})

test('the lines of a volume go to another chapter in its line endings, and from the first without a trace', () => {
  const carrier = chapter('\r\n第一部 起\r\n\r\n第一卷 桃园\r\n\r\n第二回 张翼德\r\n正文\r\n')
  const block = volumeBlock(carrier) ?? ''
  const heir = chapter('第三回 议温明\n', '第三回 议温明', '第三回 议温明')
  expect([
    changedStart(heir.text, withBlock(heir, block, '第一部 起 · 第一卷 桃园')),
    changedStart(carrier.text, withoutVolume(carrier) ?? { from: '', to: '' }),
  ]).toEqual(['第一部 起\n\n第一卷 桃园\n\n第三回 议温明\n', '\r\n第二回 张翼德\r\n正文\r\n'])
  expect([withoutVolume(heir), retitledVolume(heir, '第二卷 许都'), volumeBlock(heir)]).toEqual(
    Array(3).fill(undefined),
  )
})

/** Chapters as people have them: with or without heading, indent, blank lines, and any line ending. */
const texts = fc
  .record({
    end: fc.constantFrom('\n', '\r\n', '\r'),
    blanks: fc.constantFrom('', '~', ' ~\u3000~'),
    heading: fc.constantFrom('第二回 张翼德~', '\u3000\u3000第二回 张翼德~~', '# 第二回 张翼德~~', ''),
    body: fc.constantFrom('\u3000\u3000𠮷人夜行。~', '“走。”~~——林远', '', '※~雾来了。~'),
  })
  .map(({ end, blanks, heading, body }) => (blanks + heading + body).replaceAll('~', end))
const titles = fc.constantFrom('第二卷 许都', '第一部 起 · 第三卷 𠮷野', 'Part II')

test('a change of a volume applied twice has one effect, and its undo restores every character', () => {
  const checked = countedChecks()
  fc.assert(
    fc.property(texts, titles, titles, (text, title, next) => {
      const given = withVolume(chapter(text), title)
      const begun = changedStart(text, given) ?? ''
      const changes = [
        { before: text, change: given },
        { before: begun, change: retitledVolume(chapter(begun), next) },
        { before: begun, change: withoutVolume(chapter(begun)) },
      ]
      for (const { before, change } of changes) {
        if (!change) throw new Error('no volume was found')
        const once = changedStart(before, change) ?? ''
        expect(changedStart(once, change)).toBe(once)
        const back = { from: change.to, to: change.from }
        expect(changedStart(once, back)).toBe(before)
        expect(changedStart(changedStart(once, back) ?? '', back)).toBe(before)
      }
      expect(findVolumeLine(begun, '第二回 张翼德')?.title).toBe(title)
      checked.when(title !== next)
    }),
    { numRuns: 300, seed: 15 },
  )
  checked.expectShare(0.5)
})
