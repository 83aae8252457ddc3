/** Units a generation holds at most, so that a few huge pieces cannot fill the memory. */
const maxGenerationUtf16 = 4_000_000

export interface PieceCache {
  get(piece: string): number | undefined
  set(piece: string, tokens: number): void
}

/**
 * Bounded cache from piece to token count, least recently used first out, in two generations: a hit in the
 * old one moves to the young one, and a full young one replaces the old. A hit in the young one therefore
 * changes nothing, where re-inserting into one Map on every hit would cost more than the count it saves.
 */
export function createPieceCache(entries: number): PieceCache {
  const perGeneration = Math.max(1, Math.floor(entries / 2))
  let young = new Map<string, number>()
  let old = new Map<string, number>()
  let youngUtf16 = 0

  function add(piece: string, tokens: number): void {
    if (young.size >= perGeneration || youngUtf16 + piece.length > maxGenerationUtf16) {
      old = young
      young = new Map()
      youngUtf16 = 0
    }
    young.set(piece, tokens)
    youngUtf16 += piece.length
  }

  return {
    get(piece) {
      const recent = young.get(piece)
      if (recent !== undefined) return recent
      const tokens = old.get(piece)
      if (tokens !== undefined) add(detached(piece), tokens)
      return tokens
    },
    set(piece, tokens) {
      if (entries > 0 && piece.length <= maxGenerationUtf16) add(detached(piece), tokens)
    },
  }
}

/**
 * A copy that does not keep the text it was cut from alive: V8 represents a slice as a pointer into its
 * parent, and slicing a concatenation forces the concatenation into memory of its own.
 */
function detached(piece: string): string {
  return ` ${piece}`.slice(1)
}
