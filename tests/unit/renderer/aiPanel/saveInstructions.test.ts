import { expect, test } from 'vitest'
import { createPanelStore } from '../../../../renderer/src/features/aiPanel/panelStore.ts'
import { saveInstructions } from '../../../../renderer/src/features/aiPanel/saveInstructions.ts'
import { createDrafts } from '../../../../renderer/src/features/drafts/drafts.ts'
import { createEditorStore } from '../../../../renderer/src/features/editor/editorStore.ts'
import { createMemoryPort, pageJournal } from '../../../support/journal.ts'

const start = () => {
  const panel = createPanelStore()
  const editor = createEditorStore()
  const drafts = createDrafts(pageJournal(createMemoryPort(), 'page'))
  saveInstructions({ panel, drafts, editor })
  return {
    open: (projectId: string | null, documentId: string | null) => editor.setState({ projectId, documentId }),
    type: (instruction: string) => panel.setState({ instruction }),
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

test('what is typed while the chapter is still opening stays, behind what was there (it was erased)', () => {
  const { open, type, shown } = start()
  open('p', 'a')
  type('慢一点')
  open(null, null)
  type('多写雾')
  open('p', 'a')
  expect(shown()).toBe('慢一点\n多写雾')
})
