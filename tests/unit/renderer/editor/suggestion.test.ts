import { history, isolateHistory, redo, undo } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { acceptedField, editedText } from '../../../../renderer/src/features/editor/acceptedText.ts'
import { judgedField } from '../../../../renderer/src/features/editor/findingMarks.ts'
import { wholeOf } from '../../../../renderer/src/features/editor/fittedText.ts'
import {
  fittedField,
  openSuggestion,
  setParts,
  setSuggestion,
  suggestionField,
  suggestionRange,
  suggestions,
  updateSuggestion,
} from '../../../../renderer/src/features/editor/suggestion.ts'
import { left, partsOfInsertion, taken } from '../../../../renderer/src/features/editor/suggestionParts.ts'

const withSuggestion = (from: number, to: number) =>
  EditorState.create({ doc: '甲乙丙丁', extensions: suggestionField }).update({
    effects: setSuggestion.of({ key: 'a', from, to, text: '', streaming: true }),
  }).state
const place = (state: EditorState) => {
  const suggestion = state.field(suggestionField)
  return suggestion === null ? null : [suggestion.from, suggestion.to]
}

describe('suggestionField', () => {
  test('stays behind what the writer types at the same place (typed text landed after the AI text)', () => {
    const state = withSuggestion(2, 2).update({ changes: { from: 2, insert: '新字' } }).state
    expect(place(state)).toEqual([4, 4])
  })

  test('moves with edits before it', () => {
    expect(place(withSuggestion(1, 3).update({ changes: { from: 0, insert: '新' } }).state)).toEqual([2, 4])
    expect(place(withSuggestion(3, 3).update({ changes: { from: 0, to: 1 } }).state)).toEqual([2, 2])
  })

  test('is removed when the text around its place is deleted (it was accepted into a foreign sentence)', () => {
    expect(place(withSuggestion(2, 2).update({ changes: { from: 1, to: 3 } }).state)).toBeNull()
    expect(place(withSuggestion(1, 3).update({ changes: { from: 0, to: 4 } }).state)).toBeNull()
  })

  test('takes text of its own run only', () => {
    const update = (key: string) => updateSuggestion.of({ key, text: '好', streaming: false })
    const other = withSuggestion(1, 1).update({ effects: update('b') }).state
    expect(other.field(suggestionField)?.text).toBe('')
    const own = other.update({ effects: update('a') }).state
    expect(own.field(suggestionField)).toEqual({ key: 'a', from: 1, to: 1, text: '好', streaming: false })
  })
})

describe('suggestionRange', () => {
  const state = EditorState.create({
    doc: '第一段。\n第二段。',
    selection: { anchor: 6 },
    extensions: suggestionField,
  })

  test('puts an insertion at the caret, and a replacement without selection on the paragraph', () => {
    expect(suggestionRange(state, false, undefined)).toEqual({ from: 6, to: 6 })
    expect(suggestionRange(state, true, undefined)).toEqual({ from: 5, to: 9 })
  })

  test('puts a replacement on the selection, and an insertion at its end', () => {
    const selected = state.update({ selection: { anchor: 8, head: 5 } }).state
    expect(suggestionRange(selected, true, undefined)).toEqual({ from: 5, to: 8 })
    expect(suggestionRange(selected, false, undefined)).toEqual({ from: 8, to: 8 })
  })

  test('puts another try at the place of the run before, not to where the caret is now', () => {
    const suggested = state.update({
      effects: setSuggestion.of({ key: 'a', from: 0, to: 4, text: '旧', streaming: false }),
    }).state
    expect(suggestionRange(suggested, true, 'a')).toEqual({ from: 0, to: 4 })
    expect(suggestionRange(suggested, true, 'gone')).toEqual({ from: 5, to: 9 })
  })
})

describe('fittedField', () => {
  const waiting = EditorState.create({
    doc: '甲走。\n\n乙来。',
    extensions: [suggestionField, fittedField],
  }).update({
    effects: setSuggestion.of({ key: 'a', from: 8, to: 8, text: '雾散了。', streaming: false }),
  }).state
  const shown = (state: EditorState) => {
    const fits = state.field(fittedField)
    return fits === null ? null : wholeOf(fits)
  }

  test('decides anew where the suggestion begins when the writer types in front of it', () => {
    expect(shown(waiting)).toBe('\n\n雾散了。')
    const typed = waiting.update({ changes: { from: 8, insert: '他' }, userEvent: 'input.type' }).state
    expect(shown(typed)).toBe('雾散了。')
  })

  test('does not move while an input method composes, and is right at the next step', () => {
    const composing = waiting.update({
      changes: { from: 8, insert: 'ta' },
      userEvent: 'input.type.compose',
    }).state
    expect(shown(composing)).toBe('\n\n雾散了。')
    expect(shown(composing.update({}).state)).toBe('雾散了。')
  })

  test('leaves a text that replaces something as it was written', () => {
    const replacing = { key: 'a', from: 5, to: 8, text: '\n　雾散了。\n', streaming: false }
    expect(shown(waiting.update({ effects: setSuggestion.of(replacing) }).state)).toBe('\n　雾散了。\n')
  })
})

