import type { AppSettings } from '#contract/settings.ts'
import type { CacheFacts } from '../cache/cacheFacts.ts'
import { cacheFactsOf, controlsOf, familyOf } from '../protocols/protocols.ts'
import type { ModelControls } from './modelControls.ts'
import type { ModelFacts } from './modelFacts.ts'
import { factsByName, unknownFacts } from './modelTable.ts'
import type { OwnModel } from './ownModels.ts'

export interface ResolvedModel extends ModelFacts {
  /** As in settings and receipts. */
  readonly id: string
  /** As the provider calls it. */
  readonly name: string
  /** Id of the provider in the settings. */
  readonly provider: string
  /** Facts of the cache behind its provider's address. */
  readonly cache: CacheFacts
  /** What a run can ask of it. */
  readonly controls: ModelControls
  /** Of one run, 0–2; absent: as it does by itself. */
  readonly temperature?: number
}

type OwnProvider = AppSettings['providers'][number]

export const fakeModel: ResolvedModel = {
  id: 'fake',
  name: '示例模型（离线）',
  provider: 'fake',
  windowTokens: 32_768,
  outputReserveTokens: 4096,
  tokenizer: { encoding: 'o200k_base' },
  exact: true,
  cache: cacheFactsOf('compatible', 'fake'),
  controls: { efforts: [] },
  asOf: '2026-11',
}

/** The fake model and every model of every provider the user has set up, as `provider/model`. */
export function listModels(settings: AppSettings, own: readonly OwnModel[] = []): ResolvedModel[] {
  const ofProviders = settings.providers.flatMap((provider) =>
    provider.models.map((model) => {
      const id = `${provider.id}/${model}`
      return { ...resolveModel(id, own, provider), name: `${provider.name} · ${model}` }
    }),
  )
  return [fakeModel, ...ofProviders]
}

/** Facts for any id: an unfamiliar model gets cautious limits and an estimated count. */
export function findModel(
  settings: AppSettings,
  modelId: string,
  own: readonly OwnModel[] = [],
): ResolvedModel {
  const listed = listModels(settings, own).find(({ id }) => id === modelId)
  const at = modelId.split('/')[0] ?? modelId
  return (
    listed ??
    resolveModel(
      modelId,
      own,
      settings.providers.find(({ id }) => id === at),
    )
  )
}

/** The tables' facts, overridden by the user's: an entry matches the whole id or the name after the provider. */
function resolveModel(
  id: string,
  own: readonly OwnModel[],
  provider: OwnProvider | undefined,
): ResolvedModel {
  const name = id.slice(id.indexOf('/') + 1)
  const entry = own.find(({ pattern }) => pattern.test(id) || pattern.test(name))
  const familyId = provider ? familyOf(provider).id : 'compatible'
  const cache = cacheFactsOf(familyId, name)
  return {
    ...builtinFacts(id.slice(id.lastIndexOf('/') + 1)),
    ...(provider?.thinking === undefined ? {} : { thinking: provider.thinking }),
    ...(provider?.toolProtocol === undefined ? {} : { toolProtocol: provider.toolProtocol }),
    ...entry?.facts,
    ...{ id, name: id, provider: id.split('/')[0] ?? id, controls: controlsOf(familyId, name) },
    cache: {
      ...cache,
      minimumTokens: entry?.cacheMinimumTokens ?? cache.minimumTokens,
      ...(entry?.price === undefined ? {} : { price: entry.price }),
    },
  }
}

function builtinFacts(shortName: string): ModelFacts {
  return factsByName.find(([pattern]) => pattern.test(shortName))?.[1] ?? unknownFacts
}
