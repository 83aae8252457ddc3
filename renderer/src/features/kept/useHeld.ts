import { useEffect, useState } from 'react'

export interface Held {
  isHeld(): boolean
  hold(): void
  release(): void
}

/**
 * Holds a form's storing back while a field is being typed in of which one half means something else: half an address
 * is another server, half a name another model. Leaving the field releases it, and so does closing the form: call
 * this before `useKept`, which stores what is unsaved then.
 */
export const useHeld = (): Held => {
  const [held] = useState(() => {
    let is = false
    return {
      isHeld: () => is,
      hold: () => {
        is = true
      },
      release: () => {
        is = false
      },
    }
  })
  useEffect(() => held.release, [held])
  return held
}
