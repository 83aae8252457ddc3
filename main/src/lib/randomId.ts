import { randomBytes } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** `prefix` and 10 random base32 characters: 50 bits. */
export function randomId(prefix: string): string {
  return prefix + Array.from(randomBytes(10), (byte) => alphabet[byte & 31]).join('')
}
