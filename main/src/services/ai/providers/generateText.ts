import type { Skill } from '../../context/index.ts'
import type { ResolvedModel } from '../models/models.ts'
import { plainPrompt } from './prompt.ts'
import type { GenerationPart, Provider } from './provider.ts'

/** All text of an answer; the other parts of it go to `onPart`. Throws what the provider throws. */
export async function textOfAnswer(
  parts: AsyncIterable<GenerationPart>,
  onPart?: (part: Exclude<GenerationPart, { type: 'text' | 'thought' }>) => void,
): Promise<string> {
  let text = ''
  for await (const part of parts)
    if (part.type === 'text') text += part.delta
    else if (part.type === 'thought') text = ''
    else onPart?.(part)
  return text
}

/** A prompt outside the editor. */
interface TextRequest {
  readonly systemPrompt: string
  readonly userContent: string
  /** What the request is for. */
  readonly skill: Skill
  readonly signal: AbortSignal
  /** Absent: 2000. */
  readonly maxOutputTokens?: number
  /** Gets what of the answer is no text: what it costs, and whether it ended at its limit. */
  readonly onPart?: (part: Exclude<GenerationPart, { type: 'text' | 'thought' }>) => void
}

/** The whole answer to one prompt outside the editor. Throws what the provider throws. */
export async function generateText(
  provider: Provider,
  model: ResolvedModel,
  { systemPrompt, userContent, skill, signal, maxOutputTokens = 2000, onPart }: TextRequest,
): Promise<string> {
  const parts = provider.stream({
    modelName: model.id.slice(model.id.indexOf('/') + 1),
    maxOutputTokens: Math.min(model.outputReserveTokens, maxOutputTokens),
    selectedText: '',
    prompt: plainPrompt(systemPrompt, userContent),
    skill,
    signal,
  })
  return textOfAnswer(parts, onPart)
}
