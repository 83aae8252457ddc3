import { gcm } from '@noble/ciphers/aes.js'
import { managedNonce } from '@noble/ciphers/utils.js'
import { fromBase64url, toBase64url, utf8 } from '../../ipc/bytes.ts'
import { derivedBytes } from './journalKeys.ts'

/** What a page stored last, for the case that it ends with the next instruction: one value per page. */
export interface InstantEntry {
  /** The page that wrote it. */
  readonly page: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly value: unknown
}

/** Where such values lie. Each call is over when it returns: nothing waits for a database or a cipher. */
export interface InstantPort {
  /** Of all pages; what cannot be read is left where it is. */
  read(): readonly InstantEntry[]
  /** @throws DOMException when the browser has no room. */
  write(entry: InstantEntry): void
  remove(page: string): void
}

/** Another number when values get another shape: old ones are then left alone. */
const prefix = 'creonow-instant-1 '

interface Sealing {
  seal(text: string): string
  /** @throws Error for what was sealed with another key. */
  open(sealed: string): string
}

const inTheClear: Sealing = { seal: (text) => text, open: (text) => text }

/** In the browser's local storage, which hands a value to another process before it returns. */
export const createInstantPort = (storage: Storage, sealing: Sealing = inTheClear): InstantPort => ({
  read() {
    const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
    return names.filter((name) => name.startsWith(prefix)).flatMap((name) => entryOf(storage, sealing, name))
  },
  write: (entry) => storage.setItem(prefix + entry.page, sealing.seal(JSON.stringify(entry))),
  remove: (page) => storage.removeItem(prefix + page),
})

/** As the sealed journal: nothing is readable for who takes the place of the host, nor for another data folder. */
export const createSealedInstantPort = async (storage: Storage, journalKey: string): Promise<InstantPort> => {
  // WebCrypto answers later only, and later there may be no page.
  const cipher = managedNonce(gcm)(await derivedBytes(journalKey, 'last keys'))
  return createInstantPort(storage, {
    seal: (text) => toBase64url(cipher.encrypt(utf8(text))),
    open: (sealed) => new TextDecoder().decode(cipher.decrypt(fromBase64url(sealed))),
  })
}

function entryOf(storage: Storage, sealing: Sealing, name: string): InstantEntry[] {
  try {
    // Only `write` puts anything under this prefix.
    return [JSON.parse(sealing.open(storage.getItem(name) ?? '')) as InstantEntry]
  } catch {
    // Another data folder's, or changed by somebody else: no text of this writer.
    return []
  }
}
