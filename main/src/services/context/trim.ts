import { headThatFits } from './cuts.ts'
import { limit } from './layers.ts'
import { cutRetrieved } from './retrievedCuts.ts'
import { layerBlocks, type Placed } from './serialise.ts'
import { chunkBlock } from './template.ts'
import type { BudgetLayers, Chunk, Language, LayerName } from './types.ts'
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
  readonly language: Language
  readonly count: (text: string) => number
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

export const keep = (chunk: Chunk): Placed => ({
  chunk,
  text: chunk.text,
  start: 0,
  action: 'kept',
  reason: 'within_budget',
})

const drop = (chunk: Chunk): Placed => ({
  chunk,
  text: '',
  start: 0,
  action: 'dropped',
  reason: 'over_budget',
})

/**
 * Brings the four layers within `total` tokens: Retrieved → Settings → Immediate, never below a floor.
 * Deterministic; every chunk comes back with what was decided and why.
 */
export function trimLayers(input: TrimInput): TrimResult {
  const { total, language, count } = input
  const measure = (layer: LayerName, placed: readonly Placed[]) =>
    layerBlocks(layer, placed, language).reduce((sum, { text }) => sum + count(text), 0)

  const before = input.immediate.find(({ kind }) => kind === 'before')
  const others = input.immediate.filter((chunk) => chunk !== before).map(keep)
  const fixed = others.filter(({ chunk }) => chunk.kind === 'selection' || chunk.kind === 'instruction')
  const countBefore = (start: number) => (before ? count(chunkBlock(before, before.text.slice(start), 0)) : 0)
  const coreBefore = Math.min(countBefore(0), input.coreTokens)

  const rulesTokens = measure('rules', input.rules)
  const allSettings = input.settings.map(keep)
  const allRetrieved = input.retrieved.map(keep)
  const has = {
    settings: measure('settings', allSettings),
    retrieved: measure('retrieved', allRetrieved),
    immediate: measure('immediate', others) + coreBefore,
  }
  const floors = {
    rules: rulesTokens,
    settings: Math.min(input.layers.settings.minimumTokens, has.settings),
    retrieved: Math.min(input.layers.retrieved.minimumTokens, has.retrieved),
    immediate: Math.max(
      Math.min(input.layers.immediate.minimumTokens, has.immediate),
      measure('immediate', fixed),
    ),
  }
  if (floors.rules + floors.settings + floors.retrieved + floors.immediate > total)
    return { ok: false, floors }

  const retrieved = cutRetrieved(
    allRetrieved,
    (placed) => rulesTokens + has.settings + measure('retrieved', placed) + has.immediate <= total,
    (placed) => measure('retrieved', placed) >= floors.retrieved,
  )
  const retrievedTokens = measure('retrieved', retrieved)
  const settings = cutSettings(total - rulesTokens - retrievedTokens - has.immediate)
  const settingsTokens = measure('settings', settings)
  const immediate = cutImmediate(total - rulesTokens - retrievedTokens - settingsTokens)
  return {
    ok: true,
    placed: { rules: input.rules, settings, retrieved, immediate: immediate.placed },
    anchor: immediate.anchor,
  }

  /** Lowest confidence first, among equals the last; what fits in part is cut at a paragraph end. */
  function cutSettings(space: number): Placed[] {
    const current = [...allSettings]
    const victims = allSettings
      .map((item, index) => ({ index, confidence: item.chunk.confidence ?? 0 }))
      .toSorted((a, b) => a.confidence - b.confidence || b.index - a.index)
    for (const { index } of victims) {
      if (measure('settings', current) <= Math.max(space, floors.settings)) break
      const item = current[index]
      if (!item) continue
      const withText = (text: string): Placed => ({ ...item, text, action: 'trimmed', reason: 'over_budget' })
      const tokensWith = (end: number) => {
        const changed = current.with(index, withText(item.text.slice(0, end)))
        return measure('settings', changed)
      }
      const target = Math.max(space, floors.settings)
      const fits = (end: number) => tokensWith(end) <= target
      const dropped = current.with(index, drop(item.chunk))
      const breaksFloor = measure('settings', dropped) < floors.settings
      const end = headThatFits(item.text, fits, breaksFloor ? 'grapheme' : 'paragraph')
      current[index] = end > 0 ? withText(item.text.slice(0, end)) : drop(item.chunk)
    }
    return current
  }

  /** The far end first: the previous chapter, then the text before by moving its start, then the text after. */
  function cutImmediate(space: number): { placed: Placed[]; anchor: number | undefined } {
    const nearest = Math.min(coreBefore, limit.textAfterTokens)
    const current = [...others]
    const steps: readonly { kind: Chunk['kind']; reserve: number }[] = [
      { kind: 'previous', reserve: coreBefore },
      { kind: 'after', reserve: nearest },
      { kind: 'working', reserve: nearest },
    ]
    for (const { kind, reserve } of steps) {
      const index = current.findIndex(({ chunk }) => chunk.kind === kind)
      const item = current[index]
      if (!item || measure('immediate', current) + reserve <= space) continue
      const cut = (text: string, start: number): Placed => ({
        ...item,
        text,
        start,
        action: 'trimmed',
        reason: 'over_budget',
      })
      const fits = (placed: Placed) => measure('immediate', current.with(index, placed)) + reserve <= space
      if (kind === 'previous') {
        const start = chooseStart({
          text: item.chunk.text,
          space: space - reserve - measure('immediate', current.toSpliced(index, 1)),
          count: (from) => count(chunkBlock(item.chunk, item.chunk.text.slice(from), 0)),
          minimumTokens: 0,
          fresh: true,
        })
        const rest = item.chunk.text.slice(start)
        current[index] = rest ? cut(rest, start) : drop(item.chunk)
      } else {
        const end = headThatFits(item.text, (to) => fits(cut(item.text.slice(0, to), 0)), 'grapheme')
        current[index] = end > 0 ? cut(item.text.slice(0, end), 0) : drop(item.chunk)
      }
    }
    if (!before) return { placed: current, anchor: undefined }
    const start = chooseStart({
      text: before.text,
      space: space - measure('immediate', current),
      count: countBefore,
      minimumTokens: Math.min(coreBefore, input.layers.immediate.minimumTokens),
      fresh: input.fresh,
      ...(input.anchor === undefined ? {} : { anchor: input.anchor }),
    })
    const at = current.findIndex(({ chunk }) => chunk.kind !== 'previous')
    const window = placeBefore(before, start)
    return { placed: current.toSpliced(at < 0 ? current.length : at, 0, window), anchor: start }
  }
}

function placeBefore(chunk: Chunk, start: number): Placed {
  if (start === 0) return keep(chunk)
  const text = chunk.text.slice(start)
  return text ? { chunk, text, start, action: 'trimmed', reason: 'over_budget' } : drop(chunk)
}
