import { beforeEach, expect, test } from 'vitest'
import { createRunStore } from '../../../../renderer/src/features/aiPanel/runStore.ts'
import { createChoices } from '../../../../renderer/src/features/contextViewer/choices.ts'
import { createContextModel } from '../../../../renderer/src/features/contextViewer/contextModel.ts'
import { createEditorStore } from '../../../../renderer/src/features/editor/editorStore.ts'
import { pageQueries } from '../../../support/page.ts'

/** What was asked of main, which answers when told to or when it is stopped, as the real one does. */
interface Asked {
  readonly channel: string
  readonly signal: AbortSignal | undefined
  answer(envelope: object): void
}

const cancelled = { ok: false, error: { code: 'CANCELLED', message: '已取消。' } }
const numbers = { budget: {}, layers: {}, tokenCount: 7, receiptId: null, stablePrefixUnchanged: true }
const wanted = { projectId: 'p', skillId: 'continue', instruction: '', modelId: null }
const resting = { cursorPosition: 3, selection: null, hash: 'a'.repeat(64) }

let asked: Asked[]
let editor: ReturnType<typeof createEditorStore>
let model: ReturnType<typeof createContextModel>
beforeEach(() => {
  asked = []
  editor = createEditorStore()
  editor.setState({ projectId: 'p', documentId: 'manuscript/001-灯塔.md', savedPosition: resting })
  const queries = pageQueries({
    invoke: (channel, _input, { signal } = {}) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve(cancelled))
        asked.push({ channel, signal, answer: resolve })
      }),
  })
  model = createContextModel(queries, editor, createRunStore().store, createChoices(editor))
})
const aborted = () => asked.map(({ channel, signal }) => [channel, signal?.aborted])

test('the next preview stops the one before it, whose end is no error', async () => {
  const first = model.preview(wanted)
  const second = model.preview({ ...wanted, instruction: '写雾。' })
  await first
  expect(aborted()).toEqual([
    ['context:assemble', true],
    ['context:assemble', false],
  ])
  expect(model.store.getState()).toMatchObject({ preview: null, previewError: null })
  asked[1]?.answer({ ok: true, data: numbers })
  await second
  expect(model.store.getState()).toMatchObject({ preview: numbers, previewError: null })
})

test('another chapter stops the preview of this one, and shows nothing of it', async () => {
  const looking = model.preview(wanted)
  editor.setState({ documentId: 'manuscript/002-旧码头.md', savedPosition: null })
  await looking
  expect(aborted()).toEqual([['context:assemble', true]])
  expect(model.store.getState()).toMatchObject({ preview: null, previewError: null })
})

test('a preview that main stopped by itself is no error, any other failure is one', async () => {
  const stopped = model.preview(wanted)
  asked[0]?.answer(cancelled)
  await stopped
  expect(model.store.getState()).toMatchObject({ previewError: null })
  const failing = model.preview(wanted)
  const error = { code: 'CONTEXT_INPUT_TOO_LARGE', message: '太多了。' }
  asked[1]?.answer({ ok: false, error })
  await failing
  expect(model.store.getState()).toMatchObject({ previewError: error })
})
