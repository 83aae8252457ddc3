import { type AllocateFor, type Allocation, allocate, profiles } from './allocate.ts'
import { limit } from './layers.ts'
import type { BudgetLayers, LayerName } from './types.ts'

/** What the sources of a layer may hand over together, in tokens. */
export interface FetchLimits {
  readonly settingsTokens: number
  readonly retrievedTokens: number
  readonly immediateTokens: number
}

export interface BudgetInput {
  readonly windowTokens: number
  readonly outputReserveTokens: number
  readonly capacityTokens: number
  readonly templateTokens: number
  /** Tokens reserved for the conversation; 0 without one. */
  readonly historyBudgetTokens: number
  readonly hasConversation: boolean
  /** How a profile divides the budget; absent: only the shares of the layers decide. */
  readonly divided?: Omit<AllocateFor, 'systemTokens'>
  /** False: counts are estimates, so every limit shrinks by the margin. */
  readonly exact: boolean
  readonly layers: BudgetLayers
}

/** All in tokens of the target tokenizer, whole numbers ≥ 0. */
export interface Budget {
  readonly maxInputTokens: number
  readonly historyTokens: number
  /** What the four layers may take together. */
  readonly total: number
  /**
   * What they may take beside the longest history of a conversation: in a session Settings are fitted to it, so that
   * all skills and chats of a model have one prefix.
   */
  readonly sharedTokens: number
  /** The most tokens of the prompt, the margin of an estimate already subtracted. */
  readonly promptTokens: number
  /** Rules that need more than this are shortened; the same with and without a conversation. */
  readonly rulesLine: number
  /** Entries of Rules that the scene names are whole up to this. */
  readonly namedRulesTokens: number
  readonly fetch: FetchLimits
  /** What profiles divide. */
  readonly dividedTokens: number
  /** How its profile divides them, caps on top of the layers' shares; absent for writing. */
  readonly divided?: Omit<AllocateFor, 'systemTokens'>
}

/** Computes what each layer may fetch and take. Pure; every part ≥ 0 for any input. */
export function computeBudget(input: BudgetInput): Budget {
  const { windowTokens, outputReserveTokens, capacityTokens, templateTokens, layers } = input
  const maxInputTokens = whole(Math.min(windowTokens - outputReserveTokens, capacityTokens))
  const divided = input.divided && profiles[input.divided.profile].capped ? input.divided : undefined
  const dividedTokens = whole(maxInputTokens - templateTokens)
  const historyOf = (by: Budget['divided']) =>
    historyBudget(input, maxInputTokens, by && { by, total: dividedTokens })
  const historyTokens = input.hasConversation ? historyOf(divided) : 0
  const usable = input.exact ? maxInputTokens : maxInputTokens / limit.estimateMargin
  const promptTokens = whole(usable - historyTokens)
  const total = whole(promptTokens - templateTokens)
  const sharedTokens = whole(usable - Math.max(historyTokens, historyOf(chat)) - templateTokens)
  const withoutHistory = whole(usable - templateTokens)
  const rulesLine = Math.max(layers.rules.minimumTokens, whole(layers.rules.ratio * withoutHistory))
  const share = (layer: LayerName, of: number) => whole(layers[layer].ratio * of)
  const fetchBase = Math.min(2 * total, capacityTokens)
  return {
    maxInputTokens,
    historyTokens,
    total,
    sharedTokens,
    promptTokens,
    rulesLine,
    namedRulesTokens: Math.max(rulesLine, whole(limit.namedRulesShare * withoutHistory)),
    fetch: {
      settingsTokens: share('settings', fetchBase),
      retrievedTokens: share('retrieved', fetchBase),
      immediateTokens: Math.max(limit.textBeforeTokens, share('immediate', total)),
    },
    dividedTokens,
    ...(divided ? { divided } : {}),
  }
}

/** The conversation with the longest history. */
const chat: Omit<AllocateFor, 'systemTokens'> = { profile: 'chat', hasRetrieval: true, rounds: 0 }

/**
 * What the messages of a long chat may take at least of a request to a model, counted by an estimate: all that is
 * beyond it may be left out.
 */
export function chatHistoryTokens(
  { windowTokens, outputReserveTokens }: Pick<BudgetInput, 'windowTokens' | 'outputReserveTokens'>,
  historyBudgetTokens: number,
): number {
  const maxInputTokens = whole(windowTokens - outputReserveTokens)
  const by = { ...chat, rounds: Number.POSITIVE_INFINITY }
  const tokens = historyBudget({ historyBudgetTokens }, maxInputTokens, { by, total: maxInputTokens })
  return Math.floor(tokens / limit.estimateMargin)
}

/** The least of the author's setting, a quarter of the input and the profile's part. */
function historyBudget(
  { historyBudgetTokens }: Pick<BudgetInput, 'historyBudgetTokens'>,
  maxInputTokens: number,
  divided: { readonly by: Omit<AllocateFor, 'systemTokens'>; readonly total: number } | undefined,
): number {
  const shortTerm = divided ? allocate(divided.total, divided.by).shortTerm : Number.POSITIVE_INFINITY
  const { historySetting } = profiles[divided?.by.profile ?? 'write']
  if (!historySetting) return shortTerm
  return Math.min(whole(historyBudgetTokens), Math.floor(maxInputTokens / 4), shortTerm)
}

/**
 * The parts when instructions and rules need so much; undefined where no profile divides. Without results the part of
 * retrieval goes to memory, as for a skill that retrieves nothing.
 */
export const partsOf = (
  { divided, dividedTokens }: Budget,
  systemTokens: number,
  hasResults: boolean,
): Allocation | undefined =>
  divided &&
  allocate(dividedTokens, {
    ...divided,
    hasRetrieval: divided.hasRetrieval && hasResults,
    systemTokens,
  })

/** The parts of the profile that has the smallest ones: what a prefix of all profiles may contain. */
export const sharedPartsOf = ({ dividedTokens }: Budget, systemTokens: number): Allocation =>
  allocate(dividedTokens, { ...chat, systemTokens })

const whole = (value: number) => Math.max(0, Math.floor(value))

export type BudgetFault = 'ratio' | 'minimum'

/** What is wrong with a budget somebody wants to store, or undefined. */
export function findBudgetFault(layers: BudgetLayers): BudgetFault | undefined {
  const parts = Object.values(layers)
  if (parts.some(({ ratio }) => !Number.isFinite(ratio) || ratio < 0)) return 'ratio'
  if (Math.abs(parts.reduce((sum, { ratio }) => sum + ratio, 0) - 1) > 1e-9) return 'ratio'
  if (parts.some(({ minimumTokens }) => !Number.isSafeInteger(minimumTokens) || minimumTokens < 0))
    return 'minimum'
  return undefined
}
