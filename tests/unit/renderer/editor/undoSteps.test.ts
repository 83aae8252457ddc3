import { undo } from '@codemirror/commands'
import { EditorState, Transaction, type TransactionSpec } from '@codemirror/state'
import { expect, test } from 'vitest'
import { undoBySentence } from '../../../../renderer/src/features/editor/undoSteps.ts'

/** Types and deletes as a writer does, one character every `everyMs`; undo is asked as the key does. */
const writer = (start = '', everyMs = 100) => {
  let state = EditorState.create({ doc: start, extensions: [undoBySentence] })
  let now = 1_000_000
  const act = (spec: TransactionSpec, userEvent: string) => {
    now += everyMs
    const annotations = [Transaction.time.of(now)]
    state = state.update({ ...spec, userEvent, annotations }).state
  }
  return {
    type(text: string, userEvent = 'input.type') {
      for (const character of text) act({ changes: { from: state.doc.length, insert: character } }, userEvent)
    },
    erase(count: number) {
      for (let n = 0; n < count; n++)
        act({ changes: { from: state.doc.length - 1, to: state.doc.length } }, 'delete.backward')
    },
    wait: (ms: number) => {
      now += ms
    },
    undo() {
      undo({ state, dispatch: (transaction) => (state = transaction.state) })
      return state.doc.toString()
    },
    text: () => state.doc.toString(),
  }
}

test('undo takes back one sentence at a time, with its closing marks, and lines one at a time', () => {
  const page = writer('　　雾来了。')
  page.type('林远问：“走吗？”他没有答。')
  page.type('\n第二天，𠮷野走了……”')
  expect([page.undo(), page.undo(), page.undo(), page.undo(), page.undo()]).toEqual([
    '　　雾来了。林远问：“走吗？”他没有答。\n',
    '　　雾来了。林远问：“走吗？”他没有答。',
    '　　雾来了。林远问：“走吗？”',
    '　　雾来了。',
    '　　雾来了。',
  ])
})

test('an English sentence ends at its space, not at a dot inside it', () => {
  const page = writer()
  page.type('It cost 3.50 in all. Nobody paid.')
  expect([page.undo(), page.undo()]).toEqual(['It cost 3.50 in all. ', ''])
})

test('a sentence written slowly is one step, and one with a long pause is two', () => {
  const slow = writer('', 3000)
  slow.type('雾散了')
  expect(slow.undo()).toBe('')
  const paused = writer()
  paused.type('雾散')
  paused.wait(30_000)
  paused.type('了')
  expect([paused.undo(), paused.undo()]).toEqual(['雾散', ''])
})

test('words that were erased come back before the writing of them is undone', () => {
  const page = writer()
  page.type('林远走下台阶')
  page.erase(4)
  expect([page.text(), page.undo(), page.undo()]).toEqual(['林远', '林远走下台阶', ''])
})
