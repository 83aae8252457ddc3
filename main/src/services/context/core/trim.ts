import type { BlockCounter } from './blockCounter.ts'
import { lastSentence } from './cuts.ts'
import { fitLayer, type LayerFit, limitSources } from './layerFit.ts'
import { limit } from './layers.ts'
import { placeFrom } from './shrink.ts'
import type { BudgetLayers, LayerName, Placed } from './types.ts'
import { chooseStart } from './window.ts'

export interface TrimInput {
  /** Rules after rules selection; never touched here. */
  readonly rules: readonly Placed[]
  readonly settings: readonly Placed[]
  /** All of Settings, for room that is left when everything else is placed. */
  readonly wholeSettings?: readonly Placed[]
  readonly retrieved: readonly Placed[]
  readonly immediate: readonly Placed[]
  readonly total: number
  readonly layers: BudgetLayers
  /** Tokens of the text before the cursor that belong to the layer; the rest of the chapter is extension. */
  readonly coreTokens: number
  readonly counter: BlockCounter
  /** Start of the window in the previous request; undefined on a first request. */
  readonly anchor?: number
  readonly fresh: boolean
  /** Retrieved is reused: it is cut only for the floors of other layers. */
  readonly isReused?: boolean
  /** Settings are printed as before: they are cut only for the floor of Immediate. */
  readonly isPrefixReused?: boolean
  /** Retrieved and the window are made anew, and leave room for what the next requests bring. */
  readonly leavesRoom?: boolean
}

export type TrimResult =
  | {
      readonly ok: true
      readonly placed: Record<LayerName, readonly Placed[]>
      readonly anchor: number | undefined
    }
  | { readonly ok: false; readonly floors: Record<LayerName, number> }

/**
 * Brings the four layers within `total` tokens: Retrieved → Settings → Immediate, never below a floor.
 * Deterministic; every chunk comes back with what was decided and why.
 */
