import type { AppSettings } from '#contract/settings.ts'

export type EncodingName = 'o200k_base' | 'cl100k_base'

/** What the app knows about a model. Limits in tokens. */
export interface ModelFacts {
  readonly windowTokens: number
  readonly outputReserveTokens: number
  readonly encoding: EncodingName
  /** False: the encoding only approximates this model's own tokenizer. */
  readonly exact: boolean
}

export interface KnownModel extends ModelFacts {
  readonly id: string
  readonly name: string
  readonly provider: string
}

export const fakeModel: KnownModel = {
  id: 'fake',
  name: '示例模型（离线）',
  provider: 'fake',
  windowTokens: 32_768,
  outputReserveTokens: 4096,
  encoding: 'o200k_base',
  exact: true,
}

/** By the beginning of a model's name, first match wins. Published limits as of 2026-11. */
const factsByName: readonly (readonly [RegExp, ModelFacts])[] = [
  [
    /^(gpt-5|gpt-4\.1|gpt-4o|o[134])/i,
    { windowTokens: 128_000, outputReserveTokens: 8192, encoding: 'o200k_base', exact: true },
  ],
  [
    /^(gpt-4|gpt-3\.5)/i,
    { windowTokens: 16_385, outputReserveTokens: 4096, encoding: 'cl100k_base', exact: true },
  ],
  [/deepseek/i, { windowTokens: 128_000, outputReserveTokens: 8192, encoding: 'o200k_base', exact: false }],
  [
    /(qwen|kimi|moonshot|glm)/i,
    { windowTokens: 128_000, outputReserveTokens: 8192, encoding: 'o200k_base', exact: false },
  ],
]

const unknownFacts: ModelFacts = {
  windowTokens: 32_768,
  outputReserveTokens: 4096,
  encoding: 'o200k_base',
  exact: false,
}

/** The fake model and every model of every provider the user has set up, as `provider/model`. */
export function listModels(settings: AppSettings): KnownModel[] {
  const own = settings.providers.flatMap(({ id: provider, name: providerName, models }) =>
    models.map(
      (model): KnownModel => ({
        ...factsFor(model),
        id: `${provider}/${model}`,
        name: `${providerName} · ${model}`,
        provider,
      }),
    ),
  )
  return [fakeModel, ...own]
}

/** Facts for any id: an unknown model gets cautious limits and an estimated count (spec 02). */
export function findModel(settings: AppSettings, modelId: string): KnownModel {
  const known = listModels(settings).find(({ id }) => id === modelId)
  return (
    known ?? { ...factsFor(modelId), id: modelId, name: modelId, provider: modelId.split('/')[0] ?? modelId }
  )
}

function factsFor(modelName: string): ModelFacts {
  const bare = modelName.slice(modelName.lastIndexOf('/') + 1)
  return factsByName.find(([pattern]) => pattern.test(bare))?.[1] ?? unknownFacts
}
