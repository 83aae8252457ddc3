import { LRUCache } from 'lru-cache'
import { detached } from './text.ts'

/** UTF-16 units of all texts together, so that a few huge ones cannot fill the memory. */
const defaultMaxUtf16 = 8_000_000

export interface TextCache<T> {
  get(text: string): T | undefined
  set(text: string, value: T): void
}

/**
 * Bounded cache of values by text, least recently used first out. A text larger than `maxUtf16` units is not cached;
 * 0 `entries` cache nothing.
 */
export function createTextCache<T extends {}>(
  entries: number,
  maxUtf16: number = defaultMaxUtf16,
): TextCache<T> {
  // As a size at least, so that no more than `entries` fit: a `max` makes the library fill arrays of that length first.
  const leastUtf16 = Math.max(1, Math.ceil(maxUtf16 / Math.max(1, entries)))
  const cache = new LRUCache<string, T>({
    maxSize: maxUtf16,
    sizeCalculation: (_value, text) => Math.max(leastUtf16, text.length),
  })
  return {
    get: (text) => cache.get(text),
    set(text, value) {
      if (entries > 0) cache.set(detached(text), value)
    },
  }
}
