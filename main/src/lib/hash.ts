import { hash } from 'node:crypto'

/** SHA-256 of UTF-8 text or raw bytes, as 64 lower-case hex digits. */
export function sha256Hex(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex')
}

/** The id of an item that has none, from its text: 12 hex digits, the same each time. */
export const idOfText = (text: string): string => sha256Hex(text).slice(0, 12)

/** `id`, or its first `maxStem` units with the first free number behind them; the result is added to `usedIds`. */
export function uniqueId(id: string, usedIds: Set<string>, maxStem: number): string {
  let unique = id
  for (let copy = 2; usedIds.has(unique); copy++) unique = `${id.slice(0, maxStem)}-${copy}`
  usedIds.add(unique)
  return unique
}
