import { layerBlocks, type Placed } from './serialise.ts'
import { chunkBlock, endLine, sectionHeading, sectionPlaceholder } from './template.ts'
import { nextSplit } from './tokens/split.ts'
import type { Chunk, Language, LayerName } from './types.ts'

/** Counts serialised blocks in tokens and remembers them for the length of one plan. */
export interface BlockCounter {
  /** True: counts of blocks add up exactly to the count of the prompt. */
  readonly additive: boolean
  count(text: string): number
  /** The serialised layer, section heading included. */
  layer(layer: LayerName, placed: readonly Placed[]): number
  /** The section heading alone, with the line that stands for an empty section when `empty`. */
  heading(layer: LayerName, empty: boolean): number
  /** One block; `position` is a constraint's number. */
  block(chunk: Chunk, text: string, position?: number): number
  /** Counts the block that holds `chunk.text.slice(start)`, for a UTF-16 offset `start`. */
  tail(chunk: Chunk): (start: number) => number
}

interface Known {
  readonly text: string
  readonly position: number
  readonly tokens: number
}

/** Forms of one chunk that are remembered: four levels and a few cuts. */
const formsPerChunk = 12

export function createBlockCounter(options: {
  readonly count: (text: string) => number
  readonly language: Language
  readonly additive: boolean
}): BlockCounter {
  const { count, language, additive } = options
  const known = new Map<Chunk, Known[]>()
  const headings = new Map<string, number>()
  const tails = new Map<Chunk, (start: number) => number>()

  function block(chunk: Chunk, text: string, position = 0): number {
    const forms = known.get(chunk) ?? []
    const before = forms.find((form) => form.position === position && form.text === text)
    if (before) return before.tokens
    const tokens = count(chunkBlock(chunk, text, position))
    if (forms.length < formsPerChunk) known.set(chunk, [...forms, { text, position, tokens }])
    return tokens
  }

  function heading(layer: LayerName, empty: boolean): number {
    const text = sectionHeading(layer, language) + (empty ? sectionPlaceholder(language) : '')
    const tokens = headings.get(text) ?? count(text)
    headings.set(text, tokens)
    return tokens
  }

  function layer(name: LayerName, placed: readonly Placed[]): number {
    let constraints = 0
    let present = 0
    let tokens = 0
    for (const { chunk, text, action } of placed) {
      if (action === 'dropped') continue
      present += 1
      if (chunk.kind === 'constraint') constraints += 1
      tokens += block(chunk, text, chunk.kind === 'constraint' ? constraints : 0)
    }
    if (present > 0) return heading(name, false) + tokens
    return layerBlocks(name, [], language).length > 0 ? heading(name, true) : 0
  }

  function tail(chunk: Chunk): (start: number) => number {
    const before = tails.get(chunk)
    if (before) return before
    const made = additive ? countTails(chunk, count) : remembered((start) => countTail(chunk, start, count))
    tails.set(chunk, made)
    return made
  }

  return { additive, count, layer, heading, block, tail }
}

function remembered(work: (start: number) => number): (start: number) => number {
  const known = new Map<number, number>()
  return (start) => {
    const tokens = known.get(start) ?? work(start)
    known.set(start, tokens)
    return tokens
  }
}

const countTail = (chunk: Chunk, start: number, count: (text: string) => number) =>
  count(chunkBlock(chunk, chunk.text.slice(start), 0))

/**
 * Endings of one text, each in the time of one piece: the text is cut once where counts add up (`nextSplit`),
 * and an ending is the rest of the piece it starts in, counted behind the marker line, plus the pieces after it.
 */
function countTails(chunk: Chunk, count: (text: string) => number): (start: number) => number {
  const whole = chunkBlock(chunk, chunk.text, 0)
  const headUnits = whole.length - endLine(chunk.text).length
  const head = whole.slice(0, headUnits)
  const body = whole.slice(headUnits)
  const ends: number[] = []
  const pieceTokens: number[] = []
  for (let from = 0; from < body.length; ) {
    const to = nextSplit(body, from)
    ends.push(to)
    pieceTokens.push(count(body.slice(from, to)))
    from = to
  }
  const tokensBehind: number[] = new Array(ends.length).fill(0)
  for (let at = ends.length - 2; at >= 0; at -= 1)
    tokensBehind[at] = (tokensBehind[at + 1] ?? 0) + (pieceTokens[at + 1] ?? 0)
  return remembered((start) => {
    if (start >= chunk.text.length) return countTail(chunk, start, count)
    const piece = firstBeyond(ends, start)
    return count(head + body.slice(start, ends[piece])) + (tokensBehind[piece] ?? 0)
  })
}

/** Index of the first of ascending ends that is greater than `offset`. */
function firstBeyond(ends: readonly number[], offset: number): number {
  let low = 0
  let high = ends.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) > offset) high = middle
    else low = middle + 1
  }
  return low
}
