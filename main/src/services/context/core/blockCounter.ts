import { createTextCache, type TextCache } from '../../../lib/textCache.ts'
import { createRangeCounts, type RangeCounts } from '../../tokens/index.ts'
import type { Block, LayerCounts } from './print.ts'
import {
  alwaysHasSection,
  bodyOf,
  chunkBlock,
  listHeading,
  numbering,
  sectionHeading,
  sectionPlaceholder,
  templateText,
  type Wording,
} from './template.ts'
import type { Chunk, LayerName, Placed } from './types.ts'

export interface BlockCounter extends LayerCounts {
  /** True: counts of blocks add up exactly to the count of the prompt. */
  readonly additive: boolean
  count(text: string): number
  /** The serialised layer, section heading included. */
  layer(layer: LayerName, placed: readonly Placed[]): number
}

interface Form {
  readonly text: string
  readonly position: number
  readonly tokens: number
}

/** Counts of chunks, cached as long as the chunks live: an unchanged chunk is not counted for every request. */
export interface CachedCounts {
  readonly forms: WeakMap<Chunk, Form[]>
  readonly tails: WeakMap<Chunk, Map<number, number>>
  readonly texts: Map<string, number>
  readonly printed: WeakMap<Placed, { readonly position: number; readonly blocks: readonly Block[] }>
  readonly parts: TextCache<Block>
  /** Rules by the list itself: it is the same one while the author writes. */
  readonly rules: WeakMap<readonly Placed[], number>
  readonly sections: WeakMap<readonly Placed[], readonly Block[]>
}

/** Of some long chapters; each part is as long as a page. */
const maxCachedParts = 4096

export const createCachedCounts = (): CachedCounts => ({
  forms: new WeakMap(),
  tails: new WeakMap(),
  texts: new Map(),
  printed: new WeakMap(),
  parts: createTextCache(maxCachedParts),
  rules: new WeakMap(),
  sections: new WeakMap(),
})

/** Forms of one chunk that are remembered: four levels and a few cuts. */
const formsPerChunk = 12

export function createBlockCounter(options: {
  readonly count: (text: string) => number
  /** Used where a chunk is part of a text that others were cut from too. */
  readonly ranges?: (text: string) => RangeCounts
  readonly language: Wording
  readonly additive: boolean
  /** Counts of one tokenizer; new for each counter when absent. */
  readonly cached?: CachedCounts
}): BlockCounter {
  const { count, language, additive, cached = createCachedCounts() } = options
  const { ranges = (text: string) => createRangeCounts(text, count) } = options
  // They count with this counter, which may fail; only the numbers are shared.
  const tails = new WeakMap<Chunk, (start: number) => number>()

  function block(chunk: Chunk, text: string, position = 0): number {
    const forms = cached.forms.get(chunk) ?? []
    const before = forms.find((form) => form.position === position && form.text === text)
    if (before) return before.tokens
    const tokens = count(chunkBlock(chunk, text, position, language))
    if (forms.length < formsPerChunk) cached.forms.set(chunk, [...forms, { text, position, tokens }])
    return tokens
  }

  function countText(text: string): number {
    const tokens = cached.texts.get(text) ?? count(text)
    cached.texts.set(text, tokens)
    return tokens
  }

  const heading = (layer: LayerName, empty: boolean) =>
    countText(sectionHeading(layer, language) + (empty ? sectionPlaceholder(language) : ''))

  function layer(name: LayerName, placed: readonly Placed[]): number {
    if (name !== 'rules') return counted(name, placed)
    const before = cached.rules.get(placed)
    if (before !== undefined) return before
    const tokens = counted(name, placed)
    cached.rules.set(placed, tokens)
    return tokens
  }

  function counted(name: LayerName, placed: readonly Placed[]): number {
    const numberOf = numbering()
    const present = placed.filter(({ action }) => action !== 'dropped')
    if (present.length === 0) return alwaysHasSection(name) ? heading(name, true) : 0
    return present.reduce(
      (sum, { chunk, text }) => sum + block(chunk, text, numberOf(chunk)),
      heading(name, false),
    )
  }

  function printed(placed: Placed, position: number, print: () => readonly Block[]): readonly Block[] {
    const before = cached.printed.get(placed)
    if (before?.position === position) return before.blocks
    const blocks = print()
    cached.printed.set(placed, { position, blocks })
    return blocks
  }

  function section(placed: readonly Placed[], print: () => readonly Block[]): readonly Block[] {
    const blocks = cached.sections.get(placed) ?? print()
    cached.sections.set(placed, blocks)
    return blocks
  }

  function frozen(part: Omit<Block, 'tokens'>): Block {
    const before = cached.parts.get(part.text)
    if (before?.blockId === part.blockId) return before
    const countedBlock = { ...part, tokens: count(part.text) }
    cached.parts.set(part.text, countedBlock)
    return countedBlock
  }

  function tail(chunk: Chunk): (start: number) => number {
    const before = tails.get(chunk)
    if (before) return before
    const tokens = cached.tails.get(chunk) ?? new Map<number, number>()
    cached.tails.set(chunk, tokens)
    const countFrom = remembered(tokens, () =>
      additive
        ? countTails(chunk, language, count, ranges)
        : (start) => countTail(chunk, language, start, count),
    )
    tails.set(chunk, countFrom)
    return countFrom
  }

  return {
    additive,
    count,
    template: () => countText(templateText(language)),
    layer,
    heading,
    words: countText,
    listHeading: () => countText(listHeading(language)),
    block,
    tail,
    printed,
    section,
    frozen,
  }
}

/** Counts by start, each once. `createCounter` is what it takes to count at all: called when the first count is needed. */
function remembered(
  cached: Map<number, number>,
  createCounter: () => (start: number) => number,
): (start: number) => number {
  let work: ((start: number) => number) | undefined
  return (start) => {
    const before = cached.get(start)
    if (before !== undefined) return before
    work ??= createCounter()
    const tokens = work(start)
    cached.set(start, tokens)
    return tokens
  }
}

const countTail = (chunk: Chunk, language: Wording, start: number, count: (text: string) => number) =>
  count(chunkBlock(chunk, chunk.text.slice(start), 0, language))

/** Endings of one text: the lines above it in its block are counted with its first piece. */
function countTails(
  chunk: Chunk,
  language: Wording,
  count: (text: string) => number,
  ranges: (text: string) => RangeCounts,
): (start: number) => number {
  const { text, cutFrom = { text, from: 0 } } = chunk
  const whole = chunkBlock(chunk, text, 0, language)
  const body = bodyOf(chunk, text)
  const head = whole.slice(0, whole.length - body.length)
  const end = body.slice(text.length)
  const counts = ranges(cutFrom.text)
  return (start) =>
    start >= text.length
      ? countTail(chunk, language, start, count)
      : counts.count(cutFrom.from + start, cutFrom.from + text.length, head, end)
}
