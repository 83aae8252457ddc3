import { useEffect } from 'react'
import { useViewStore } from '../../app/AppContext.tsx'

/** Ctrl+P, wherever the focus is: the browser would print the window instead of the book. */
export const usePrintKey = () => {
  const view = useViewStore()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || event.shiftKey || event.altKey) return
      if (!(event.ctrlKey || event.metaKey) || event.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) view.setState({ printOpen: true })
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [view])
}
