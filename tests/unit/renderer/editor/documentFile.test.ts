import { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDocumentFile } from '../../../../renderer/src/features/editor/documentFile.ts'
import { createEditorStore } from '../../../../renderer/src/features/editor/editorStore.ts'
import { openStored } from '../../../../renderer/src/features/editor/lineEndings.ts'
import type { Ipc } from '../../../../renderer/src/ipc/types.ts'
import { createMemoryPort, pageJournal } from '../../../support/journal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A chapter over a main process that answers a save when the test says so. */
const open = () => {
  const { doc, endings } = openStored('甲\r\n')
  const view = { state: EditorState.create({ doc, extensions: endings }), composing: false }
  const saves: object[] = []
  const answers: (() => void)[] = []
  const invoke = async (_channel: string, { text, baseHash, before }: Record<string, unknown>) => {
    saves.push({ text, baseHash, ...(before === undefined ? {} : { before }) })
    const hash = `h${saves.length}`
    await new Promise<void>((resolve) => answers.push(resolve))
    return { ok: true, data: { hash } }
  }
  const file = createDocumentFile({
    ipc: { invoke } as unknown as Ipc, // nothing else of it is used while a chapter is saved
    store: createEditorStore(),
    view: view as unknown as EditorView, // a view without a page
    journal: pageJournal(createMemoryPort(), 'page'),
    onSaved: () => {},
  })
  file.opened('p', 'c_1', 'h0')
  const write = (insert: string) => {
    view.state = view.state.update({ changes: { from: view.state.doc.length, insert } }).state
    file.touched()
  }
  const answerAll = async () => {
    for (let round = 0; round < 20; round++) {
      for (const answer of answers.splice(0)) answer()
      await vi.advanceTimersByTimeAsync(0)
    }
  }
  return { file, write, saves, answerAll }
}

test('of what is typed right before and behind a text of a model, nothing is stored together with it', async () => {
  const { file, write, saves, answerAll } = open()
  write('一')
  void file.flush()
  // The first save is still on its way.
  write('二')
  file.aiComesNext()
  write('模型写的。')
  write('三')
  await answerAll()
  expect(await file.flush()).toBe('h4')
  expect(saves).toEqual([
    { text: '甲\r\n一', baseHash: 'h0' },
    { text: '甲\r\n一二', baseHash: 'h1' },
    { text: '甲\r\n一二模型写的。', baseHash: 'h2', before: 'ai' },
    { text: '甲\r\n一二模型写的。三', baseHash: 'h3' },
  ])
})

test('a text of a model that comes into a stored chapter is one save, at once', async () => {
  const { file, write, saves, answerAll } = open()
  file.aiComesNext()
  write('模型写的。')
  await answerAll()
  expect(await file.flush()).toBe('h1')
  expect(saves).toEqual([{ text: '甲\r\n模型写的。', baseHash: 'h0', before: 'ai' }])
})

test('what a model wrote in a chapter that was left before it was stored counts for no other one', async () => {
  const { file, write, saves, answerAll } = open()
  file.aiComesNext()
  file.opened('p', 'c_2', 'h0')
  write('作者写的。')
  const flushed = file.flush()
  await answerAll()
  await flushed
  expect(saves).toEqual([{ text: '甲\r\n作者写的。', baseHash: 'h0' }])
})
