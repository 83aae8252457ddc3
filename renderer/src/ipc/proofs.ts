import { fromBase64url, toBase64url, utf8 } from './bytes.ts'

// The page's half of the crypto of `contract/handshake.ts`.
const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const
const signature = { name: 'ECDSA', hash: 'SHA-256' } as const
const mac = { name: 'HMAC', hash: 'SHA-256' } as const
const { subtle } = crypto

/** 32 random bytes. */
export const newNonce = (): string => toBase64url(crypto.getRandomValues(new Uint8Array(32)))

/** A key that never leaves this origin, and its public half. */
export const newPageKey = async () => {
  const { privateKey, publicKey } = await subtle.generateKey(curve, false, ['sign', 'verify'])
  const spki = await subtle.exportKey('spki', publicKey)
  return {
    privateKey,
    publicKey: toBase64url(spki),
    session: toBase64url(await subtle.digest('SHA-256', spki)),
  }
}

export const signatureOf = async (key: CryptoKey, text: string): Promise<string> =>
  toBase64url(await subtle.sign(signature, key, utf8(text)))

export const isSignedBy = async (hostKey: string, text: string, proof: string): Promise<boolean> => {
  const key = await subtle.importKey('spki', fromBase64url(hostKey), curve, false, ['verify'])
  return subtle.verify(signature, key, fromBase64url(proof), utf8(text))
}

const importSecret = (secret: string) =>
  subtle.importKey('raw', fromBase64url(secret), mac, false, ['sign', 'verify'])

export const macOf = async (secret: string, text: string): Promise<string> =>
  toBase64url(await subtle.sign(mac, await importSecret(secret), utf8(text)))

export const isMacOf = async (secret: string, text: string, given: string): Promise<boolean> =>
  subtle.verify(mac, await importSecret(secret), fromBase64url(given), utf8(text))
