import { expect, test } from 'vitest'
import { openingCaret } from '../../../../renderer/src/features/editor/openingCaret.ts'

test.each([
  ['', 0],
  ['# 第一章\n\n', 7],
  ['# 第一章', 5],
  ['# 第一章\n\n雾来了。\n\n', 11],
  ['雾来了。\n\u3000\u3000', 7],
  ['\n\n', 0],
])('%j opens with the caret at %i (a run at once wrote above the heading, or into it)', (text, position) => {
  expect(openingCaret(text)).toBe(position)
})
