import { createTextCache } from '../../lib/textCache.ts'

const maxHashes = 16_384
/** V8 distinguishes longer strings only by their length. */
const maxHashedUtf16 = 16_000
/** Of all texts together. */
const maxCachedUtf16 = 1_000_000

/** Blocks that did not change, the whole stable prefix among them, are not hashed for every request. */
export function rememberedHash(sha256Hex: (text: string) => string): (text: string) => string {
  const cache = createTextCache<string>(maxHashes, maxCachedUtf16)
  return (text) => {
    if (text.length > maxHashedUtf16) return sha256Hex(text)
    const before = cache.get(text)
    if (before !== undefined) return before
    const hash = sha256Hex(text)
    cache.set(text, hash)
    return hash
  }
}
