import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useDrafts, useIpc } from '../../app/AppContext.tsx'
import {
  type AutosavedOptions,
  type AutosavedState,
  type AutosavedValue,
  createAutosavedValue,
} from './autosavedValue.ts'

export interface Autosaved<T>
  extends AutosavedState<T>,
    Pick<AutosavedValue<T>, 'change' | 'flush' | 'resolve' | 'discard' | 'restoreRejected'> {}

export interface AutosavedUse<T> extends Omit<AutosavedOptions<T>, 'drafts' | 'isBusy'> {
  /** The project-relative file behind it: another program may change it. */
  readonly path: string
}

/**
 * A value of a form that stores itself (`createAutosavedValue`), for as long as the form is shown; what is unsaved when it
 * goes is stored then. The options are read once: give the form a key when they change.
 */
export const useAutosaved = <T extends object>({ path, ...options }: AutosavedUse<T>): Autosaved<T> => {
  const drafts = useDrafts()
  const ipc = useIpc()
  const composing = useRef(false)
  const [saved] = useState(() =>
    createAutosavedValue({ ...options, drafts, isBusy: () => composing.current }),
  )
  const state = useStore(saved.store)

  useEffect(() => {
    const start = () => {
      composing.current = true
    }
    const end = () => {
      composing.current = false
    }
    const stopChanges = ipc.on('changed', ({ projectId, paths }) => {
      const isIts = paths.some((each) => each === path || path.startsWith(`${each}/`))
      if (projectId === options.place.projectId && isIts) void saved.reread()
    })
    const stopConnection = ipc.connection.subscribe(() => {
      if (ipc.connection.get() !== 'online') return
      void saved.flush().then(() => saved.reread())
    })
    window.addEventListener('compositionstart', start)
    window.addEventListener('compositionend', end)
    return () => {
      window.removeEventListener('compositionstart', start)
      window.removeEventListener('compositionend', end)
      stopChanges()
      stopConnection()
      composing.current = false
      void saved.flush()
    }
  }, [ipc, saved, path, options.place.projectId])

  const { change, flush, resolve, discard, restoreRejected } = saved
  return { ...state, change, flush, resolve, discard, restoreRejected }
}
