import type { BlockCounter } from './blockCounter.ts'
import { headThatFits } from './cuts.ts'
import { limit } from './layers.ts'
import { cutRetrieved } from './retrievedCuts.ts'
import { drop, keep, type Placed } from './serialise.ts'
import type { BudgetLayers, Chunk, LayerName } from './types.ts'
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

/**
 * Brings the four layers within `total` tokens: Retrieved → Settings → Immediate, never below a floor.
 * Deterministic; every chunk comes back with what was decided and why.
 */
export function trimLayers(input: TrimInput): TrimResult {
  const { total, counter } = input
  const before = input.immediate.find(({ kind }) => kind === 'before')
  const others = input.immediate.filter((chunk) => chunk !== before).map(keep)
  const fixed = others.filter(({ chunk }) => chunk.kind === 'selection' || chunk.kind === 'instruction')
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
    cutRetrieved({
      placed: allRetrieved,
      spaceTokens,
      floorTokens,
      headingTokens: counter.heading('retrieved', false),
      tokensOf: counter.block,
    })
  const above = cutTo(total - rulesTokens - has.settings - has.immediate, floors.retrieved)
  // Whole chunks may not come near the floor. When the other layers are at theirs, the next one leaves too.
  const retrieved = above.tokens > room ? cutTo(room, 0) : above
  // Pinned entries stay whatever they cost; they may not be paid for with another layer's floor.
  if (retrieved.tokens > room) return { ok: false, floors: { ...floors, retrieved: retrieved.tokens } }
  const settings = cutSettings({
    placed: allSettings,
    tokens: has.settings,
    spaceTokens: total - rulesTokens - retrieved.tokens - has.immediate,
    floorTokens: floors.settings,
    counter,
  })
  const immediate = cutImmediate(total - rulesTokens - retrieved.tokens - counter.layer('settings', settings))
  return {
    ok: true,
    placed: { rules: input.rules, settings, retrieved: retrieved.placed, immediate: immediate.placed },
    anchor: immediate.anchor,
  }

  /** The far end first: the previous chapter, then the text before by moving its start, then the text after. */
  function cutImmediate(space: number): { placed: Placed[]; anchor: number | undefined } {
    const nearest = Math.min(coreBefore, limit.textAfterTokens)
    const current = [...others]
    const steps: readonly { kind: Chunk['kind']; reserve: number }[] = [
      { kind: 'previous', reserve: coreBefore },
      { kind: 'before', reserve: coreBefore },
      { kind: 'after', reserve: nearest },
      { kind: 'working', reserve: nearest },
    ]
    for (const { kind, reserve } of steps) {
      const indexes = current.flatMap(({ chunk }, index) => (chunk.kind === kind ? [index] : []))
      const fromItsStart = kind === 'previous' || kind === 'before'
      for (const index of fromItsStart ? indexes : indexes.toReversed()) {
        const item = current[index]
        const rest = counter.layer('immediate', current.toSpliced(index, 1))
        if (!item || counter.layer('immediate', current) + reserve <= space) continue
        current[index] = fromItsStart
          ? cutStart(item.chunk, space - reserve - rest)
          : cutEnd(item, space - reserve - rest, 'grapheme', counter)
      }
    }
    if (!before) return { placed: current, anchor: undefined }
    const around = counter.layer('immediate', current)
    const start = chooseStart({
      text: before.text,
      space: space - around,
      count: countBefore,
      minimumTokens: Math.max(0, floors.immediate - around),
      fresh: input.fresh,
      ...(input.anchor === undefined ? {} : { anchor: input.anchor }),
    })
    const at = current.findIndex(({ chunk }) => chunk.kind !== 'previous')
    const window = placeFrom(before, start)
    return { placed: current.toSpliced(at < 0 ? current.length : at, 0, window), anchor: start }
  }

  function cutStart(chunk: Chunk, space: number): Placed {
    const { text } = chunk
    return placeFrom(
      chunk,
      chooseStart({ text, space, count: counter.tail(chunk), minimumTokens: 0, fresh: true }),
    )
  }
}

/** Lowest confidence first, among equals the last; what fits in part is cut at a paragraph end. */
function cutSettings(input: {
  readonly placed: readonly Placed[]
  readonly tokens: number
  readonly spaceTokens: number
  readonly floorTokens: number
  readonly counter: BlockCounter
}): Placed[] {
  const { placed, floorTokens, counter } = input
  const target = Math.max(input.spaceTokens, floorTokens)
  const current = [...placed]
  const victims = placed
    .map(({ chunk }, index) => ({ index, confidence: chunk.confidence ?? 0 }))
    .toSorted((a, b) => a.confidence - b.confidence || b.index - a.index)
  let tokens = input.tokens
  for (const { index } of victims) {
    if (tokens <= target) break
    const item = current[index]
    if (!item) continue
    const own = counter.block(item.chunk, item.text)
    const others = tokens - own
    // Paragraph ends are for readers; the floor is a promise, so what it needs is cut as finely as it takes.
    const finest = others < floorTokens ? 'grapheme' : 'paragraph'
    const cut = cutEnd(item, target - others, finest, counter, floorTokens - others)
    current[index] = cut
    tokens += (cut.action === 'dropped' ? 0 : counter.block(cut.chunk, cut.text)) - own
  }
  return current
}

/**
 * As much of the beginning as fits, its block counted whole; dropped when nothing does. A boundary that leaves
 * less than `neededTokens` is too coarse.
 */
function cutEnd(
  item: Placed,
  space: number,
  finest: 'paragraph' | 'grapheme',
  counter: BlockCounter,
  neededTokens = 0,
): Placed {
  const { chunk, text } = item
  const cost = (to: number) => counter.block(chunk, text.slice(0, to))
  const end = headThatFits(
    text,
    (to) => cost(to) <= space,
    finest,
    (to) => cost(to) >= neededTokens,
  )
  if (end === 0) return drop(chunk)
  return { ...item, text: text.slice(0, end), action: 'trimmed', reason: 'over_budget' }
}

function placeFrom(chunk: Chunk, start: number): Placed {
  if (start === 0) return keep(chunk)
  const text = chunk.text.slice(start)
  return text ? { chunk, text, start, action: 'trimmed', reason: 'over_budget' } : drop(chunk)
}
