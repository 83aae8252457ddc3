import type { RunUsage } from '#contract/spending.ts'
import type { Skill } from '../../context/index.ts'
import type { CacheKind } from '../cache/cacheFacts.ts'
import type { Mark } from '../cache/marks.ts'
import type { ModelFacts } from '../models/modelFacts.ts'
import type { FailureCode } from './failures.ts'
import type { ProviderPrompt } from './prompt.ts'
import type { StreamedCall, ThinkingBlock } from './toolTurns.ts'

/** The instructions for the provider's cache: the same for every request of a project. */
export interface CacheWish {
  readonly kind: CacheKind
  /** Over the segments of the prompt. */
  readonly marks: readonly Mark[]
  /** A hash that reveals nothing about the project; steers its requests to one place. */
  readonly key: string
  /** What the cache should do with the request, by what was sent before. */
  readonly expected: ExpectedUse
}

/** Of the tokens of a request, as shares between 0 and 1. */
export interface ExpectedUse {
  /** Read from the cache. */
  readonly read: number
  /** Written to it, at a price of its own. */
  readonly written: number
  /** Of what is written, as much for the longest time to live. */
  readonly writtenLong: number
}

/** One request to a provider. */
export interface GenerationRequest extends Pick<ModelFacts, 'thinking' | 'effort'> {
  /** As its service names it. */
  readonly modelName: string
  /** All that is sent. */
  readonly prompt: ProviderPrompt
  /** How freely words are chosen, 0–2; absent: as the model does by itself. */
  readonly temperature?: number
  /** The most tokens that the answer may have. */
  readonly maxOutputTokens: number
  /** What the request is for; the fake provider answers by it. */
  readonly skill: Skill
  /** The selected text of the document; the fake provider works on it. */
  readonly selectedText: string
  /** The beginning of the replacement; the fake provider writes the rest. */
  readonly writtenSoFar?: string
  /** Absent: a request that no later one repeats. */
  readonly cache?: CacheWish
  /** Ends the request. */
  readonly signal: AbortSignal
}

type Usage = Readonly<RunUsage>

/** Token usage of an answer, as its provider reports it. */
export interface WireUsage extends Usage {
  /** It reported what came from the cache, if only that nothing did. */
  readonly reportsCache: boolean
  /** Of what was written, as much for the longest time to live. */
  readonly writtenLongTokens?: number
  /** What the provider charges for the answer, US dollars; absent: it does not say. */
  readonly cost?: number
}

export type GenerationPart =
  | { readonly type: 'text'; readonly delta: string }
  /** All text so far was thinking, and none of the answer. */
  | { readonly type: 'thought' }
  /** What the model thinks, where the service shows it: paid for, and none of the answer. */
  | { readonly type: 'thinking'; readonly delta: string }
  /**
   * `raw`: in the provider's own words; numbers only, told to nobody but who probes it. `brokeOff`: reported before
   * the answer had ended, so that what it counts of the answer may be less than came.
   */
  | { readonly type: 'usage'; readonly usage: WireUsage; readonly raw?: unknown; readonly brokeOff?: true }
  /**
   * Behind all else of an answer that ended and has calls: every one of them, in order, and what the model thought
   * before. Of an answer that was cut off at its limit the last one may be incomplete.
   */
  | {
      readonly type: 'calls'
      readonly calls: readonly StreamedCall[]
      readonly thinking: readonly ThinkingBlock[]
    }
  /** The model has written as much as it was allowed to; absent: it came to its own end. */
  | { readonly type: 'reachedLimit' }
  /** Nothing came, and the provider is asked again in `waitMs`; `code` says why. */
  | {
      readonly type: 'retrying'
      readonly code: FailureCode
      readonly waitMs: number
      readonly attempt: number
      readonly attempts: number
    }

/** A source of generated text. Throws AppError CANCELLED or a code of `failures.ts`. */
export interface Provider {
  /** Id of the provider in the settings. */
  readonly id: string
  /** Parts of the answer as they arrive; failures are parts, not exceptions. */
  stream(request: GenerationRequest): AsyncIterable<GenerationPart>
}
