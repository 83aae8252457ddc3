import type { BlockCounter } from './blockCounter.ts'
import { type Fit, fitWithin } from './fit.ts'
import { climberOf, type LeaveTokens, placeFrom } from './ladder.ts'
import { limit } from './layers.ts'
import { type BudgetLayers, type Chunk, keep, type LayerName, type Placed } from './types.ts'
import { chooseStart } from './window.ts'

export interface TrimInput {
  /** Rules after rules selection; never touched here. */
  readonly rules: readonly Placed[]
  readonly settings: readonly Chunk[]
  readonly retrieved: readonly Chunk[]
  readonly immediate: readonly Chunk[]
  readonly total: number
  readonly layers: BudgetLayers
  /** Tokens of the text before the cursor that belong to the layer; the rest of the chapter is extension. */
  readonly coreTokens: number
  readonly counter: BlockCounter
  /** Where the window began last time; undefined on a first request. */
  readonly anchor?: number
  readonly fresh: boolean
}

export type TrimResult =
  | {
      readonly ok: true
      readonly placed: Record<LayerName, readonly Placed[]>
      readonly anchor: number | undefined
    }
  | { readonly ok: false; readonly floors: Record<LayerName, number> }

interface FittedLayer extends Pick<Fit, 'tokens'> {
  readonly placed: readonly Placed[]
}

/**
 * Brings the four layers within `total` tokens: Retrieved → Settings → Immediate, never below a floor.
 * Deterministic; every chunk comes back with what was decided and why.
 */
export function trimLayers(input: TrimInput): TrimResult {
  const { total, counter } = input
  const before = input.immediate.find(({ source }) => source.anchored)
  const others = input.immediate.filter((chunk) => chunk !== before).map(keep)
  const fixed = others.filter(({ chunk }) => chunk.source.ladder.length === 0)
  const countBefore = before ? counter.tail(before) : () => 0
  const coreBefore = Math.min(countBefore(0), input.coreTokens)

  const rulesTokens = counter.layer('rules', input.rules)
  const allSettings = input.settings.map(keep)
  const allRetrieved = input.retrieved.map(keep)
  const has = {
    settings: counter.layer('settings', allSettings),
    retrieved: counter.layer('retrieved', allRetrieved),
    immediate: counter.layer('immediate', others) + coreBefore,
  }
  const floors = {
    rules: rulesTokens,
    settings: Math.min(input.layers.settings.minimumTokens, has.settings),
    retrieved: Math.min(input.layers.retrieved.minimumTokens, has.retrieved),
    immediate: Math.max(
      Math.min(input.layers.immediate.minimumTokens, has.immediate),
      counter.layer('immediate', fixed),
    ),
  }
  const room = total - floors.rules - floors.settings - floors.immediate
  if (floors.retrieved > room) return { ok: false, floors }

  const cutTo = (spaceTokens: number, floorTokens: number) =>
    fitLayer('retrieved', allRetrieved, spaceTokens, floorTokens)
  const above = cutTo(total - rulesTokens - has.settings - has.immediate, floors.retrieved)
  // Whole chunks may not come near the floor. When the other layers are at theirs, the next one leaves too.
  const retrieved = above.tokens > room ? cutTo(room, 0) : above
  // Pinned entries stay whatever they cost; they may not be paid for with another layer's floor.
  if (retrieved.tokens > room) return { ok: false, floors: { ...floors, retrieved: retrieved.tokens } }
  const settings = fitLayer(
    'settings',
    allSettings,
    total - rulesTokens - retrieved.tokens - has.immediate,
    floors.settings,
  )
  const space = total - rulesTokens - retrieved.tokens - counter.layer('settings', settings.placed)
  const immediate = fitImmediate(space)
  return {
    ok: true,
    placed: {
      rules: input.rules,
      settings: settings.placed,
      retrieved: retrieved.placed,
      immediate: immediate.placed,
    },
    anchor: immediate.anchor,
  }

  function fitLayer(
    layer: LayerName,
    placed: readonly Placed[],
    spaceTokens: number,
    floorTokens: number,
    leave?: LeaveTokens,
  ): FittedLayer {
    const climbers = placed.map((item) => climberOf(item, 0, counter, leave))
    const headingTokens = counter.heading(layer, false)
    const { taken, tokens } = fitWithin(
      climbers.map(({ item }) => item),
      { spaceTokens, floorTokens, headingTokens },
    )
    return { placed: climbers.map((climber, at) => climber.placed(taken[at])), tokens }
  }

  /** The far end first: what of the chapter is beyond the layer's share, the previous chapter, the text after. */
  function fitImmediate(spaceTokens: number): { placed: readonly Placed[]; anchor: number | undefined } {
    const leave = { fetchLimit: coreBefore, nearest: Math.min(coreBefore, limit.textAfterTokens) }
    const { placed } = fitLayer('immediate', input.immediate.map(keep), spaceTokens, 0, leave)
    if (!before) return { placed, anchor: undefined }
    const around = counter.layer(
      'immediate',
      placed.filter(({ chunk }) => chunk !== before),
    )
    const start = chooseStart({
      text: before.text,
      space: spaceTokens - around,
      count: countBefore,
      minimumTokens: Math.max(0, floors.immediate - around),
      fresh: input.fresh,
      ...(input.anchor === undefined ? {} : { anchor: input.anchor }),
    })
    const window = placeFrom(before, start)
    return { placed: placed.map((item) => (item.chunk === before ? window : item)), anchor: start }
  }
}
