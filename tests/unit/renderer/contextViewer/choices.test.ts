import { expect, test } from 'vitest'
import { createChoices } from '../../../../renderer/src/features/contextViewer/choices.ts'
import { createEditorStore } from '../../../../renderer/src/features/editor/editorStore.ts'

test('a part left out is left out of one request, a pinned entry is in all of the chapter, and another chapter starts anew', () => {
  const editor = createEditorStore()
  editor.setState({ projectId: 'p', documentId: 'manuscript/001-灯塔.md' })
  const choices = createChoices(editor)
  choices.toggle('without', 'manuscript/001-灯塔.md#0-300')
  choices.toggle('without', '.creonow/synopses/001.json')
  choices.toggle('without', '.creonow/synopses/001.json')
  choices.toggle('pinned', 'lin')
  const first = choices.forRequest()
  choices.sent()
  const second = choices.forRequest()
  editor.setState({ documentId: 'manuscript/002-旧码头.md' })
  expect([first, second, choices.forRequest()]).toEqual([
    { pinned: ['lin'], without: ['manuscript/001-灯塔.md#0-300'] },
    { pinned: ['lin'] },
    {},
  ])
})
