import { layerOrder } from './layers.ts'
import {
  alwaysHasSection,
  chunkBlock,
  numbering,
  sectionHeading,
  sectionPlaceholder,
  templateText,
} from './template.ts'
import { type Chunk, chunkKey, type Language, type LayerName, type Placed, type Stability } from './types.ts'

/** A run of prompt bytes that changes as one. Begins with a marker line, ends with a line break. */
export interface Block {
  readonly blockId: string
  readonly layer: LayerName | null
  readonly stability: Stability
  readonly text: string
}

export interface CountedBlock extends Block {
  readonly tokens: number
}

export interface Prompt {
  readonly blocks: readonly CountedBlock[]
  readonly systemPrompt: string
  readonly userContent: string
}

/** Counts what a prompt is printed from. */
export interface LayerCounts {
  /** The template's own words. */
  template(): number
  /** The section heading alone, with the line that stands for an empty section when `empty`. */
  heading(layer: LayerName, empty: boolean): number
  /** The heading of a layer's numbered list, which its first item prints. */
  listHeading(): number
  /** One block; `position` is its number in a numbered list. */
  block(chunk: Chunk, text: string, position?: number): number
  /** Counts the block that holds `chunk.text.slice(start)`, for a UTF-16 offset `start`. */
  tail(chunk: Chunk): (start: number) => number
  /** The block that was printed of it at this number before, else what `print` makes now. */
  printed(placed: Placed, position: number, print: () => CountedBlock): CountedBlock
}

/** All blocks in the fixed order of layers; Rules and Settings end the system prompt. */
export function printPrompt(
  layers: Record<LayerName, readonly Placed[]>,
  language: Language,
  counts: LayerCounts,
): Prompt {
  const text = templateText(language)
  const template: CountedBlock = {
    blockId: 'template',
    layer: null,
    stability: 'frozen',
    text,
    tokens: counts.template(),
  }
  const ids = new Map<string, number>()
  const blocks = [
    template,
    ...layerOrder.flatMap((layer) => printLayer(layer, layers[layer], language, counts)),
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

function printLayer(
  layer: LayerName,
  placed: readonly Placed[],
  language: Language,
  counts: LayerCounts,
): CountedBlock[] {
  const present = placed.filter(({ action }) => action !== 'dropped')
  const empty = present.length === 0
  if (empty && !alwaysHasSection(layer)) return []
  const heading: CountedBlock = {
    blockId: layer,
    layer,
    stability: 'frozen',
    text: sectionHeading(layer, language) + (empty ? sectionPlaceholder(language) : ''),
    tokens: counts.heading(layer, empty),
  }
  const numberOf = numbering()
  return [
    heading,
    ...present.map((item) => {
      const position = numberOf(item.chunk)
      return counts.printed(item, position, () => printChunk(item, position, language, counts))
    }),
  ]
}

function printChunk(
  { chunk, text, start }: Placed,
  position: number,
  language: Language,
  counts: LayerCounts,
): CountedBlock {
  return {
    blockId: blockIdOf(chunk),
    layer: chunk.source.layer,
    stability: chunk.source.stability,
    text: chunkBlock(chunk, text, position, language),
    tokens: isTail(chunk) ? counts.tail(chunk)(start) : counts.block(chunk, text, position),
  }
}

/** Its text is cut from the start, so its endings are counted and not its beginnings. */
export const isTail = ({ source }: Chunk) => source.ladder.some(({ step }) => step === 'tail')

/** The window's ends move with every key; its identity does not. */
function blockIdOf(chunk: Chunk): string {
  const { layer, name } = chunk.source
  const { from: _from, to: _to, ...still } = chunk.ref
  return `${layer}:${name}:${chunkKey(layer === 'immediate' ? { ref: still } : chunk)}`
}
