import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { noteField, noteMarks, setNoteMarks } from '../../../../renderer/src/features/editor/noteMarks.ts'

const stateOf = (doc: string, from: number, to: number) =>
  EditorState.create({ doc, extensions: noteMarks }).update({
    effects: setNoteMarks.of([{ from, to, text: '改' }]),
  }).state
const placesOf = (state: EditorState) => {
  const places: string[] = []
  state.field(noteField).between(0, state.doc.length, (from, to) => {
    places.push(state.sliceDoc(from, to))
  })
  return places
}

test('the mark of a note stays on its words while the writer types around them', () => {
  for (const [doc, words] of [
    ['雾起。他没有回头。', '他没有回头。'],
    ['Fog. He did not look back.', 'He did not look back.'],
  ] as const) {
    const state = stateOf(doc, doc.indexOf(words), doc.length)
    expect(placesOf(state.update({ changes: { from: 0, insert: '新 ' } }).state)).toEqual([words])
    expect(placesOf(state.update({ changes: { from: doc.length, insert: '后' } }).state)).toEqual([words])
    expect(placesOf(state.update({ changes: { from: 0, to: doc.length } }).state)).toEqual([])
  }
})

test('the mark of a place behind the end of the text is not shown, and new marks take the place of all', () => {
  const state = stateOf('雾起。', 9, 12)
  expect(placesOf(state)).toEqual([])
  const next = state.update({ effects: setNoteMarks.of([{ from: 0, to: 2, text: '一' }]) }).state
  expect(placesOf(next)).toEqual(['雾起'])
  expect(placesOf(next.update({ effects: setNoteMarks.of([]) }).state)).toEqual([])
})
