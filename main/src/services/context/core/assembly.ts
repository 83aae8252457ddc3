import type { ContextRequest, HistoryView } from '../contextRequest.ts'
import type { Budget } from './budget.ts'
import type { DeltaPlan } from './delta.ts'
import type { Plan } from './plan.ts'
import type { Fingerprints } from './prefix.ts'
import type { CountedBlock } from './print.ts'
import type { LayerTokens, Notice, RedactionRow, TrimRow } from './types.ts'

/** Everything that is known about one assembled prompt. Text lives here and in the answer, never in a log. */
export interface Assembly extends Fingerprints {
  readonly request: ContextRequest
  readonly systemPrompt: string
  readonly userContent: string
  readonly blocks: readonly CountedBlock[]
  readonly tokenCount: number
  readonly stablePrefixUnchanged: boolean
  readonly tokenizer: { readonly id: string; readonly exact: boolean }
  readonly budget: Budget
  readonly parts?: Plan['parts']
  /** Absent without a conversation. */
  readonly history?: HistoryView
  readonly templateTokens: number
  readonly estimate: LayerTokens
  readonly layerTokens: LayerTokens
  readonly placed: Plan['placed']
  readonly trim: readonly TrimRow[]
  readonly redaction: readonly RedactionRow[]
  readonly notices: readonly Notice[]
  readonly delta: DeltaPlan
  /** Milliseconds. */
  readonly timings: Readonly<Record<string, number>>
}
