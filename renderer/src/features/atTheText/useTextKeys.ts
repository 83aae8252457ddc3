import { useEffect, useRef } from 'react'
import { useCommands } from '../../app/useCommands.ts'
import { isOverlayOpen } from '../../app/useModeKeys.ts'
import { commandOf } from './commandKeys.ts'

/** The keys of the commands at the text, wherever the focus is. */
export const useTextKeys = () => {
  const { runs } = useCommands()
  const latest = useRef(runs)
  latest.current = runs
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const name = commandOf(event)
      if (name === null || event.isComposing || event.repeat || isOverlayOpen()) return
      event.preventDefault()
      event.stopPropagation()
      latest.current[name]()
    }
    // Before the editor, which has a meaning of its own for some of them.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}
