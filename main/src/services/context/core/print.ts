import { perObject } from '../../../lib/perObject.ts'
import { startsLine } from '../../tokens/index.ts'
import { layerOrder } from './layers.ts'
import {
  alwaysHasSection,
  appendedHeading,
  bodyOf,
  chunkBlock,
  earlierQuestionHeading,
  goesOnHeading,
  numbering,
  sectionHeading,
  sectionPlaceholder,
  templateText,
  type Wording,
} from './template.ts'
import { type Chunk, chunkKey, type LayerName, type Placed, type Stability } from './types.ts'

/** A run of prompt bytes that changes as one. Begins with a marker line, ends with a line break. */
export interface Block {
  /** Stable while the block is the same thing: the template, a heading, a reference. */
  readonly blockId: string
  /** Null for the template's own words, which are of no layer. */
  readonly layer: LayerName | null
  /** How long its bytes stay the same. */
  readonly stability: Stability
  /** As printed, redacted. */
  readonly text: string
  /**
   * A part of the text before the cursor: `frozen` stays as it is while the window does not move, `open` is the
   * last, which grows. Absent: no part of it.
   */
  readonly part?: 'frozen' | 'open'
  /** Of Retrieved, admitted since it was made: printed behind the text before the cursor. */
  readonly appended?: true
  /** In a conversation: the finished round that it was sent with, in front of its question; absent: the current one. */
  readonly round?: number
  /** Of the block as printed. */
  readonly tokens: number
}

export interface Prompt {
  readonly blocks: readonly Block[]
  readonly systemPrompt: string
  readonly userContent: string
}

/** Counts what a prompt is printed from. */
export interface LayerCounts {
  /** The template's own words. */
  template(): number
  /** The section heading only, with the line of an empty section when `empty`. */
  heading(layer: LayerName, empty: boolean): number
  /** Words of the template, printed as they are. */
  words(text: string): number
  /** The heading of a layer's numbered list, which its first item prints. */
  listHeading(): number
  /** One block; `position` is its number in a numbered list. */
  block(chunk: Chunk, text: string, position?: number): number
  /** Counts the block that contains `chunk.text.slice(start)`, for a UTF-16 offset `start`. */
  tail(chunk: Chunk): (start: number) => number
  /** The blocks that were printed of it at this number before, else what `print` makes now. */
  printed(placed: Placed, position: number, print: () => readonly Block[]): readonly Block[]
  /** The blocks that were printed of this very list before, else what `print` makes now. */
  section(placed: readonly Placed[], print: () => readonly Block[]): readonly Block[]
  /** A part that stays as it is, counted: the very block when it was printed under this id before. */
  frozen(part: Omit<Block, 'tokens'>): Block
}

/** Material appended to Retrieved since it was made, and where it is printed. */
export interface Appended {
  readonly chunks: ReadonlySet<Chunk>
  /**
   * The UTF-16 offset in the text before the cursor at which it is printed: the paragraph end where the cursor was when
   * it arrived. Absent: behind that text.
   */
  readonly placeOf?: ReadonlyMap<Chunk, number>
  /** Ascending, each with the chunks that are printed in front of its question; empty outside a conversation. */
  readonly rounds: ReadonlyMap<number, ReadonlySet<Chunk>>
}

const noneAppended: Appended = { chunks: new Set(), rounds: new Map() }

/**
 * All blocks in the fixed order of layers; Rules and Settings end the system prompt. Appended chunks of Retrieved are
 * printed in Immediate, at a paragraph end of the text before the cursor or behind it: there they leave the beginning
 * of the prompt unchanged.
 */
