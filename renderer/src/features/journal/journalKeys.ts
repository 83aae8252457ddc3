import { fromBase64url, utf8 } from '../../ipc/bytes.ts'

/** Several keys from one, so that no use weakens another (HKDF, RFC 5869). */
const derivation = (use: string) => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt: new Uint8Array(),
  info: utf8(`creonow journal ${use}`),
})

const rootOf = (journalKey: string, use: 'deriveKey' | 'deriveBits') =>
  crypto.subtle.importKey('raw', fromBase64url(journalKey), 'HKDF', false, [use])

/** What names entries, and what encrypts them; neither can be read by the page. */
export const journalKeysOf = async (journalKey: string) => {
  const { subtle } = crypto
  const root = await rootOf(journalKey, 'deriveKey')
  const [hash, cipher] = await Promise.all([
    subtle.deriveKey(derivation('names'), root, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
    subtle.deriveKey(derivation('text'), root, { name: 'AES-GCM', length: 256 }, false, [
      ...(['encrypt', 'decrypt'] as const),
    ]),
  ])
  return { hash, cipher }
}

/** 32 bytes for a cipher of the page's own. */
export const derivedBytes = async (journalKey: string, use: string): Promise<Uint8Array<ArrayBuffer>> => {
  const root = await rootOf(journalKey, 'deriveBits')
  return new Uint8Array(await crypto.subtle.deriveBits(derivation(use), root, 256))
}
