import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useDrafts, useIpc } from '../../app/AppContext.tsx'
import { createKeptValue, type KeptOptions, type KeptState, type KeptValue } from './keptValue.ts'

export interface Kept<T>
  extends KeptState<T>,
    Pick<KeptValue<T>, 'change' | 'flush' | 'resolve' | 'discard' | 'swap'> {}

interface KeptUse<T> extends Omit<KeptOptions<T>, 'drafts' | 'isBusy'> {
  /** The project-relative file behind it: another program may change it. */
  readonly path: string
}

/**
 * A value of a form that stores itself (`createKeptValue`), for as long as the form is shown; what is unsaved when it
 * goes is stored then. The options are read once: give the form a key when they change.
 */
export const useKept = <T extends object>({ path, ...options }: KeptUse<T>): Kept<T> => {
  const drafts = useDrafts()
  const ipc = useIpc()
  const composing = useRef(false)
  const [kept] = useState(() => createKeptValue({ ...options, drafts, isBusy: () => composing.current }))
  const state = useStore(kept.store)

  useEffect(() => {
    const begin = () => {
      composing.current = true
    }
    const end = () => {
      composing.current = false
    }
    const stopChanges = ipc.on('changed', ({ projectId, paths }) => {
      const isIts = paths.some((each) => each === path || path.startsWith(`${each}/`))
      if (projectId === options.place.projectId && isIts) void kept.reread()
    })
    const stopWaiting = ipc.connection.subscribe(() => {
      if (ipc.connection.get() !== 'online') return
      void kept.flush().then(() => kept.reread())
    })
    window.addEventListener('compositionstart', begin)
    window.addEventListener('compositionend', end)
    return () => {
      window.removeEventListener('compositionstart', begin)
      window.removeEventListener('compositionend', end)
      stopChanges()
      stopWaiting()
      composing.current = false
      void kept.flush()
    }
  }, [ipc, kept, path, options.place.projectId])

  const { change, flush, resolve, discard, swap } = kept
  return { ...state, change, flush, resolve, discard, swap }
}
