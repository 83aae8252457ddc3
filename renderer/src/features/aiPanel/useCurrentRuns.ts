import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useEditor, useRuns } from '../../app/AppContext.tsx'
import { lastOf, type Run, runsOf } from './runStore.ts'

/** The runs of the chapter that is open, all versions, oldest first; none where no chapter is open. */
export const useCurrentRuns = (): { readonly runs: readonly Run[]; readonly last: Run | undefined } => {
  const runs = useRuns()
  const editor = useEditor()
  const all = useStore(runs.store, (state) => state.runs)
  const projectId = useStore(editor.store, (state) => state.projectId)
  const documentId = useStore(editor.store, (state) => state.documentId)
  return useMemo(() => {
    const runsOfChapter = runsOf(all, { projectId, documentId })
    return { runs: runsOfChapter, last: lastOf(runsOfChapter) }
  }, [all, projectId, documentId])
}
