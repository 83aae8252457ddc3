import { expect, test } from 'vitest'
import { nextTitle } from '../../../../main/src/services/manuscript/nextTitle.ts'

test.each<[string, string]>([
  ['第十一章　灯塔下的信', '第十二章'],
  ['第一卷 第十章 雾', '第十一章'],
  ['第九十九回 雪夜𠮷人', '第一百回'],
  ['第12章', '第13章'],
  ['第００９章 潮', '第０１０章'],
  ['楔子一　港', '新章节'],
  ['Chapter 11: The Letter', 'Chapter 12'],
  ['Chapter Nineteen', 'Chapter Twenty'],
  ['CHAPTER XIX. In Fear', 'CHAPTER XX'],
  ['12. The Fog', '13'],
])('behind “%s” a chapter without a name is “%s”', (before, next) => {
  expect(nextTitle([before], [], /[a-z]/i.test(before) || before.startsWith('12') ? 'en' : 'zh')).toBe(next)
})

test('front matter and interludes without a number are passed over, and digits stay digits', () => {
  expect(nextTitle(['序', '第一九章 雾', '第二〇章 潮', '番外'], [], 'zh')).toBe('第二一章')
  expect(nextTitle(['Chapter 3', 'Interlude'], [], 'en')).toBe('Chapter 4')
})

test('the first chapter of a book is numbered, and a book without numbers gets none', () => {
  expect([nextTitle([], [], 'zh'), nextTitle([], [], 'en')]).toEqual(['第一章', 'Chapter 1'])
  expect([nextTitle(['起', '承'], [], 'zh'), nextTitle([], ['Fog'], 'en')]).toEqual(['新章节', 'New chapter'])
})

test('a chapter between two that count on gets no number, and one at the end of a volume the next one', () => {
  expect(nextTitle(['第一章 雾'], ['间奏', '第二章 潮'], 'zh')).toBe('新章节')
  expect(nextTitle(['Chapter 1'], ['Chapter 2: Tide'], 'en')).toBe('New chapter')
  expect(nextTitle(['第十章 雾'], ['第一章 潮', '第十一章 𠮷'], 'zh')).toBe('第十一章')
})