describe('a suggestion in parts', () => {
  const text = '雾散了。\n灯灭了。'
  const edges = { first: '\n', later: '\n', after: '' }
  const divided = () => {
    const parts = partsOfInsertion(text, edges, [])
    if (parts === null) throw new Error('there are paragraphs')
    return EditorState.create({
      doc: '甲走。\n乙来。',
      extensions: [suggestions, acceptedField, judgedField, history()],
    }).update({
      effects: setSuggestion.of({ key: 'a', from: 3, to: 3, text, streaming: false, parts }),
    }).state
  }
  const decided = (state: EditorState, index: number, isAccepting: boolean) => {
    const value = state.field(suggestionField)
    if (value?.parts === undefined) throw new Error('it is divided')
    const annotations = isolateHistory.of('full')
    const chosen = new Set([index])
    if (!isAccepting)
      return state.update({
        annotations,
        effects: setParts.of({ ...value, parts: left(value.parts, chosen) }),
      }).state
    const { changes, ...next } = taken(value.parts, chosen, value, state.doc.length)
    return state.update({ annotations, changes, effects: setParts.of({ ...value, ...next }) }).state
  }
  const stepped = (state: EditorState, step: typeof undo) => {
    let after = state
    step({ state, dispatch: (transaction) => (after = transaction.state) })
    return after
  }
  const shown = (state: EditorState) => [
    state.doc.toString(),
    openSuggestion(state)
      ?.parts?.list.map((part) => part.state)
      .join(' ') ?? null,
  ]

  test('is open again part by part when decisions are undone, and decided again by a redo', () => {
    const start = divided()
    const one = decided(start, 1, true)
    const both = decided(one, 0, false)
    expect([shown(one), shown(both)]).toEqual([
      ['甲走。\n灯灭了。\n乙来。', 'pending taken'],
      ['甲走。\n灯灭了。\n乙来。', null],
    ])
    expect(editedText(both, 'a')).toBeNull()
    const undone = stepped(both, undo)
    expect(shown(undone)).toEqual(shown(one))
    const twice = stepped(undone, undo)
    expect(shown(twice)).toEqual(['甲走。\n乙来。', 'pending pending'])
    const redone = stepped(stepped(twice, redo), redo)
    expect(shown(redone)).toEqual(shown(both))
    expect(editedText(redone, 'a')).toBeNull()
  })

  test('comes back where it belongs when the writer has typed before it in between', () => {
    const one = decided(divided(), 1, true)
    const annotations = isolateHistory.of('full')
    const typed = one.update({ annotations, changes: { from: 0, insert: '又' } }).state
    const last = decided(typed, 0, true)
    expect(shown(last)).toEqual(['又甲走。\n雾散了。\n灯灭了。\n乙来。', null])
    const back = stepped(stepped(last, undo), undo)
    expect(shown(back)).toEqual(['甲走。\n灯灭了。\n乙来。', 'pending taken'])
    expect(shown(decided(back, 0, true))).toEqual(['甲走。\n雾散了。\n灯灭了。\n乙来。', null])
  })

  test('keeps its open parts when the writer deletes what was taken of it (they were lost)', () => {
    const one = decided(divided(), 1, true)
    const deleted = one.update({ changes: { from: 3, to: 8 } }).state
    expect(shown(deleted)).toEqual(['甲走。\n乙来。', 'pending taken'])
    expect(shown(decided(deleted, 0, true))[0]).toContain('雾散了。')
  })

  test('of another run is not touched by an undo of the run before', () => {
    const one = decided(divided(), 1, true)
    const other = { key: 'b', from: 0, to: 0, text: '新', streaming: false }
    const undone = stepped(one.update({ effects: setSuggestion.of(other) }).state, undo)
    expect([undone.doc.toString(), undone.field(suggestionField)]).toEqual(['甲走。\n乙来。', other])
  })
})
