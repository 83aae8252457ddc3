import { layerOrder } from './layers.ts'
import { chunkBlock, sectionHeading, sectionPlaceholder, templateText } from './template.ts'
import type { Chunk, DetailLevel, Language, LayerName, TrimAction, TrimReason } from './types.ts'

/** A chunk after all decisions. */
export interface Placed {
  readonly chunk: Chunk
  /** As it goes into the prompt; empty when dropped. */
  readonly text: string
  /** Offset in `chunk.text` where `text` begins. */
  readonly start: number
  readonly action: TrimAction
  readonly reason: TrimReason
  readonly level?: DetailLevel
}

export const keep = (chunk: Chunk): Placed => ({
  chunk,
  text: chunk.text,
  start: 0,
  action: 'kept',
  reason: 'within_budget',
})

export const drop = (chunk: Chunk): Placed => ({
  chunk,
  text: '',
  start: 0,
  action: 'dropped',
  reason: 'over_budget',
})

export type Stability = 'frozen' | 'book' | 'chapter' | 'scene' | 'turn'

/** A run of prompt bytes that changes as one. Begins with a marker line, ends with a line break. */
export interface Block {
  readonly blockId: string
  readonly layer: LayerName | null
  readonly stability: Stability
  readonly text: string
}

/** What evidence calls a chunk: its source, with the item or the UTF-16 range when it is a part. */
export function chunkKey({ source, item, from, to }: Chunk): string {
  if (item !== undefined) return `${source}#${item}`
  return from === undefined ? source : `${source}#${from}-${to ?? ''}`
}

const stabilityOf: Record<LayerName, Stability> = {
  rules: 'book',
  settings: 'book',
  retrieved: 'scene',
  immediate: 'turn',
}

/** The blocks of one layer. Rules and Settings always have their section; the others only when they hold something. */
export function layerBlocks(layer: LayerName, placed: readonly Placed[], language: Language): Block[] {
  const present = placed.filter(({ action }) => action !== 'dropped')
  const stable = layer === 'rules' || layer === 'settings'
  if (present.length === 0 && !stable) return []
  const heading = sectionHeading(layer, language)
  const placeholder = present.length === 0 ? sectionPlaceholder(language) : ''
  const first: Block = { blockId: layer, layer, stability: 'frozen', text: heading + placeholder }
  let constraints = 0
  return [
    first,
    ...present.map(({ chunk, text }): Block => {
      if (chunk.kind === 'constraint') constraints += 1
      return {
        blockId: `${layer}:${chunk.kind}:${chunkKey(positionless(chunk))}`,
        layer,
        stability: chunk.kind === 'previous' ? 'chapter' : stabilityOf[layer],
        text: chunkBlock(chunk, text, constraints),
      }
    }),
  ]
}

/** The window's ends move with every key; its identity does not. */
function positionless(chunk: Chunk): Chunk {
  if (chunk.layer !== 'immediate') return chunk
  const { from: _from, to: _to, ...rest } = chunk
  return rest
}

export interface CountedBlock extends Block {
  readonly tokens: number
}

export interface Prompt {
  readonly blocks: readonly CountedBlock[]
  readonly systemPrompt: string
  readonly userContent: string
}

/** Counts what `layerBlocks` prints; see `BlockCounter`. */
export interface LayerCounts {
  count(text: string): number
  heading(layer: LayerName, empty: boolean): number
  block(chunk: Chunk, text: string, position?: number): number
  tail(chunk: Chunk): (start: number) => number
}

/** All blocks in the fixed order of layers; Rules and Settings end the system prompt. */
export function serialise(
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
    tokens: counts.count(text),
  }
  const ids = new Map<string, number>()
  const blocks = [
    template,
    ...layerOrder.flatMap((layer) => countedBlocks(layer, layers[layer], language, counts)),
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

function countedBlocks(
  layer: LayerName,
  placed: readonly Placed[],
  language: Language,
  counts: LayerCounts,
): CountedBlock[] {
  const present = placed.filter(({ action }) => action !== 'dropped')
  let constraints = 0
  return layerBlocks(layer, present, language).map((block, index) => {
    const item = present[index - 1]
    if (!item) return { ...block, tokens: counts.heading(layer, present.length === 0) }
    const { chunk, start, text } = item
    if (chunk.kind === 'constraint') constraints += 1
    const fromStart = chunk.kind === 'before' || chunk.kind === 'previous'
    const tokens = fromStart
      ? counts.tail(chunk)(start)
      : counts.block(chunk, text, chunk.kind === 'constraint' ? constraints : 0)
    return { ...block, tokens }
  })
}