export function printPrompt(
  layers: Record<LayerName, readonly Placed[]>,
  language: Wording,
  counts: LayerCounts,
  appended: Appended = noneAppended,
): Prompt {
  const text = templateText(language)
  const template: Block = {
    blockId: 'template',
    layer: null,
    stability: 'frozen',
    text,
    tokens: counts.template(),
  }
  const isAppended = ({ chunk }: Placed) => appended.chunks.has(chunk)
  const inPlace = (layer: LayerName) =>
    layer === 'retrieved' ? layers.retrieved.filter((item) => !isAppended(item)) : layers[layer]
  const { placeOf, rounds } = appended
  const added = Map.groupBy(layers.retrieved.filter(isAppended), ({ chunk }) => placeOf?.get(chunk))
  const inText = [...added].flatMap(([place, items]): Inserted[] =>
    place === undefined ? [] : [{ place, items }],
  )
  const behind = printAppended(added.get(undefined) ?? [], rounds, language, counts, inText.length === 0)
  const immediate = withAppended(
    printLayer(
      'immediate',
      layers.immediate,
      language,
      counts,
      inText.toSorted((a, b) => a.place - b.place),
    ),
    behind,
  )
  const printed = (layer: LayerName) => {
    const print = () => printLayer(layer, inPlace(layer), language, counts)
    return layer === 'rules' ? counts.section(layers.rules, print) : print()
  }
  const ids = new Map<string, number>()
  const blocks = [
    template,
    ...layerOrder.flatMap((layer) => (layer === 'immediate' ? immediate : printed(layer))),
  ].map((block) => {
    // A plan names blocks by id, so two chunks of one source may not share theirs.
    const times = (ids.get(block.blockId) ?? 0) + 1
    ids.set(block.blockId, times)
    return times === 1 ? block : { ...block, blockId: `${block.blockId}~${times}` }
  })
  const join = (part: readonly Block[]) => part.map((block) => block.text).join('')
  const inSystem = ({ layer }: Block) => layer === null || layer === 'rules' || layer === 'settings'
  return {
    blocks,
    systemPrompt: join(blocks.filter(inSystem)),
    userContent: join(blocks.filter((block) => !inSystem(block))),
  }
}

/** Appended material at one place of the text before the cursor. */
interface Inserted {
  /** UTF-16 offset in the text. */
  readonly place: number
  readonly items: readonly Placed[]
}

function printLayer(
  layer: LayerName,
  placed: readonly Placed[],
  language: Wording,
  counts: LayerCounts,
  inserted: readonly Inserted[] = [],
): Block[] {
  const present = placed.filter(({ action }) => action !== 'dropped')
  const empty = present.length === 0
  if (empty && !alwaysHasSection(layer)) return []
  const heading: Block = {
    blockId: layer,
    layer,
    stability: 'frozen',
    text: sectionHeading(layer, language) + (empty ? sectionPlaceholder(language) : ''),
    tokens: counts.heading(layer, empty),
  }
  const numberOf = numbering()
  return [
    heading,
    ...present.flatMap((item) => {
      const position = numberOf(item.chunk)
      const print = () => printChunk(item, position, language, counts, inserted)
      return item.chunk.source.anchored && inserted.length > 0
        ? print()
        : counts.printed(item, position, print)
    }),
  ]
}

/** In order of arrival under a heading of their own; what was sent with an earlier round, in front of its question. */
function printAppended(
  placed: readonly Placed[],
  rounds: Appended['rounds'],
  language: Wording,
  counts: LayerCounts,
  isFirst: boolean,
): Block[] {
  const print = (items: readonly Placed[]) => printUnderHeading(items, language, counts, isFirst)
  const earlier = [...rounds].flatMap(([round, chunks]) => {
    const text = earlierQuestionHeading(language)
    const question: Block = {
      ...{ blockId: 'question', layer: 'immediate', stability: 'scene' },
      ...{ text, tokens: counts.words(text) },
    }
    const added = print(placed.filter(({ chunk }) => chunks.has(chunk)))
    return [...added, question].map((block): Block => ({ ...block, round }))
  })
  const isEarlier = ({ chunk }: Placed) => [...rounds.values()].some((chunks) => chunks.has(chunk))
  return [...earlier, ...print(placed.filter((item) => !isEarlier(item)))]
}

function printUnderHeading(
  items: readonly Placed[],
  language: Wording,
  counts: LayerCounts,
  isFirst: boolean,
): Block[] {
  const blocks = items
    .filter(({ action }) => action !== 'dropped')
    .flatMap((item) => counts.printed(item, 0, () => printChunk(item, 0, language, counts)))
    .map(asAppended)
  if (blocks.length === 0) return []
  const text = appendedHeading(language, isFirst)
  const heading: Block = {
    ...{ blockId: 'late', layer: 'immediate', stability: 'scene', appended: true },
    ...{ text, tokens: counts.words(text) },
  }
  return [heading, ...blocks]
}

const asAppended = perObject(
  (block: Block): Block => ({
    ...block,
    blockId: block.blockId.replace(/^retrieved/, 'late'),
    layer: 'immediate',
    appended: true,
  }),
)

