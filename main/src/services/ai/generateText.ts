import type { Skill } from '../context/index.ts'
import type { KnownModel } from './models.ts'
import type { Provider } from './provider.ts'

/** The whole answer to one prompt outside the editor. Throws what the provider throws. */
export async function generateText(
  provider: Provider,
  model: KnownModel,
  prompt: { readonly systemPrompt: string; readonly userContent: string; readonly skill: Skill },
  signal: AbortSignal,
): Promise<string> {
  let text = ''
  const parts = provider.stream({
    modelName: model.id.slice(model.id.indexOf('/') + 1),
    maxOutputTokens: Math.min(model.outputReserveTokens, 2000),
    selectedText: '',
    signal,
    ...prompt,
  })
  for await (const part of parts) if (part.type === 'text') text += part.delta
  return text
}
