import { useCallback, useEffect } from 'react'
import { useBookSearch, useEditor, useViewStore } from './AppContext.tsx'

/** Longer selections are read, not searched for. */
const maxSelectionUtf16 = 60

/** Shows the search through the book with what is selected in the text. */
export const useOpenBookSearch = (): (() => void) => {
  const view = useViewStore()
  const editor = useEditor()
  const bookSearch = useBookSearch()
  return useCallback(() => {
    const selected = editor.selectedText()
    if (selected !== '' && selected.length <= maxSelectionUtf16 && !/[\r\n]/.test(selected))
      bookSearch.changeQuery({ query: { text: selected } })
    view.setState(({ oneSide, panelOpen, searchRequests }) => ({
      ...{ searchOpen: true, searchRequests: searchRequests + 1, chaptersOpen: true, sheet: null },
      panelOpen: panelOpen && !oneSide,
    }))
  }, [view, editor, bookSearch])
}

/** Ctrl+Shift+F, wherever the focus is. */
export const useBookSearchKey = () => {
  const open = useOpenBookSearch()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isIt = event.key.toLowerCase() === 'f' && event.shiftKey && (event.ctrlKey || event.metaKey)
      if (!isIt || event.isComposing || document.querySelector('[role="dialog"], [role="alertdialog"]'))
        return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [open])
}
