import { useEffect, useRef } from 'react'
import { useEditor, useViewStore } from '../../app/AppContext.tsx'
import { isOverlayOpen } from '../../app/useModeKeys.ts'
import { openSheet } from '../../app/viewStore.ts'
import { useThreadMarks } from './useThreadMarks.ts'

/** F4 plants the selection as a thread and shows the threads; without a selection it only shows them. */
export const useThreadKey = () => {
  const view = useViewStore()
  const editor = useEditor()
  const { plant } = useThreadMarks()
  const latest = useRef(plant)
  latest.current = plant
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F4' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (event.isComposing || event.repeat || isOverlayOpen()) return
      event.preventDefault()
      if (editor.selectedText().trim() !== '') void latest.current()
      openSheet(view, 'threads')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [view, editor])
}
