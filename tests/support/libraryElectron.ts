import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const path = require.resolve('electron')

/** What `electron-updater` itself asks of Electron when it installs; returns what takes it away again. */
export function provideElectron(): () => void {
  require.cache[path] = { exports: { autoUpdater: { emit: () => true } } } as unknown as NodeJS.Module // its exports are all that is read
  return () => {
    delete require.cache[path]
  }
}
