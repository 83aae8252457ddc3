import type { edits as channels } from '../contract/edits.ts'
import type { EditJournal } from '../services/edits/index.ts'
import type { Handlers } from './router.ts'

export function editsHandlers({
  edits,
}: {
  readonly edits: Pick<EditJournal, 'list' | 'undo' | 'accept'>
}): Handlers<typeof channels> {
  return {
    'edits:list': async ({ projectId }) => ({ edits: await edits.list(projectId) }),
    'edits:undo': ({ projectId, editId }) => edits.undo(projectId, editId),
    'edits:keep': async ({ projectId, editId }) => {
      await edits.accept(projectId, editId)
      return { editId }
    },
  }
}
