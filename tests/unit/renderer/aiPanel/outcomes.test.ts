import { expect, test } from 'vitest'
import { createOutcomes } from '../../../../renderer/src/features/aiPanel/outcomes.ts'
import { createRunStore, newRun } from '../../../../renderer/src/features/aiPanel/runStore.ts'

const skill = { id: 'continue', name: '续写', output: 'insert' } as const

test('a text that an undo takes out of the manuscript is not shown as accepted, and is again after a redo', async () => {
  const runs = createRunStore()
  const asked = { projectId: 'p', documentId: 'd', instruction: '', modelId: null, startedAt: new Date(0) }
  const run = { ...newRun({ ...asked, skill }), text: '雾散了。' }
  runs.add(run)
  let edited: string | null = null
  let changed = () => {}
  const editor = {
    editedText: () => edited,
    onChange(listener: () => void) {
      changed = listener
      return () => {}
    },
  }
  const { reportAccepted: tellTaken } = createOutcomes({ invoke: () => Promise.reject() }, editor, runs)
  await tellTaken(run, '雾散了。')
  const shown = (text: string | null) => {
    edited = text
    changed()
    return runs.find(run.key)?.decision.kind
  }
  // Undone while it was saved, before anybody followed it.
  edited = ''
  await tellTaken(run, '雾散了。')
  expect(runs.find(run.key)?.decision.kind).toBe('rejected')
  expect([shown(null), shown('雾慢慢散了。'), shown(''), shown(null)]).toEqual([
    ...['accepted', 'accepted', 'rejected', 'accepted'],
  ])
})
