import type { AppSettings } from '#contract/settings.ts'
import type { ModelFacts } from './modelFacts.ts'
import { factsByName, unknownFacts } from './modelTable.ts'
import type { OwnModel } from './ownModels.ts'

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
  tokenizer: { encoding: 'o200k_base' },
  exact: true,
  cacheMinimumTokens: 0,
  asOf: '2026-11',
}

/** The fake model and every model of every provider the user has set up, as `provider/model`. */
export function listModels(settings: AppSettings, own: readonly OwnModel[] = []): KnownModel[] {
  const ofProviders = settings.providers.flatMap(({ id: provider, name: providerName, models }) =>
    models.map((model): KnownModel => {
      const id = `${provider}/${model}`
      return { ...factsFor(id, own), id, name: `${providerName} · ${model}`, provider }
    }),
  )
  return [fakeModel, ...ofProviders]
}

/** Facts for any id: an unknown model gets cautious limits and an estimated count (spec 02). */
export function findModel(settings: AppSettings, modelId: string, own: readonly OwnModel[] = []): KnownModel {
  const known = listModels(settings, own).find(({ id }) => id === modelId)
  return (
    known ?? {
      ...factsFor(modelId, own),
      id: modelId,
      name: modelId,
      provider: modelId.split('/')[0] ?? modelId,
    }
  )
}

/** The table's facts, and over them what the user says: an entry matches the whole id or the name after the provider. */
function factsFor(modelId: string, own: readonly OwnModel[]): ModelFacts {
  const builtin = builtinFacts(modelId.slice(modelId.lastIndexOf('/') + 1))
  const name = modelId.slice(modelId.indexOf('/') + 1)
  const entry = own.find(({ pattern }) => pattern.test(modelId) || pattern.test(name))
  return entry ? { ...builtin, ...entry.facts } : builtin
}

function builtinFacts(bareName: string): ModelFacts {
  return factsByName.find(([pattern]) => pattern.test(bareName))?.[1] ?? unknownFacts
}
