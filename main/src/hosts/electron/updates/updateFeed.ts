import { createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'

/** Where new versions come from, and whose they have to be. */
export interface UpdateFeed {
  /** The folder with the channel files of electron-builder (`latest-linux.yml`), with a slash at its end. */
  readonly url: URL
  /** Ed25519; what it has not signed is not looked at. */
  readonly publicKey: KeyObject
}

/** Of `package.json`, which lies in the archive of a packed app. */
const packageSchema = z.looseObject({
  updates: z
    .strictObject({
      /** Absolute; https, or http on this computer. */
      url: z.string().max(2000),
      /** Base64 of the key's DER form (SPKI). */
      publicKey: z.base64().max(200),
    })
    .nullish(),
})

/** Whether something may be asked for there: over TLS, or on this computer. */
export function isUpdateUrl(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === '127.0.0.1')
}

/**
 * The feed that the owner of a packed app has set in `package.json`; undefined: none is set, and there are no updates.
 * @throws Error when one is set that cannot be used.
 */
export function updateFeedOf(packageJson: unknown): UpdateFeed | undefined {
  const { updates } = packageSchema.parse(packageJson)
  if (!updates) return undefined
  const url = new URL(updates.url.endsWith('/') ? updates.url : `${updates.url}/`)
  if (!isUpdateUrl(url)) throw new Error(`updates may not come from ${url.protocol}//${url.host}`)
  const bytes = Buffer.from(updates.publicKey, 'base64')
  const publicKey = createPublicKey({ key: bytes, format: 'der', type: 'spki' })
  if (publicKey.asymmetricKeyType !== 'ed25519')
    throw new Error('the key of the updates is not an Ed25519 key')
  return { url, publicKey }
}
