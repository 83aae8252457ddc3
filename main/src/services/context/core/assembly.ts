import type { ContextRequest, HistoryView } from '../contextRequest.ts'
import type { Budget } from './budget.ts'
import type { DeltaPlan } from './delta.ts'
import type { Plan } from './plan.ts'
import type { Fingerprints } from './prefix.ts'
import type { Block } from './print.ts'
import type { LayerTokens, Notice, RedactionRow, TrimRow } from './types.ts'

/** One assembled prompt with all decisions about it. Text is here and in the answer, never in a log. */
export interface Assembly extends Fingerprints {
  /** The request it was made for. */
  readonly request: ContextRequest
  /** The stable part: template, Rules, Settings. */
  readonly systemPrompt: string
  /** Retrieved, Immediate and the instruction. */
  readonly userContent: string
  /** What the two texts consist of, in order. */
  readonly blocks: readonly Block[]
  /** Tokens of `systemPrompt + userContent`. */
  readonly tokenCount: number
  /** `systemPrompt` is byte-equal to that of the request before. */
  readonly stablePrefixUnchanged: boolean
  /** Which tokenizer counted, and whether its counts are exact. */
  readonly tokenizer: { readonly id: string; readonly exact: boolean }
  /** The total and its parts, in tokens. */
  readonly budget: Budget
  /** Tokens of conversation, scratchpad and the rest, in an agent's profile. */
  readonly parts?: Plan['parts']
  /** Absent without a conversation. */
  readonly history?: HistoryView
  /** Tokens of the fixed words. */
  readonly templateTokens: number
  /** Tokens of each layer before trimming. */
  readonly estimate: LayerTokens
  /** Tokens of each layer as printed, markers included. */
  readonly layerTokens: LayerTokens
  /** Every chunk with the decision about it. */
  readonly placed: Plan['placed']
  /** One row of evidence for each chunk. */
  readonly trim: readonly TrimRow[]
  /** One row for each pattern that matched in a source. */
  readonly redaction: readonly RedactionRow[]
  /** Warnings, each at most once. */
  readonly notices: readonly Notice[]
  /** What a provider's cache can reuse. */
  readonly delta: DeltaPlan
  /** Milliseconds. */
  readonly timings: Readonly<Record<string, number>>
}
