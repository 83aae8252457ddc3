import { startsLine } from '../../tokens/index.ts'

/** Smaller parts would be reused a little further, larger ones make fewer blocks than a provider looks back over. */
const partUnits = 1000

/**
 * Where the text before the cursor is cut into parts that providers can keep: at the end of the paragraph at or
 * behind 1,000 UTF-16 units, counted from where the text begins, where counts of tokens add up. The ends are
 * ascending; what follows the last is open. An end stands as soon as something visible follows it, so writing on
 * only adds ends.
 */
export function frozenEnds(text: string): number[] {
  const ends: number[] = []
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from) + 1
    if (end === 0) break
    if (end - (ends.at(-1) ?? 0) >= partUnits && startsLine(text, end)) ends.push(end)
    from = Math.max(end, (ends.at(-1) ?? 0) + partUnits - 1)
  }
  return ends
}
