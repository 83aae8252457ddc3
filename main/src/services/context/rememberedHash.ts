import { createTextCache } from '../../lib/textCache.ts'

const hashesKept = 16_384
/** V8 tells longer strings apart by their length alone. */
const maxHashedUtf16 = 16_000
/** Of all texts together. */
const maxKeptUtf16 = 1_000_000

/** Blocks that did not change, the whole stable prefix among them, are not hashed for every request. */
export function rememberedHash(sha256Hex: (text: string) => string): (text: string) => string {
  const known = createTextCache<string>(hashesKept, maxKeptUtf16)
  return (text) => {
    if (text.length > maxHashedUtf16) return sha256Hex(text)
    const before = known.get(text)
    if (before !== undefined) return before
    const hash = sha256Hex(text)
    known.set(text, hash)
    return hash
  }
}