export function trimLayers(input: TrimInput): TrimResult {
  const { total, counter, settings: allSettings, retrieved: allRetrieved } = input
  const before = input.immediate.find(({ chunk }) => chunk.source.anchored)?.chunk
  const otherItems = input.immediate.filter(({ chunk }) => chunk !== before)
  const fixed = otherItems.filter(({ chunk }) => chunk.source.required)
  const countBefore = before ? counter.tail(before) : () => 0
  const coreBefore = Math.min(countBefore(0), input.coreTokens)

  const rulesTokens = counter.layer('rules', input.rules)
  const has = {
    settings: counter.layer('settings', allSettings),
    retrieved: counter.layer('retrieved', allRetrieved),
    immediate: counter.layer('immediate', otherItems) + coreBefore,
  }
  const minimums = input.layers
  const floors = {
    rules: rulesTokens,
    settings: Math.min(minimums.settings.minimumTokens, has.settings),
    retrieved: Math.max(Math.min(minimums.retrieved.minimumTokens, has.retrieved), pinnedAsNames()),
    immediate: Math.max(
      Math.min(minimums.immediate.minimumTokens, has.immediate),
      counter.layer('immediate', fixed) + sentenceAtCursor(),
    ),
  }
  const maxRetrievedTokens = total - floors.rules - floors.settings - floors.immediate
  if (floors.retrieved > maxRetrievedTokens) return { ok: false, floors }

  const cutTo = (spaceTokens: number, floorTokens: number) =>
    fitLayer({
      layer: 'retrieved',
      placed: allRetrieved,
      spaceTokens,
      floorTokens,
      counter,
      givesBack: true,
    })
  const immediateTokens = input.isReused ? floors.immediate : has.immediate
  const free = total - rulesTokens - has.settings - immediateTokens
  const roomy = cutTo(spaceOfRetrieved(), floors.retrieved)
  // Space for later requests matters less than required material.
  const isMandatory = ({ chunk, action }: Placed) =>
    action === 'dropped' && chunk.source.maxAppended === Number.POSITIVE_INFINITY
  const above = roomy.placed.some(isMandatory) ? cutTo(free, floors.retrieved) : roomy
  // Whole chunks may not come near the floor. When the other layers are at theirs, the next one leaves too.
  const retrieved = above.tokens > maxRetrievedTokens ? cutTo(maxRetrievedTokens, 0) : above
  // Pinned entries stay whatever they cost; they may not be paid for with another layer's floor.
  if (retrieved.tokens > maxRetrievedTokens)
    return { ok: false, floors: { ...floors, retrieved: retrieved.tokens } }
  const settings = fitLayer({
    layer: 'settings',
    placed: allSettings,
    spaceTokens:
      total - rulesTokens - retrieved.tokens - (input.isPrefixReused ? floors.immediate : immediateTokens),
    floorTokens: floors.settings,
    counter,
    givesBack: true,
  })
  const space = total - rulesTokens - retrieved.tokens - counter.layer('settings', settings.placed)
  const immediate = fitImmediate(space)
  // What leaves room for later requests leaves it to them.
  const leftTokens = input.leavesRoom || input.isReused ? 0 : space - immediate.tokens
  const isShortened = settings.placed.some(({ action }) => action !== 'kept')
  const settingsInRoom =
    leftTokens > 0 && isShortened && input.wholeSettings
      ? limitSources('settings', input.wholeSettings, settings.tokens + leftTokens, counter)
      : settings.placed
  return {
    ok: true,
    placed: {
      rules: input.rules,
      settings: settingsInRoom,
      retrieved: retrieved.placed,
      immediate: immediate.placed,
    },
    anchor: immediate.anchor,
  }

  /**
   * What Retrieved may take, with space for the next requests: the chapter may grow to its layer's share and a part
   * may be appended. Retrieved gets its own share where that is free now, except for half of what may be appended:
   * with all of that reserved too few of the best would be sent, with none of it the window would move too often
   * (measured).
   */
  function spaceOfRetrieved(): number {
    // Where everything fits, nothing is cut for the sake of later.
    if (!input.leavesRoom || has.retrieved <= free) return free
    const grown = counter.layer('immediate', fixed) + input.coreTokens
    const left = total - rulesTokens - has.settings - grown
    const share = Math.max(left, input.layers.retrieved.ratio * total)
    return Math.floor(Math.min(free / (1 + limit.rebuildShare), share / (1 + limit.rebuildShare / 2)))
  }

  /** What a pinned entry takes when only its name is left. */
  function pinnedAsNames(): number {
    const names = allRetrieved.flatMap((item): Placed[] =>
      item.chunk.pinned ? [{ ...item, text: item.chunk.forms?.name ?? item.text }] : [],
    )
    return counter.layer('retrieved', names)
  }

  /** However small the minimum: the model must know what it goes on from. */
  function sentenceAtCursor(): number {
    if (!before) return 0
    return Math.min(limit.sentenceAtCursorTokens, countBefore(lastSentence(before.text)))
  }

  /** The far end first: what of the chapter is beyond the layer's share, the previous chapter, the text after. */
  function fitImmediate(spaceTokens: number): LayerFit & { readonly anchor: number | undefined } {
    const { placed, tokens } = fitLayer({
      layer: 'immediate',
      placed: input.immediate,
      spaceTokens,
      counter,
      leave: { share: coreBefore, nearest: Math.min(coreBefore, limit.textAfterTokens) },
    })
    if (!before) return { placed, tokens, anchor: undefined }
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
      leavesRoom: input.leavesRoom === true,
      staysAtAnchor: input.isReused === true,
      ...(input.anchor === undefined ? {} : { anchor: input.anchor }),
    })
    const window = placeFrom(before, start)
    return {
      placed: placed.map((item) => (item.chunk === before ? window : item)),
      tokens: around + countBefore(start),
      anchor: start,
    }
  }
}
