import type { BlockCounter } from './blockCounter.ts'
import type { Budget } from './budget.ts'
import { type FrozenForm, formsToFreeze, inFrozenForms } from './frozenForms.ts'
import { limitSources } from './layerFit.ts'
import { limit } from './layers.ts'
import type { BudgetLayers, Chunk, LayerName, Placed } from './types.ts'

interface SettingsPrefixInput {
  readonly request: {
    readonly budget: Budget
    readonly capacityTokens: number
    readonly layers: BudgetLayers
    readonly counter: BlockCounter
    readonly leavesRoom: boolean
    /** How Settings were printed at the last rebuild, empty: whole; absent: no request was before. */
    readonly frozenSettings?: readonly FrozenForm[]
  }
  /** Every layer whole, in the order of the prompt. */
  readonly whole: Record<LayerName, readonly Placed[]>
  readonly fitsWhole: boolean
  readonly tokensOf: (layer: LayerName, items: readonly Placed[]) => number
  /** Of Rules as selected. */
  readonly rulesTokens: number
  /** Text before the cursor. */
  readonly before?: Chunk
  readonly beforeTokens: number
  /** What the text before the cursor gets at least. */
  readonly coreTokens: number
  /** What the request itself has to show: instruction, selection, and the like. */
  readonly requiredImmediateTokens: number
}

/** How Settings are printed: by a limit where layers compete, and in the same bytes for as long as they may stay. */
export interface SettingsPrefix {
  /** In the forms of the last rebuild; absent: a shortened one was edited. */
  readonly frozen: readonly Placed[] | undefined
  /** Whether the forms of the last rebuild shorten something. */
  readonly isShort: boolean
  /**
   * Settings as large as all that Retrieved and the chapter's share leave, and no less than the layer's fetch limit:
   * beyond it a large world file would displace the entries of the scene.
   */
  withoutFlood(placed: Record<LayerName, readonly Placed[]>): readonly Placed[]
  /**
   * Whether a rebuild may print Settings as before instead of `fitted`. It does where they are about as large as a
   * conversation would get them at least, or writing at most: an equal prefix saves more than what a better fit brings.
   */
  mayStay(fitted: readonly Placed[]): boolean
  /**
   * What the next request prints of Settings. One request that has no room for them, by a long instruction or
   * selection, leaves the forms of the earlier ones: the next finds their prefix in the cache.
   */
  toFreeze(placed: readonly Placed[], isReused: boolean): readonly FrozenForm[]
}

export function createSettingsPrefix(input: SettingsPrefixInput): SettingsPrefix {
  const { request, whole, fitsWhole, tokensOf, rulesTokens, before, beforeTokens, coreTokens } = input
  const { budget, counter, capacityTokens, frozenSettings: forms } = request
  const { settings, immediate } = request.layers
  const withoutHistory = budget.total + budget.historyTokens
  const frozen =
    forms && forms.length > 0
      ? inFrozenForms(
          whole.settings.map(({ chunk }) => chunk),
          forms,
        )
      : whole.settings
  const isShort = frozen?.some(isShortened) ?? false

  return { frozen, isShort, withoutFlood, mayStay, toFreeze }

  function withoutFlood(placed: Record<LayerName, readonly Placed[]>): readonly Placed[] {
    const immediateTokens = tokensOf('immediate', placed.immediate) - Math.max(0, beforeTokens - coreTokens)
    const left = budget.total - rulesTokens - tokensOf('retrieved', placed.retrieved) - immediateTokens
    const limitTokens = request.leavesRoom
      ? limitIn(budget.sharedTokens)
      : Math.max(budget.fetch.settingsTokens, settings.minimumTokens, left)
    return limitSources('settings', placed.settings, limitTokens, counter)
  }

  /** The same in a session, by nothing that depends on skill, conversation or request: they share one prefix. */
  function limitIn(sharedTokens: number): number {
    const fetchTokens = settings.ratio * Math.min(2 * withoutHistory, capacityTokens)
    const otherItems = whole.immediate.filter((item) => item.chunk !== before && !isRequired(item))
    const chapterTokens = Math.max(limit.textBeforeTokens, immediate.ratio * sharedTokens)
    const immediateTokens = counter.layer('immediate', otherItems) + Math.min(beforeTokens, chapterTokens)
    const left = sharedTokens - rulesTokens - tokensOf('retrieved', whole.retrieved) - immediateTokens
    return Math.floor(Math.max(fetchTokens, settings.minimumTokens, left))
  }

  function mayStay(fitted: readonly Placed[]): boolean {
    if (!forms || !frozen || (fitsWhole && isShort)) return false
    const frozenTokens = tokensOf('settings', frozen)
    const isNear =
      frozenTokens > tokensOf('settings', fitted) - limit.settingsSlackTokens &&
      frozenTokens < limitIn(withoutHistory) + limit.settingsSlackTokens
    return isNear && rulesTokens + frozenTokens + leastOthers(input.requiredImmediateTokens) <= budget.total
  }

  /** What Retrieved and Immediate get at least, with what the request itself brings along or without. */
  function leastOthers(requiredTokens: number): number {
    const minimum = (layer: 'retrieved' | 'immediate') =>
      Math.min(request.layers[layer].minimumTokens, tokensOf(layer, whole[layer]))
    const sentenceTokens = Math.min(beforeTokens, limit.sentenceAtCursorTokens)
    return minimum('retrieved') + Math.max(minimum('immediate'), requiredTokens + sentenceTokens)
  }

  function toFreeze(placed: readonly Placed[], isReused: boolean): readonly FrozenForm[] {
    if (forms && frozen) {
      const tokens = rulesTokens + tokensOf('settings', frozen)
      const isException =
        tokens + leastOthers(0) <= budget.total &&
        tokens + leastOthers(input.requiredImmediateTokens) > budget.total
      if (isReused || isException) return forms
    }
    return placed.some(isShortened) ? formsToFreeze(placed) : []
  }
}

export const isShortened = ({ action }: Placed): boolean => action !== 'kept'

export const isRequired = ({ chunk }: Placed): boolean => chunk.source.required === true
