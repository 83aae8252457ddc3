import type { RunUsage } from '#contract/events.ts'
import type { Skill } from '../context/index.ts'
import type { FailureCode } from './failures.ts'

/** What a provider gets: the assembled prompt, split where the stable prefix ends. */
export interface GenerationRequest {
  readonly modelName: string
  readonly systemPrompt: string
  readonly userContent: string
  readonly maxOutputTokens: number
  readonly skill: Skill
  /** The selected text of the document; the fake provider works on it. */
  readonly selectedText: string
  readonly signal: AbortSignal
}

export type Usage = Readonly<RunUsage>

export type GenerationPart =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'usage'; readonly usage: Usage }
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
  readonly id: string
  stream(request: GenerationRequest): AsyncIterable<GenerationPart>
}
