import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useEditor, useProjectId } from '../../app/AppContext.tsx'
import { useChannelQuery } from '../../ipc/queries.ts'

/** Shows the open notes of the chapter in its text. Their places are those of the stored text, so only when that is it. */
export const useNoteMarks = () => {
  const editor = useEditor()
  const { data } = useChannelQuery('notes:list', { projectId: useProjectId() })
  const documentId = useStore(editor.store, (state) => state.documentId)
  const isStored = useStore(editor.store, ({ phase, save }) => phase === 'ready' && save.kind === 'saved')
  useEffect(() => {
    if (!isStored || data === undefined) return
    const marks = data.notes.flatMap(({ place, resolvedAt, text }) =>
      place !== null && resolvedAt === null && place.documentId === documentId ? [{ ...place, text }] : [],
    )
    editor.setNoteMarks(marks)
  }, [editor, data, documentId, isStored])
}
