import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { LastPlace } from '../../../../renderer/src/app/lastPlace.ts'
import { createWorkspace } from '../../../../renderer/src/app/workspace.ts'
import type { EditorController } from '../../../../renderer/src/features/editor/editorController.ts'
import { pageQueries } from '../../../support/page.ts'

const ids = ['manuscript/001-浸水的信.md', 'manuscript/010-灯塔下的信.md']
const listed = ids.map((documentId, at) => ({
  ...{
    documentId,
    kind: 'chapter',
    title: documentId,
    chapterNumber: at + 1,
    characters: 4,
    words: 4,
    hash: '',
  },
}))
const answers: Readonly<Record<string, unknown>> = {
  'projects:openSample': { projectId: 'p', name: '雾港来信', notices: [], warnings: [] },
  'documents:list': { documents: listed },
}

test('a chapter that the writer selects while the work opens is not replaced by the one of the last session', async () => {
  const opened: string[] = []
  const remembered = Promise.withResolvers<string | null>()
  const editor = {
    store: createStore(() => ({ documentId: null, phase: 'empty' })),
    open: async (_project: string, documentId: string) => void opened.push(documentId),
    setReadOnly() {},
    reread: async () => {},
  } as unknown as EditorController // what the workspace asks of it here
  const lastPlace: LastPlace = {
    project: () => null,
    setProject() {},
    document: () => remembered.promise,
    setDocument() {},
  }
  const queries = pageQueries({ invoke: async (channel) => ({ ok: true, data: answers[channel] ?? {} }) })
  const workspace = createWorkspace(queries, editor, lastPlace)
  const entering = workspace.openSample()
  await expect.poll(() => workspace.documents().length).toBe(2)
  await workspace.openDocument(ids[1] ?? '')
  remembered.resolve(ids[0] ?? null)
  await entering
  expect(opened).toEqual([ids[1]])
  workspace.dispose()
  queries.dispose()
})

test('nothing can be typed between the press for a new chapter and the new one being open', async () => {
  const steps: string[] = []
  const editor = {
    store: createStore(() => ({ documentId: ids[0], phase: 'ready' })),
    open: async (_project: string, documentId: string) => steps.push(`open ${documentId}`) > 0,
    setReadOnly() {},
    reread: async () => {},
    focus: () => void steps.push('focus'),
    async withTypingPaused<Result>(work: () => Promise<Result>) {
      steps.push('pause')
      const result = await work()
      steps.push('resume')
      return result
    },
  } as unknown as EditorController // what the workspace asks of it here
  const lastPlace: LastPlace = {
    project: () => null,
    setProject() {},
    document: async () => null,
    setDocument() {},
  }
  const queries = pageQueries({
    invoke: async (channel) => {
      if (channel === 'documents:create') steps.push('create')
      return {
        ok: true,
        data: channel === 'documents:create' ? { documentId: 'c_new' } : (answers[channel] ?? {}),
      }
    },
  })
  const workspace = createWorkspace(queries, editor, lastPlace)
  await workspace.openSample()
  steps.length = 0
  // Enter that follows at once lands on the button.
  await Promise.all([workspace.createDocument(), workspace.createDocument()])
  expect(steps).toEqual(['pause', 'create', 'open c_new', 'resume', 'focus'])
  workspace.dispose()
  queries.dispose()
})
