import { expect, test } from 'vitest'
import { saveInstructions } from '../../../../renderer/src/features/aiPanel/keepInstructions.ts'
import { createPanelStore } from '../../../../renderer/src/features/aiPanel/panelStore.ts'
import { createDrafts } from '../../../../renderer/src/features/drafts/drafts.ts'
import { createEditorStore } from '../../../../renderer/src/features/editor/editorStore.ts'
import { createMemoryPort, pageJournal } from '../../../support/journal.ts'

type Changed = (change: {
  projectId: string
  paths: string[]
  origin: 'app'
  renamed?: Record<string, string>
}) => void

const start = () => {
  const panel = createPanelStore()
  const editor = createEditorStore()
  const drafts = createDrafts(pageJournal(createMemoryPort(), 'page'))
  let changed: Changed = () => {}
  const listen = (_event: string, listener: unknown) => {
    changed = listener as Changed // The only event that is listened to.
    return () => {}
  }
  saveInstructions({ ipc: { on: listen }, panel, drafts, editor })
  return {
    open: (projectId: string | null, documentId: string | null) => editor.setState({ projectId, documentId }),
    type: (instruction: string) => panel.setState({ instruction }),
    rename: (renamed: Record<string, string>) =>
      changed({ projectId: 'p', paths: [], origin: 'app', renamed }),
    shown: () => panel.getState().instruction,
  }
}

test('each chapter of each book has its own instruction', () => {
  const { open, type, shown } = start()
  open('p', 'a')
  type('慢一点𠮷')
  open('p', 'b')
  expect(shown()).toBe('')
  type('多写雾')
  open(null, null)
  expect(shown()).toBe('')
  open('q', 'a')
  expect(shown()).toBe('')
  open('p', 'a')
  expect(shown()).toBe('慢一点𠮷')
  type('')
  open('p', 'b')
  open('p', 'a')
  expect(shown()).toBe('')
})

test('what is typed while the chapter is still opening stays, behind what was there (it was wiped)', () => {
  const { open, type, shown } = start()
  open('p', 'a')
  type('慢一点')
  open(null, null)
  type('多写雾')
  open('p', 'a')
  expect(shown()).toBe('慢一点\n多写雾')
})

test('two chapters that swap their names swap their instructions', () => {
  const { open, type, rename, shown } = start()
  open('p', 'a')
  type('甲')
  open('p', 'b')
  type('乙')
  rename({ a: 'b', b: 'a' })
  expect(shown()).toBe('甲')
  open('p', 'a')
  expect(shown()).toBe('乙')
})
