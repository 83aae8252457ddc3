import { useEditor, useViewStore, useWorkspace } from '../../app/AppContext.tsx'
import { withText } from '../../app/viewStore.ts'

/** Opens a chapter beside a view of the book; in a narrow window in its place. */
export const useOpenChapter = (): ((documentId: string) => void) => {
  const view = useViewStore()
  const workspace = useWorkspace()
  const editor = useEditor()
  return (documentId) => {
    if (view.getState().narrow) view.setState({ sheet: null })
    void workspace.openDocument(documentId).then(() => withText(view, editor.focus))
  }
}
