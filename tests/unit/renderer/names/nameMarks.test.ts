import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { nameAt, namesField, setNames } from '../../../../renderer/src/features/names/nameMarks.ts'

const doc = '　　𠮷田走了。\n林远没有应。'
const state = EditorState.create({ doc, extensions: namesField }).update({
  effects: setNames.of([
    { entityId: 'b', from: 9, to: 11 },
    { entityId: 'a', from: 2, to: 5 },
  ]),
}).state
const shown = (now: EditorState) => {
  const found: string[] = []
  now.field(namesField).between(0, now.doc.length, (from, to, { spec }) => {
    found.push(`${spec.entityId} ${now.sliceDoc(from, to)}`)
  })
  return found
}

test('names stay with their words while the writer types, and disappear with them', () => {
  expect(shown(state)).toEqual(['a 𠮷田', 'b 林远'])
  expect(shown(state.update({ changes: { from: 0, insert: '雾里，' } }).state)).toEqual(['a 𠮷田', 'b 林远'])
  expect(shown(state.update({ changes: { from: 1, to: 6 } }).state)).toEqual(['b 林远'])
})

test('a name is found at both of its edges and nowhere else', () => {
  expect([1, 2, 4, 5, 6, 11].map((at) => nameAt(state, at)?.entityId)).toEqual([
    undefined,
    'a',
    'a',
    'a',
    undefined,
    'b',
  ])
})
