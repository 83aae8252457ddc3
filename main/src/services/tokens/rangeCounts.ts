import { nextSplit } from './split.ts'

/** Tokens of parts of one text, in UTF-16 offsets of it. */
export interface RangeCounts {
  /** Exactly the tokens of `before + text.slice(from, to) + after`. */
  count(from: number, to: number, before?: string, after?: string): number
}

/** `nextSplit` takes U+0085 for a space, JavaScript does not. */
const visible = /[^\s\u0085]/

/**
 * Cuts a text once where counts add up (`nextSplit`), so that a part of it costs its two edges. A cut near the end
 * of the part is not used when only white space follows it there: what makes it safe would then be cut off.
 */
export function createRangeCounts(text: string, count: (text: string) => number): RangeCounts {
  const cuts = [0]
  const tokens = [0]
  for (let from = 0, sum = 0; from < text.length; ) {
    const to = nextSplit(text, from)
    sum += count(text.slice(from, to))
    cuts.push(to)
    tokens.push(sum)
    from = to
  }

  /** Index of the first cut at or behind an offset. */
  function atOrBehind(offset: number): number {
    let low = 0
    let high = cuts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((cuts[middle] ?? 0) >= offset) high = middle
      else low = middle + 1
    }
    return low
  }

  return {
    count(from, to, before = '', after = '') {
      // With nothing in front the part may begin at a cut; else its first piece joins what is in front of it.
      const first = atOrBehind(before === '' ? from : from + 1)
      let last = atOrBehind(to + 1) - 1
      while (last > first && !visible.test(text.slice(cuts[last], to))) last -= 1
      const start = cuts[first] ?? text.length
      const end = cuts[last] ?? 0
      if (start >= end) return count(before + text.slice(from, to) + after)
      const head = before + text.slice(from, start)
      const rest = text.slice(end, to) + after
      return (
        (head === '' ? 0 : count(head)) +
        ((tokens[last] ?? 0) - (tokens[first] ?? 0)) +
        (rest === '' ? 0 : count(rest))
      )
    },
  }
}
