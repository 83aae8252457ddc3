import { createStore, get, set } from 'idb-keyval'
import type { CredentialStore, Credentials } from './authenticator.ts'

const key = 'current'

/** One session per origin, in IndexedDB: it keeps keys that no script can read. */
export const createCredentialStore = (): CredentialStore => {
  const place = createStore('creonow-session-1', 'credentials')
  return {
    read: () => get<Credentials>(key, place),
    write: (credentials) => set(key, credentials, place),
  }
}