/** Behind the text before the cursor; without one, in front of what follows it. */
function withAppended(blocks: readonly Block[], appended: readonly Block[]): Block[] {
  const at = blocks.findLastIndex(({ part }) => part !== undefined) + 1 || Math.min(1, blocks.length)
  return [...blocks.slice(0, at), ...appended, ...blocks.slice(at)]
}

function printChunk(
  { chunk, text, start }: Placed,
  position: number,
  language: Wording,
  counts: LayerCounts,
  inserted: readonly Inserted[] = [],
): Block[] {
  const block: Block = {
    blockId: blockIdOf(chunk),
    layer: chunk.source.layer,
    stability: chunk.source.stability,
    text: chunkBlock(chunk, text, position, language),
    tokens: isTail(chunk) ? counts.tail(chunk)(start) : counts.block(chunk, text, position),
  }
  if (!chunk.source.anchored) return [block]
  const between = inserted.flatMap(({ place, items }, at): Between[] => {
    const blocks = printUnderHeading(items, language, counts, at === 0)
    return blocks.length === 0 ? [] : [{ end: place - start, blocks }]
  })
  const ends = frozenEnds(
    text,
    between.map(({ end }) => end),
  )
  return inParts(block, ends, bodyOf(chunk, text).length, counts, between, goesOnHeading(language))
}

/** Blocks printed at an end of a part of the text; `end` is an offset in its body. */
interface Between {
  readonly end: number
  readonly blocks: readonly Block[]
}

/**
 * A block in frozen parts and an open one, with other blocks between them, behind which the text goes on under
 * `heading`; `ends` are offsets in its body, the last `bodyUnits` of its text.
 */
function inParts(
  block: Block,
  ends: readonly number[],
  bodyUnits: number,
  counts: LayerCounts,
  between: readonly Between[],
  heading: string,
): Block[] {
  const { blockId, text, tokens } = block
  const bodyAt = text.length - bodyUnits
  const blocks: Block[] = []
  let counted = 0
  let number = 0
  for (const [at, end] of ends.entries()) {
    const part = text.slice(at === 0 ? 0 : bodyAt + (ends[at - 1] ?? 0), bodyAt + end)
    const frozen = counts.frozen({ ...block, blockId: `${blockId}@${number++}`, text: part, part: 'frozen' })
    counted += frozen.tokens
    blocks.push(frozen)
    const inserted = between.find((other) => other.end === end)
    if (!inserted) continue
    const goesOn: Block = { ...block, blockId: `${blockId}@${number++}`, text: heading, part: 'frozen' }
    blocks.push(...inserted.blocks, { ...goesOn, tokens: counts.words(heading) })
  }
  const open: Block = {
    ...block,
    blockId: `${blockId}@${number}`,
    text: text.slice(ends.length === 0 ? 0 : bodyAt + (ends.at(-1) ?? 0)),
    // An estimate of the whole may be less than those of its parts.
    tokens: Math.max(0, tokens - counted),
    part: 'open',
  }
  return [...blocks, open]
}

/** Its text is cut from the start, so its endings are counted and not its beginnings. */
export const isTail = ({ source }: Chunk) => source.shrinkSteps.some(({ step }) => step === 'tail')

/** The window's ends move with every key; its identity does not. */
function blockIdOf(chunk: Chunk): string {
  const { layer, name } = chunk.source
  const { from: _from, to: _to, ...still } = chunk.ref
  return `${layer}:${name}:${chunkKey(layer === 'immediate' ? { ref: still } : chunk)}`
}

/** Smaller parts would be reused a little further, larger ones make fewer blocks than a provider compares. */
const partUnits = 1000

/**
 * The offsets at which the text before the cursor is cut into parts that providers can cache: at the end of the
 * paragraph at or behind 1,000 UTF-16 units, counted from where the text starts, where counts of tokens add up. The
 * ends are ascending; what follows the last is open. An end is fixed as soon as something visible follows it, so
 * writing on only adds ends. `places`, ascending, are ends too, from which the units are counted anew.
 */
export function frozenEnds(text: string, places: readonly number[] = []): number[] {
  return [0, ...places].flatMap((from, at) => [
    ...(from > 0 ? [from] : []),
    ...partEnds(text.slice(from, places[at])).map((end) => from + end),
  ])
}

function partEnds(text: string): number[] {
  const ends: number[] = []
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from) + 1
    if (end === 0) break
    if (end - (ends.at(-1) ?? 0) >= partUnits && startsLine(text, end)) ends.push(end)
    from = Math.max(end, (ends.at(-1) ?? 0) + partUnits - 1)
  }
  return ends
}
