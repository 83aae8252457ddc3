import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChatModel } from '../../../../renderer/src/features/chat/chatModel.ts'
import { messagesOf } from '../../../../renderer/src/features/chat/messages.ts'
import type { EditorController } from '../../../../renderer/src/features/editor/editorController.ts'
import { createEditorStore } from '../../../../renderer/src/features/editor/editorStore.ts'
import type { Queries } from '../../../../renderer/src/ipc/queries.ts'
import { startApp, type TestApp } from '../../../support/app.ts'
import { pageQueries } from '../../../support/page.ts'

// What the page knows of talks, over the real main process without a window.
let app: TestApp
let model: ReturnType<typeof createChatModel>
let queries: Queries
const editor = createEditorStore()
const inserted: string[] = []
const settled = async () => {
  await app.app.services.runs.drain()
  await expect.poll(() => model.store.getState().turn?.stored ?? true).toBe(true)
}

const threads = async () =>
  (await app.invoke('context:creonow:conversations:list', { projectId: app.projectId })).conversations
/** What the page shows of the open conversation. */
const messages = () => {
  const { openId: id } = model.store.getState()
  const log = queries.getChannelData('context:creonow:conversations:read', {
    projectId: app.projectId,
    id: id ?? '',
  })
  return log ? messagesOf(log.conversation) : []
}

beforeAll(async () => {
  app = await startApp()
  const { projectId } = app
  const listeners = new Map<string, (payload: unknown) => void>()
  const session = app.app.createSession({
    id: 'page',
    mayInspect: () => false,
    emit: (event, payload) => listeners.get(event)?.(payload),
  })
  const invoke = (channel: string, input: unknown) => app.app.router.dispatch(session, channel, input)
  await invoke('projects:openKnown', { projectId })
  queries = pageQueries({
    invoke,
    on: (event, listener) => {
      listeners.set(event, listener)
      return () => listeners.delete(event)
    },
  })
  const { documents } = await app.invoke('documents:list', { projectId })
  const documentId = documents[0]?.documentId ?? ''
  editor.setState({ projectId, documentId, phase: 'ready' })
  const stored = await app.invoke('documents:read', { projectId, documentId })
  // What the model asks of the editor: where the caret is, and to take a text.
  const asked: Partial<EditorController> = {
    store: editor,
    flush: async () => stored.hash,
    place: () => ({ cursorPosition: 20, selection: null }),
    insertAtCaret: (_key, text) => void inserted.push(text),
    focus: () => {},
  }
  model = createChatModel({ queries, editor: asked as EditorController, projectId: () => projectId })
  await model.enter()
})
afterAll(() => app.remove())

test('a first question creates a conversation, which takes its name and its answer from the log', async () => {
  expect([model.store.getState().openId, await threads()]).toEqual([null, []])
  expect(await model.send('林远会回头吗？', null)).toBe(true)
  await settled()
  const { openId, turn, error } = model.store.getState()
  expect(await threads()).toEqual([
    { id: openId, title: '林远会回头吗？', updatedAt: expect.any(String), messageCount: 2 },
  ])
  expect(messages().map(({ role }) => role)).toEqual(['user', 'assistant'])
  expect(messages()[1]?.content).toBe(turn?.run.text)
  expect(turn?.run).toMatchObject({ state: { phase: 'finished', reachedLimit: false } })
  expect(error).toBeNull()
})

test('an answer that goes into the text is reported to main as accepted, with its run', async () => {
  const answer = messages()[1]
  if (!answer) throw new Error('no answer')
  await model.putIntoText(answer)
  expect(inserted).toEqual([answer.content])
  const { episodes } = await app.invoke('memory:episodes', { projectId: app.projectId, limit: 10 })
  expect(episodes.map(({ instruction, outcome }) => [instruction, outcome])).toEqual([
    ['林远会回头吗？', 'accepted'],
  ])
})

test('a question that main refuses creates no conversation, says why, and may be sent again', async () => {
  model.openThread(null)
  const { documentId } = editor.getState()
  editor.setState({ documentId: 'manuscript/没有.md' })
  expect(await model.send('喂', null)).toBe(false)
  editor.setState({ documentId })
  expect(model.store.getState()).toMatchObject({ openId: null, turn: null, error: { code: 'NOT_FOUND' } })
  expect(await threads()).toHaveLength(1)
})

test('a deleted conversation comes back as it was', async () => {
  const [thread] = await threads()
  if (!thread) throw new Error('no conversation')
  const { id, title } = thread
  model.openThread(id)
  const before = messages()
  await model.remove({ id, title })
  expect(model.store.getState()).toMatchObject({ openId: null, removed: { id, title: '林远会回头吗？' } })
  expect(await threads()).toEqual([])
  await model.undoRemove()
  expect(model.store.getState()).toMatchObject({ openId: id, removed: null })
  await queries.fetchChannel('context:creonow:conversations:read', { projectId: app.projectId, id })
  expect(messages()).toEqual(before)
})
