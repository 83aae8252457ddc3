import type { RunEvent as SentRunEvent } from '#contract/events.ts'
import type { DeepReadonly } from '#contract/shared.ts'
import type { Logger } from '../../../lib/logger.ts'
import type { ContextService, PreparedContext } from '../../context/index.ts'
import type { Redactor } from '../../redaction/index.ts'
import type { CacheMemory } from '../cache/cacheMemory.ts'
import type { JudgeOptions } from '../judge/judgePorts.ts'
import type { InputCut } from '../models/calibration.ts'
import type { ResolvedModel } from '../models/models.ts'
import type { Provider } from '../providers/provider.ts'
import type { Account } from './account.ts'
import type { RememberedRun } from './rememberedRuns.ts'

export type RunEvent = DeepReadonly<SentRunEvent>

export interface WritingOptions extends JudgeOptions {
  readonly redactor: Pick<Redactor, 'redact'> & { readonly redactText: (text: string) => string }
  /** Roughly how many tokens a text has, for an answer without reported usage. */
  readonly estimateTokens?: (text: string) => number
  /** Called after each answer with the input tokens that the provider counted; returns that it has read less. */
  readonly calibrateTokenizer?: (
    model: ResolvedModel,
    prompt: string,
    inputTokens: number,
  ) => Promise<InputCut | undefined>
  /** Called with a prompt that was refused as too long. */
  readonly calibrateRefusal?: (model: ResolvedModel, prompt: string) => Promise<void>
  /** What was sent before, and what of it a provider should find again. */
  readonly caches: CacheMemory
  /** Stores with its receipt what a run has cost, and the Judge's verdict. */
  readonly recordRun?: ContextService['recordRun']
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly logger: Logger
}

export interface Writing {
  readonly runId: string
  readonly model: ResolvedModel
  readonly provider: Provider
  readonly prepared: PreparedContext
  /** The same request for a smaller window, with a place of its own: as `prepare`. */
  readonly prepareAgain: (windowTokens: number) => Promise<PreparedContext>
  readonly signal: AbortSignal
  /** What all requests of the run have cost. */
  readonly account: Account
  /** Never throws. */
  readonly publish: (event: RunEvent) => void
  /** Stores the answer in the conversation, before the final event. Never throws. */
  readonly saveAnswer?: (answer: {
    readonly text: string
    readonly receiptId: string | null
    readonly tokens?: number | undefined
    /** All that the provider counted for the last request. */
    readonly usageTokens?: number | undefined
    readonly cutShort?: 'cancelled' | 'failed' | 'limit' | undefined
  }) => Promise<void>
  /** Facts are recorded before the event that reports them: the caller's reaction may come at once. */
  readonly note: (changes: Partial<Pick<RememberedRun, 'receiptId' | 'written' | 'restored'>>) => void
}
