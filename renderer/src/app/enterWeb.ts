import { linkFragment } from '../../../main/src/contract/handshake.ts'
import { createAuthenticator } from '../ipc/authenticator.ts'
import { createCredentialStore } from '../ipc/credentials.ts'
import { createSocketTransport } from '../ipc/socket.ts'
import type { Transport } from '../ipc/types.ts'

export interface WebSession {
  readonly transport: Transport
  /** What the journal is encrypted with; comes when the host has let this page in. */
  readonly journalKey: Promise<string>
}

/** How a page in a browser gets to its host. */
export const enterWeb = (): WebSession => {
  const { hash, host, origin, protocol } = location
  const linkSecret = hash.startsWith(linkFragment) ? hash.slice(linkFragment.length) : null
  // Neither a bookmark nor a look over the shoulder should find it.
  if (linkSecret !== null) history.replaceState(null, '', '/')
  // A link pasted into this tab changes nothing but the fragment.
  window.addEventListener('hashchange', () => {
    if (location.hash.startsWith(linkFragment)) location.reload()
  })
  const authenticator = createAuthenticator({ origin, linkSecret, credentials: createCredentialStore() })
  const url = `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}/ipc`
  // Says what is the matter when the page is opened while no host runs.
  navigator.serviceWorker
    ?.register('/offline.js')
    .catch((cause: unknown) => console.error('offline page', cause))
  return { transport: createSocketTransport({ url, authenticator }), journalKey: authenticator.journalKey }
}
