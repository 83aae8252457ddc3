import { expect, test } from 'vitest'
import { missingText } from '../../../../renderer/src/features/editor/missingText.ts'

test.each([
  ['雾港的灯亮了。', '雾港的灯。', '亮了'],
  ['雾港。雾港。', '雾港。', '雾港。'],
  ['雾港。', '雾港。她走了。', ''],
  ['灯𠮷𠮷', '灯𠮷', '𠮷'],
  ['灯\u{20BB7}', '灯\u{20BB8}', ''],
  ['雾港。\r\n灯', '', '雾港。\r\n灯'],
])('missingText finds for %j stored as %j what is missing: %j', (written, stored, lost) => {
  expect(missingText(written, stored)).toBe(lost)
})
