import { hash } from 'node:crypto'

/** SHA-256 of UTF-8 text or raw bytes, as 64 lower-case hex digits. */
export function sha256Hex(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex')
}
