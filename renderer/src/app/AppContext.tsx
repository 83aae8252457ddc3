import { createContext, useContext } from 'react'
import type { App } from './createApp.ts'

export const AppContext = createContext<App | null>(null)

/** The page's parts; throws outside the tree that `main.tsx` builds. */
export const useApp = (): App => {
  const app = useContext(AppContext)
  if (app === null) throw new Error('useApp outside AppContext')
  return app
}
