import { useEffect } from 'react'
import { useViewStore, useWorkspace } from './AppContext.tsx'

/**
 * A manuscript that is dropped anywhere is looked at for an import as a new work. An open work is closed first, once
 * everything in it is saved; until then nothing happens to the file.
 */
export const useDroppedFile = () => {
  const view = useViewStore()
  const workspace = useWorkspace()
  useEffect(() => {
    const fileOf = (event: DragEvent) =>
      [...(event.dataTransfer?.items ?? [])].some(({ kind }) => kind === 'file')
    const over = (event: DragEvent) => {
      if (fileOf(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0]
      // A form's own field takes what is dropped on it.
      if (file === undefined || (event.target instanceof HTMLInputElement && event.target.type === 'file'))
        return
      event.preventDefault()
      // The editor would write the file's text into the chapter.
      event.stopPropagation()
      const take = () => {
        if (workspace.store.getState().project === null) view.setState({ dropped: file })
      }
      if (workspace.store.getState().project === null) take()
      else void workspace.closeProject().then(take)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop, { capture: true })
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop, { capture: true })
    }
  }, [view, workspace])
}
