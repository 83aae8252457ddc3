import { history, redo, undo } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { acceptedField, editedText, takeText } from '../../../../renderer/src/features/editor/acceptedText.ts'
import { unfitted } from '../../../../renderer/src/features/editor/fittedText.ts'
import { undoBySentence } from '../../../../renderer/src/features/editor/undoSteps.ts'

const taken = '雾散了。\n\u3000\u3000他𠮷笑。'
const state = () => {
  const before = EditorState.create({ doc: '甲乙丙', extensions: [acceptedField, history()] })
  return before.update(takeText(before, 'a', { from: 1, to: 2 }, unfitted(taken.replace('\n', '\r\n')))).state
}
const change = (from: number, to: number, insert = '') =>
  state().update({ changes: { from, to, insert } }).state
const end = 1 + taken.length

describe('a text accepted from a run', () => {
  test('is unchanged while the writer works around it (typing on counted as a correction)', () => {
    expect(state().doc.toString()).toBe(`甲${taken}丙`)
    for (const [from, to, insert] of [
      [0, 1, ''],
      [1, 1, '前'],
      [end, end, '后面是自己写的。'],
      [end, end + 1, '换'],
    ] as const)
      expect(editedText(change(from, to, insert), 'a')).toBeNull()
  })

  test('comes back as the writer has made it, and only for its own run', () => {
    expect(editedText(change(2, 3, '慢慢'), 'a')).toBe(`雾慢慢${taken.slice(2)}`)
    expect(editedText(change(1, end, '全部重写。'), 'a')).toBe('全部重写。')
    expect(editedText(change(0, 3, '换了开头'), 'a')).toBe(taken.slice(2))
    expect(editedText(change(2, 3), 'b')).toBeNull()
  })

  test('is the run’s words alone: the line breaks that set it apart are nobody’s correction', () => {
    const before = EditorState.create({ doc: '甲。\n\n丙。', extensions: [acceptedField, history()] })
    const fits = { before: '\n\n\u3000\u3000', text: '雾散了。', after: '', skipped: 2 }
    const after = before.update(takeText(before, 'a', { from: 2, to: 2 }, fits)).state
    expect(after.doc.toString()).toBe('甲。\n\n\u3000\u3000雾散了。\n\n丙。')
    expect(after.selection.main.head).toBe(10)
    const joined = after.update({ changes: { from: 2, to: 6 } }).state
    expect([joined.doc.toString(), editedText(joined, 'a')]).toEqual(['甲。雾散了。\n\n丙。', null])
    expect(editedText(after.update({ changes: { from: 7, to: 8 } }).state, 'a')).toBe('雾了。')
  })

  test('leaves nothing when it is deleted or undone, whatever is typed there afterwards', () => {
    const empty = change(1, end)
    expect(editedText(empty, 'a')).toBe('')
    expect(editedText(empty.update({ changes: { from: 1, insert: '自己写' } }).state, 'a')).toBe('')
    let undone = state()
    undo({ state: undone, dispatch: (transaction) => (undone = transaction.state) })
    expect([undone.doc.toString(), editedText(undone, 'a')]).toEqual(['甲乙丙', ''])
    let redone = undone
    redo({ state: redone, dispatch: (transaction) => (redone = transaction.state) })
    expect(editedText(redone, 'a')).toBeNull()
  })

  test('is a step of its own: an undo of what is typed on behind it leaves it, and the next one takes it out', () => {
    const before = EditorState.create({ doc: '甲', extensions: [acceptedField, undoBySentence] })
    let now = before.update(takeText(before, 'a', { from: 1, to: 1 }, unfitted('雾𠮷，'))).state
    for (const key of '灯亮')
      now = now.update({
        changes: { from: now.doc.length, insert: key },
        selection: { anchor: now.doc.length + 1 },
        userEvent: 'input.type',
      }).state
    const texts = [now, now, now].map((_, index) => {
      if (index > 0) undo({ state: now, dispatch: (transaction) => (now = transaction.state) })
      return now.doc.toString()
    })
    expect(texts).toEqual(['甲雾𠮷，灯亮', '甲雾𠮷，', '甲'])
  })
})
