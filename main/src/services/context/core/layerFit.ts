import type { BlockCounter } from './blockCounter.ts'
import { fitWithin } from './fit.ts'
import { type LeaveTokens, planShrink, type StepFilter } from './shrink.ts'
import { numbering } from './template.ts'
import type { Chunk, LayerName, Placed } from './types.ts'

export interface LayerFitInput {
  readonly layer: LayerName
  readonly placed: readonly Placed[]
  readonly spaceTokens: number
  readonly floorTokens?: number
  readonly counter: BlockCounter
  readonly leave?: LeaveTokens
  /** Which shrink steps may be applied; all when absent. */
  readonly isAllowed?: StepFilter
  /** Whether room that a large step leaves goes back to what was shortened. */
  readonly givesBack?: boolean
}

export interface LayerFit {
  readonly placed: readonly Placed[]
  /** Tokens of the layer with these chunks, heading included. */
  readonly tokens: number
}

/** Brings one layer within a space by the steps that its sources declare: the calls of the one `fit`. */
export function fitLayer(input: LayerFitInput): LayerFit {
  const { layer, counter, spaceTokens, floorTokens = 0, givesBack = false } = input
  const numberOf = numbering()
  // The heading of the list belongs to whichever item is the first of it in the end.
  const plans = input.placed.map((item) => {
    const number = numberOf(item.chunk)
    const position = number === 0 ? 0 : number + 1
    return planShrink(item, { position, counter, leave: input.leave, isAllowed: input.isAllowed })
  })
  const hasList = input.placed.some(({ chunk }) => chunk.source.print === 'numbered')
  const headingTokens = counter.heading(layer, false) + (hasList ? counter.listHeading() : 0)
  const { lastSteps, tokens } = fitWithin(
    plans.map(({ item }) => item),
    { spaceTokens, floorTokens, headingTokens, givesBack },
  )
  return { placed: plans.map((plan, at) => plan.placed(lastSteps[at])), tokens }
}

/**
 * Brings what optional sources of a layer delivered within a limit. A source that delivers much is cut before one
 * that delivers little: world files do not displace the author's preferences.
 */
export function limitSources(
  layer: LayerName,
  placed: readonly Placed[],
  limitTokens: number,
  counter: BlockCounter,
): readonly Placed[] {
  const sizeOf = (items: readonly Placed[]) => counter.layer(layer, items)
  if (sizeOf(placed) <= limitTokens) return placed
  const optional = placed.filter(({ chunk: { source, pinned } }) => !source.required && !pinned)
  const bySource = [...Map.groupBy(optional, ({ chunk }) => chunk.source).values()]
  const after = new Map<Chunk, Placed>()
  let left = limitTokens
  for (const [at, items] of bySource.toSorted((a, b) => sizeOf(a) - sizeOf(b)).entries()) {
    const spaceTokens = Math.floor(left / (bySource.length - at))
    const fitted = fitLayer({ layer, placed: items, spaceTokens, counter, givesBack: true })
    left -= fitted.tokens
    for (const item of fitted.placed) after.set(item.chunk, item)
  }
  return placed.map((item) => after.get(item.chunk) ?? item)
}
