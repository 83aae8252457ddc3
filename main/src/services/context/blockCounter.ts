import { createRangeCounts, type RangeCounts } from '../tokens/index.ts'
import { layerBlocks, type Placed } from './serialise.ts'
import { chunkBlock, endLine, sectionHeading, sectionPlaceholder } from './template.ts'
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
  /** Used where a chunk is part of a text that others were cut from too. */
  readonly ranges?: (text: string) => RangeCounts
  readonly language: Language
  readonly additive: boolean
}): BlockCounter {
  const { count, language, additive, ranges = (text) => createRangeCounts(text, count) } = options
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
    const made = additive
      ? countTails(chunk, count, ranges)
      : remembered((start) => countTail(chunk, start, count))
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

/** Endings of one text: what stands in front of it in its block is counted with its first piece. */
function countTails(
  chunk: Chunk,
  count: (text: string) => number,
  ranges: (text: string) => RangeCounts,
): (start: number) => number {
  const { text, cutFrom = { text, from: 0 } } = chunk
  const whole = chunkBlock(chunk, text, 0)
  const body = endLine(text)
  const head = whole.slice(0, whole.length - body.length)
  const end = body.slice(text.length)
  const counts = ranges(cutFrom.text)
  return remembered((start) =>
    start >= text.length
      ? countTail(chunk, start, count)
      : counts.count(cutFrom.from + start, cutFrom.from + text.length, head, end),
  )
}
