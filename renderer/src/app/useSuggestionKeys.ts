import { useEffect } from 'react'
import { useEditor, useRuns } from './AppContext.tsx'

const overlay = '[role="dialog"], [role="alertdialog"], [role="listbox"], [role="menu"]'

/** While a suggestion waits, Ctrl+Enter takes it and Escape puts it away, wherever the focus is. */
export const useSuggestionKeys = () => {
  const editor = useEditor()
  const runs = useRuns()
  useEffect(() => {
    const accept = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return
      // Under a window the suggestion cannot be seen.
      if (!runs.isWaiting() || document.querySelector(overlay)) return
      event.preventDefault()
      event.stopPropagation()
      void runs.accept()
    }
    const discard = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || editor.suggestionKey() === null) return
      if (document.querySelector(overlay)) return
      event.preventDefault()
      runs.discard()
    }
    // Before the field that has the focus gives the keys a meaning of its own.
    window.addEventListener('keydown', accept, { capture: true })
    window.addEventListener('keydown', discard)
    return () => {
      window.removeEventListener('keydown', accept, { capture: true })
      window.removeEventListener('keydown', discard)
    }
  }, [editor, runs])
}
