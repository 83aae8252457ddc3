import { nextSplit } from './split.ts'

/** Tokens of parts of one text, in UTF-16 offsets of it. */
export interface RangeCounts {
  /** Exactly the tokens of `before + text.slice(from, to) + after`. Throws what `count` throws. */
  count(from: number, to: number, before?: string, after?: string): number
}

/** `nextSplit` takes U+0085 for a space, JavaScript does not. */
const visible = /[^\s\u0085]/
const blockUnits = 16_384
/** How far `nextSplit` reads in front of a cut and behind it; white space beyond only costs a cut. */
const behindUnits = 2
/** Parts of a text that are counted repeatedly: the cuts of one cursor are some forty, of ten that alternate 400. */
const maxCachedParts = 512
const aheadUnits = 64

/** Cuts from the block's start on (offsets of the whole text), and the tokens up to each. */
interface Block {
  readonly cuts: readonly number[]
  readonly tokens: readonly number[]
}

/**
 * Cuts a text where counts add up (`nextSplit`), so that a part of it costs its two edges. A cut near the end of the
 * part is not used when only white space follows it there: what makes it safe would then be cut off. Cut and counted
 * in blocks, each when a question touches it: a few lines of a huge text cost a few blocks, whatever its length.
 */
export function createRangeCounts(text: string, count: (text: string) => number): RangeCounts {
  const starts = new Map<number, number>()
  const blocks = new Map<number, Block>()
  /** By `from` × 2^26 + `to`: no text is longer. */
  const parts = new Map<number, number>()

  /** Where block `index` starts: the first safe cut behind a multiple of the block's length. */
  function startOf(index: number): number {
    if (index <= 0) return 0
    let start: number | undefined
    let last = index
    // A stretch without any cut is searched once, not once for each block in front of it.
    for (; start === undefined; last++) start = starts.get(last) ?? cutWithin(last * blockUnits)
    for (let each = index; each < last; each++) starts.set(each, start)
    return start
  }

  function cutWithin(from: number): number | undefined {
    if (from >= text.length) return text.length
    const base = from - behindUnits
    const cut = base + nextSplit(text.slice(base, from + blockUnits + aheadUnits), behindUnits, 1)
    return cut <= from + blockUnits ? cut : undefined
  }

  /** Index of the block with the unit at an offset inside the text. */
  function indexOf(offset: number): number {
    let index = Math.floor(offset / blockUnits)
    while (startOf(index) > offset) index--
    return index
  }

  function block(index: number): Block {
    const before = blocks.get(index)
    if (before) return before
    const start = startOf(index)
    const part = text.slice(start, startOf(index + 1))
    const cuts = [start]
    const tokens = [0]
    for (let from = 0, sum = 0; from < part.length; ) {
      const to = nextSplit(part, from)
      sum += count(part.slice(from, to))
      cuts.push(start + to)
      tokens.push(sum)
      from = to
    }
    const newBlock = { cuts, tokens }
    blocks.set(index, newBlock)
    return newBlock
  }

  function cutAtOrBehind(offset: number): number {
    if (offset >= text.length) return text.length
    const { cuts } = block(indexOf(offset))
    return cuts[atOrBehind(cuts, offset)] ?? text.length
  }

  /** The last cut in front of an offset above 0. */
  function cutBefore(offset: number): number {
    const { cuts } = block(indexOf(offset - 1))
    return cuts[atOrBehind(cuts, offset) - 1] ?? 0
  }

  /** Tokens between two cuts. */
  function between(start: number, end: number): number {
    const first = indexOf(start)
    const last = indexOf(end - 1)
    let sum = upTo(block(last), end) - upTo(block(first), start)
    for (let index = first; index < last; index++) sum += block(index).tokens.at(-1) ?? 0
    return sum
  }

  function countCached(from: number, to: number): number {
    const key = from * 2 ** 26 + to
    const before = parts.get(key)
    if (before !== undefined) return before
    const tokens = counted(from, to, '', '')
    if (parts.size >= maxCachedParts) parts.clear()
    parts.set(key, tokens)
    return tokens
  }

  function counted(from: number, to: number, before: string, after: string): number {
    // With nothing in front the part may start at a cut; else its first piece joins the piece before it.
    const start = cutAtOrBehind(before === '' ? from : from + 1)
    let end = Math.min(to, text.length)
    while (end > start && !visible.test(text.slice(end, to))) end = cutBefore(end)
    if (start >= end) return count(before + text.slice(from, to) + after)
    const head = before + text.slice(from, start)
    const rest = text.slice(end, to) + after
    return (head === '' ? 0 : count(head)) + between(start, end) + (rest === '' ? 0 : count(rest))
  }

  return {
    count: (from, to, before = '', after = '') =>
      before === '' && after === '' ? countCached(from, to) : counted(from, to, before, after),
  }
}

const upTo = ({ cuts, tokens }: Block, cut: number) => tokens[atOrBehind(cuts, cut)] ?? 0

/** Index of the first of ascending cuts at or behind an offset. */
function atOrBehind(cuts: readonly number[], offset: number): number {
  let low = 0
  let high = cuts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cuts[middle] ?? 0) >= offset) high = middle
    else low = middle + 1
  }
  return low
}
