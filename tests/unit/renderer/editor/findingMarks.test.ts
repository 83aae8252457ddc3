import { EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { judgedAt, judgedField, placedMarks } from '../../../../renderer/src/features/editor/findingMarks.ts'

const mark = (from: number, quote: string, title = '规则') => ({
  from,
  to: from + quote.length,
  quote,
  title,
})

describe('placedMarks', () => {
  test('leaves a mark at its words, follows them where they moved, and drops it where they were deleted', () => {
    const marks = [mark(3, '快走！'), mark(0, '雾起了。'), mark(0, '没有了'), mark(0, '')]
    expect(placedMarks('　　雾起了。快走！', marks)).toEqual([
      { from: 2, to: 6, title: '规则' },
      { from: 6, to: 9, title: '规则' },
    ])
  })

  test('joins the marks of one sentence, once each', () => {
    const marks = [mark(0, '雾起了！', '一'), mark(0, '雾起了！', '二'), mark(0, '雾起', '一')]
    expect(placedMarks('雾起了！灯灭了。', marks)).toEqual([{ from: 0, to: 4, title: '一\n二' }])
  })
})

describe('judgedField', () => {
  const taken = (text: string, marks: ReturnType<typeof mark>[]) => {
    const state = EditorState.create({ doc: '甲乙', extensions: judgedField })
    const insert = state.toText(text)
    return state.update({ changes: { from: 1, insert }, effects: judgedAt(state, 1, text, marks) }).state
  }
  const marked = (state: EditorState) => {
    const found: string[] = []
    state
      .field(judgedField)
      .between(0, state.doc.length, (from, to) => void found.push(state.sliceDoc(from, to)))
    return found
  }

  test('puts marks at their words behind line breaks of two characters', () => {
    const text = '雾。\r\n　　快走！\r\n𠮷田笑了！'
    expect(marked(taken(text, [mark(6, '快走！'), mark(11, '𠮷田笑了！')]))).toEqual(['快走！', '𠮷田笑了！'])
  })

  test('moves a mark with edits elsewhere and drops it when its sentence is edited', () => {
    const state = taken('雾起了！灯灭了！', [mark(0, '雾起了！'), mark(4, '灯灭了！')])
    const moved = state.update({ changes: { from: 0, insert: '新' } }).state
    expect(marked(moved)).toEqual(['雾起了！', '灯灭了！'])
    expect(marked(moved.update({ changes: { from: 3, to: 4, insert: '散' } }).state)).toEqual(['灯灭了！'])
  })
})
