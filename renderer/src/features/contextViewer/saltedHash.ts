const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** SHA-256 behind a salt that is thrown away with the function: its hashes compare only with each other. */
export const createSaltedHash = (): ((text: string) => Promise<string>) => {
  const salt = hex(crypto.getRandomValues(new Uint8Array(16)))
  return async (text) => {
    const bytes = new TextEncoder().encode(salt + text)
    return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
  }
}
