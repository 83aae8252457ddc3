import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { breakParagraph } from '../../../../renderer/src/features/editor/paragraphBreak.ts'

/** The text behind Enter; `|` is the caret, two of them a selection. */
const entered = (marked: string): string => {
  const [before = '', middle, after] = marked.split('|')
  const doc = marked.replaceAll('|', '')
  const head = before.length + (after === undefined ? 0 : (middle ?? '').length)
  const selection = { anchor: before.length, head }
  let result = ''
  breakParagraph({
    state: EditorState.create({ doc, selection }),
    dispatch({ newDoc, newSelection }) {
      const { head: at } = newSelection.main
      result = `${newDoc.sliceString(0, at)}|${newDoc.sliceString(at)}`
    },
  })
  return result
}

test.each([
  ['　　雾来了。|', '　　雾来了。\n　　|'],
  ['　　雾来了。|灯灭了。', '　　雾来了。\n　　|灯灭了。'],
  ['|　　雾来了。', '\n　　|雾来了。'],
  ['　|　雾来了。', '\n　　|雾来了。'],
  ['　　|', '\n　　|'],
  ['\t\u00a0𠮷野|家', '\t\u00a0𠮷野\n\t\u00a0|家'],
  ['The lamp| went out.', 'The lamp\n|went out.'],
  ['她问(|)', '她问(\n|)'],
  ['　　甲|乙\n丙|　丁', '　　甲\n　　|丁'],
  ['|', '\n|'],
])('Enter in “%s” begins a paragraph with the characters of its indent', (before, after) => {
  expect(entered(before)).toBe(after)
})

test('Enter changes nothing where the text can only be read', () => {
  const state = EditorState.create({ doc: '雾', extensions: EditorState.readOnly.of(true) })
  const dispatch = () => {
    throw new Error('changed')
  }
  expect(breakParagraph({ state, dispatch })).toBe(false)
})
