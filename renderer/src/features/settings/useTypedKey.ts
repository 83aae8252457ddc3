import { useEffect, useRef, useState } from 'react'
import { useSettings } from '../../app/AppContext.tsx'

export interface TypedKey {
  /** What stands in the field: never what is stored. */
  readonly typed: string
  /** `pending`: the service it is for is not stored as the form says; `failed`: the top of the dialog says why. */
  readonly state: 'none' | 'stored' | 'pending' | 'failed'
  type(key: string): void
  /** True when nothing is left to store. */
  store(): Promise<boolean>
}

/**
 * A key that is stored when its field is left, and when the form goes; after `before`, so that it is never stored for
 * the server that the service had until now.
 */
export const useTypedKey = (provider: string, before: () => Promise<boolean>): TypedKey => {
  const settings = useSettings()
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<TypedKey['state']>('none')
  const latest = useRef('')
  const running = useRef(Promise.resolve(true))
  const show = (key: string) => {
    latest.current = key
    setTyped(key)
  }

  const storeNow = async () => {
    const key = latest.current
    if (key === '') return true
    if (!(await before())) {
      setState('pending')
      return false
    }
    const stored = await settings.setKey(provider, key)
    if (stored && latest.current === key) show('')
    setState(stored ? 'stored' : 'failed')
    return stored
  }
  const store = () => {
    running.current = running.current.then(storeNow)
    return running.current
  }

  const last = useRef(store)
  last.current = store
  useEffect(() => () => void last.current(), [])
  return {
    typed,
    state,
    store,
    type(key) {
      setState('none')
      show(key)
    },
  }
}
