/** Units a generation holds at most, so that a few huge texts cannot fill the memory. */
const defaultGenerationUtf16 = 4_000_000

export interface TextCache<T> {
  get(text: string): T | undefined
  set(text: string, value: T): void
}

/**
 * Bounded cache from text to what is known about it, least recently used first out, in two generations: a hit in
 * the old one moves to the young one, and a full young one replaces the old. A hit in the young one therefore
 * changes nothing, where re-inserting into one Map on every hit would cost more than the work it saves.
 */
export function createTextCache<T>(
  entries: number,
  maxGenerationUtf16: number = defaultGenerationUtf16,
): TextCache<T> {
  const perGeneration = Math.max(1, Math.floor(entries / 2))
  let young = new Map<string, T>()
  let old = new Map<string, T>()
  let youngUtf16 = 0

  function add(text: string, value: T): void {
    if (young.size >= perGeneration || youngUtf16 + text.length > maxGenerationUtf16) {
      old = young
      young = new Map()
      youngUtf16 = 0
    }
    young.set(text, value)
    youngUtf16 += text.length
  }

  return {
    get(text) {
      const recent = young.get(text)
      if (recent !== undefined) return recent
      const value = old.get(text)
      if (value !== undefined) add(detached(text), value)
      return value
    },
    set(text, value) {
      if (entries > 0 && text.length <= maxGenerationUtf16) add(detached(text), value)
    },
  }
}

/**
 * A copy that does not keep the text it was cut from alive: V8 represents a slice as a pointer into its
 * parent, and slicing a concatenation forces the concatenation into memory of its own.
 */
function detached(text: string): string {
  return ` ${text}`.slice(1)
}
