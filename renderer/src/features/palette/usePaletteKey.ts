import { useEffect } from 'react'
import { useViewStore } from '../../app/AppContext.tsx'

/** Ctrl+K, wherever the focus is; again, and the palette closes. */
export const usePaletteKey = () => {
  const view = useViewStore()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey) return
      if (!(event.ctrlKey || event.metaKey) || event.isComposing) return
      const { paletteOpen } = view.getState()
      if (!paletteOpen && document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      event.preventDefault()
      event.stopPropagation()
      view.setState({ paletteOpen: !paletteOpen })
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [view])
}
