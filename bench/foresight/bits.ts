const longestContext = 3

/**
 * Bits that a text costs after others, by a character model (orders 0–3, interpolated as by Witten and Bell). The
 * model learns from `known` only: what is saved by more `known` is what the passages say of the text.
 */
export function bitsOf(text: string, known: readonly string[], alphabet: number): number {
  const contexts = new Map<string, Map<string, number>>()
  for (const piece of known)
    for (let at = 0; at < piece.length; at++)
      for (let n = 0; n <= Math.min(at, longestContext); n++) {
        const context = piece.slice(at - n, at)
        const next = contexts.get(context) ?? new Map<string, number>()
        contexts.set(context, next.set(piece.charAt(at), (next.get(piece.charAt(at)) ?? 0) + 1))
      }
  const totals = new Map(
    [...contexts].map(([key, next]) => [key, [...next.values()].reduce((a, b) => a + b, 0)]),
  )
  let bits = 0
  for (let at = 0; at < text.length; at++) {
    let probability = 1 / alphabet
    for (let n = 0; n <= Math.min(at, longestContext); n++) {
      const context = text.slice(at - n, at)
      const next = contexts.get(context)
      const total = totals.get(context) ?? 0
      if (!next) break
      probability = ((next.get(text.charAt(at)) ?? 0) + next.size * probability) / (total + next.size)
    }
    bits -= Math.log2(probability)
  }
  return bits
}
