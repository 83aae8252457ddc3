import { expect, test } from 'vitest'
import { createFold } from '../../../../main/src/services/codex/fold.ts'

const units = Array.from({ length: 0x1_0000 }, (_, unit) => String.fromCharCode(unit))

test('every unit folds the second time as the first, whatever was folded before', () => {
  const fold = createFold()
  const folded = (text: string) => [fold(text), fold(text, true)]
  const all = units.join('灯')
  const first = folded(all)
  expect(folded(all)).toEqual(first)
  const other = createFold()
  other(units.toReversed().join('灯'), true)
  expect(other(all)).toEqual(first[0])
})

test('width, compatibility, Traditional forms, dots, case and breaks of the line fold', () => {
  const fold = createFold()
  const text = 'ＬｉｎＹｕａｎ 張飛 ﬁ é ① ㍿ 安娜・卡列尼娜\u00ad\r\n한 İ 𠮷\ud842 ς'
  for (const keepCase of [false, true, false])
    expect(fold(text, keepCase).text).toBe(
      'linyuan 张飞 fi e\u0301 1 株式会社 安娜·卡列尼娜 \u1112\u1161\u11ab i\u0307 𠮷\ud842 ς',
    )
  expect(fold(text, true).cased).toContain('LinYuan 张飞')
  expect([...fold('é\r\nB').starts]).toEqual([0, 0, 2, 3, 4])
})

test('a letter outside the BMP folds as one character, with its place in the text', () => {
  const fold = createFold()
  const { text, starts } = fold('𝐋𝐢𝐧 𠮷')
  expect(text).toBe('lin 𠮷')
  expect([...starts]).toEqual([0, 2, 4, 6, 7, 7, 9])
})
