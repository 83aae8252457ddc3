import { useCallback, useEffect } from 'react'
import { useBookSearch, useCodex, useEditor, useViewStore } from './AppContext.tsx'
import { showLeft } from './viewStore.ts'

/** Longer selections are read, not searched for. */
const maxSelectionUtf16 = 60

/** Shows the search through the book with what is selected in the text. */
export const useOpenBookSearch = (): (() => void) => {
  const view = useViewStore()
  const editor = useEditor()
  const bookSearch = useBookSearch()
  const codex = useCodex()
  return useCallback(() => {
    const selected = editor.selectedText()
    if (selected !== '' && selected.length <= maxSelectionUtf16 && !/[\r\n]/.test(selected))
      bookSearch.changeQuery({ query: { text: selected } })
    showLeft(view, codex, 'search')
    view.setState(({ searchRequests }) => ({ searchRequests: searchRequests + 1 }))
  }, [view, codex, editor, bookSearch])
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
