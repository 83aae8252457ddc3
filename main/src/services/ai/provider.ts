import type { RunUsage } from '#contract/events.ts'
import type { Skill } from '../context/index.ts'

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

/** A source of generated text. Throws AppError AI_PROVIDER_ERROR, AI_PROVIDER_TIMEOUT or CANCELLED. */
export interface Provider {
  readonly id: string
  stream(request: GenerationRequest): AsyncIterable<GenerationPart>
}
