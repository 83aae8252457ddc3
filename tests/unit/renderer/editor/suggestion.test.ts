import { EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { wholeOf } from '../../../../renderer/src/features/editor/fittedText.ts'
import {
  fittedField,
  setSuggestion,
  suggestionField,
  suggestionRange,
  updateSuggestion,
} from '../../../../renderer/src/features/editor/suggestion.ts'

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
