import { useEffect, useState } from 'react'

export interface SavePause {
  /** Nothing is stored just now. */
  isActive(): boolean
  activate(): void
  release(): void
}

/**
 * Delays a form's storing while a field is being typed in of which one half means something else: half an address is
 * another server, half a name another model. Leaving the field releases it, and so does closing the form: call this
 * before `useAutosaved`, which stores what is unsaved then.
 */
export const useSavePause = (): SavePause => {
  const [pause] = useState(() => {
    let active = false
    return {
      isActive: () => active,
      activate: () => {
        active = true
      },
      release: () => {
        active = false
      },
    }
  })
  useEffect(() => pause.release, [pause])
  return pause
}
