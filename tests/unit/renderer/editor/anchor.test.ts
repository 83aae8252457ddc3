import { expect, test } from 'vitest'
import { anchorAt, findAnchor } from '../../../../renderer/src/features/editor/anchor.ts'

const text = '# 第十章\n\n雾港的灯亮了。𠮷\n\n　　她没有坐。\n\n雾港的灯亮了。'

test('a place in an unchanged text is found as it was, inserted or replaced', () => {
  for (let from = 0; from <= text.length; from++) {
    expect(findAnchor(text, anchorAt(text, from, from))).toEqual({ from, to: from })
    const to = Math.min(text.length, from + 3)
    expect(findAnchor(text, anchorAt(text, from, to))).toEqual({ from, to })
  }
})

test('a place moves with what was written before it', () => {
  const from = text.indexOf('她')
  const anchor = anchorAt(text, from, from + 1)
  const moved = text.replace('# 第十章', '# 第十章　灯塔下的信')
  // The heading is within what was remembered, so only a text without it can be told.
  expect(findAnchor(`序。\n${text}`, anchor)).toEqual({ from: from + 3, to: from + 4 })
  expect(findAnchor(moved, anchor)).toBe(null)
})

test('the nearer of two equal places is chosen', () => {
  const line =
    '雾港的灯亮了，亮到天明，谁也没有去看它一眼，只有她还站在石堤上数着潮水的声音，一下，又一下，再一下。\n'
  const three = line.repeat(3)
  const from = line.length * 2
  expect(findAnchor(`甲${three}`, anchorAt(three, from, from))).toEqual({ from: from + 1, to: from + 1 })
})

test('a place whose words were deleted is not found', () => {
  expect(findAnchor('别的文字。', anchorAt(text, 20, 22))).toBe(null)
})
