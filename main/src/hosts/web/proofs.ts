import { createHmac, createPublicKey, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto'

// WebCrypto signs as r‖s, Node as DER unless it is told.
const dsaEncoding = 'ieee-p1363'

/** A page's public key, base64url of its SPKI; undefined when it is anything but a P-256 key. */
export function readPublicKey(spki: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(spki, 'base64url'), format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined
  } catch {
    // Bytes that are no key come from whoever likes to send them; there is nothing to say about them.
    return undefined
  }
}

export function isSignedBy(key: KeyObject, text: string, signature: string): boolean {
  return verify('sha256', Buffer.from(text), { key, dsaEncoding }, Buffer.from(signature, 'base64url'))
}

export function signatureOf(key: KeyObject, text: string): string {
  return sign('sha256', Buffer.from(text), { key, dsaEncoding }).toString('base64url')
}

/** Base64url of the public half, as SPKI. */
export function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64url')
}

export function macOf(secret: Buffer, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

export function isMacOf(secret: Buffer, text: string, mac: string): boolean {
  const [own, given] = [Buffer.from(macOf(secret, text)), Buffer.from(mac)]
  return own.length === given.length && timingSafeEqual(own, given)
}
