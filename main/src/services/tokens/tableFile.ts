import type { EncodingName, RankTable } from './rankTable.ts'

/** 'CNTK' as a word in the machine's byte order: a file from a machine of the other order does not match. */
const magic = 0x4b544e43
const version = 2
const headerWords = 6

/** Name under which a table is stored. */
export function tableFileName(encoding: EncodingName): string {
  return `${encoding}.v${version}.table`
}

/**
 * The table as one block of bytes: magic, version, checksum, lengths in words, then encoding name, pattern,
 * byte ids and slots. Words are in the machine's order, so the slots are used where they lie.
 */
export function serializeTable(table: RankTable): Uint8Array {
  const text = new TextEncoder().encode(`${table.encoding}\n${table.pattern}`)
  const textWords = Math.ceil(text.length / 4)
  const view = new Int32Array(headerWords + textWords + table.byteIds.length + table.slots.length)
  view.set([magic, version, 0, text.length, table.byteIds.length, table.slots.length])
  const bytes = new Uint8Array(view.buffer)
  bytes.set(text, headerWords * 4)
  view.set(table.byteIds, headerWords + textWords)
  view.set(table.slots, headerWords + textWords + table.byteIds.length)
  view[2] = checksumOf(view)
  return bytes
}

/** The table in `bytes`, or undefined when they are not an intact table of `encoding`. */
export function deserializeTable(bytes: Uint8Array, encoding: EncodingName): RankTable | undefined {
  if (bytes.byteLength % 4 !== 0 || bytes.byteLength < headerWords * 4) return undefined
  // Buffers from a pool may start at an odd address, which Int32Array refuses.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const view = new Int32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4)
  const [storedMagic, storedVersion, checksum, textBytes = 0, byteIdWords = 0, slotWords = 0] = view
  if (storedMagic !== magic || storedVersion !== version || checksum !== checksumOf(view)) return undefined
  const idsAt = headerWords + Math.ceil(textBytes / 4)
  const slotsAt = idsAt + byteIdWords
  if (slotsAt + slotWords !== view.length) return undefined
  const text = new TextDecoder().decode(aligned.subarray(headerWords * 4, headerWords * 4 + textBytes))
  if (!text.startsWith(`${encoding}\n`)) return undefined
  const pattern = text.slice(encoding.length + 1)
  return { encoding, pattern, byteIds: view.subarray(idsAt, slotsAt), slots: view.subarray(slotsAt) }
}

const prime = 0x01000193

/**
 * FNV-1a over words instead of bytes, from behind the checksum's own word on; in four lanes, because each step of one
 * depends on the step before.
 */
function checksumOf(view: Int32Array): number {
  let [a, b, c, d] = [0x811c9dc5, 1, 2, 3]
  const end = view.length - 3
  let at = 3
  for (; at < end; at += 4) {
    a = Math.imul(a ^ (view[at] as number), prime) // in range, as below
    b = Math.imul(b ^ (view[at + 1] as number), prime)
    c = Math.imul(c ^ (view[at + 2] as number), prime)
    d = Math.imul(d ^ (view[at + 3] as number), prime)
  }
  for (; at < view.length; at++) a = Math.imul(a ^ (view[at] as number), prime)
  return [b, c, d].reduce((hash, lane) => Math.imul(hash ^ lane, prime), a) | 0
}
