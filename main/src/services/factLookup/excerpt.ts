const reach = 60
/** Closing marks belong to the sentence before them. */
const sentenceEnd = /[。！？!?…\r\n]+[”’」』）)"]*/gu

/** A sentence of a text: UTF-16 units, `to` exclusive, and what a person is shown of it. */
export interface Excerpt {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** The sentence around a place, at most 60 units to each side; cut ends are marked. */
export function excerptAt(text: string, at: number): Excerpt {
  const first = Math.max(0, at - reach)
  const before = text.slice(first, at)
  const after = text.slice(at, at + reach)
  const begins = [...before.matchAll(sentenceEnd)].at(-1)
  const ends = [...after.matchAll(sentenceEnd)][0]
  const from = first + (begins === undefined ? 0 : begins.index + begins[0].length)
  const to = at + (ends === undefined ? after.length : ends.index + ends[0].length)
  const isCutBefore = begins === undefined && first > 0
  const isCutAfter = ends === undefined && to < text.length
  const whole = text
    .slice(from, to)
    .toWellFormed()
    .replace(/^\uFFFD|\uFFFD$/gu, '')
  return { from, to, text: `${isCutBefore ? '…' : ''}${whole.trim()}${isCutAfter ? '…' : ''}` }
}

/** Of places where things stand, the one with the most different things within reach; of equals the first. */
export function densest(occurrences: readonly { readonly what: string; readonly at: number }[]): number {
  const inOrder = occurrences.toSorted((a, b) => a.at - b.at)
  let [best, maxKinds] = [inOrder[0]?.at ?? 0, 0]
  for (const { at } of inOrder) {
    const near = inOrder.filter((other) => other.at >= at && other.at < at + reach)
    const kinds = new Set(near.map(({ what }) => what)).size
    if (kinds > maxKinds) [best, maxKinds] = [at, kinds]
  }
  return best
}
