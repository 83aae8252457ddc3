/** Base64url without padding, as `contract/handshake.ts` writes bytes. */
export const toBase64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** @throws DOMException for what is not base64url. */
export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (unit) => unit.charCodeAt(0))

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
