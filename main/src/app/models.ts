import { join } from 'node:path'
import { ErrorCode } from '../contract/errorCodes.ts'
import { AppError } from '../lib/appError.ts'
import { createBinaryCache } from '../lib/binaryCache.ts'
import { sha256Hex } from '../lib/hash.ts'
import {
  createCalibration,
  createCompatibleProvider,
  createFakeProvider,
  createModelTokenizers,
  createOwnModels,
  distilSkill,
  findModel,
  generateText,
  type KnownModel,
  listModels,
  type Provider,
} from '../services/ai/index.ts'
import type { Generate } from '../services/memory/index.ts'
import { createTokenizer } from '../services/tokens/index.ts'
import type { Core } from './core.ts'
import type { Building } from './options.ts'

export type Models = Awaited<ReturnType<typeof createModels>>

/** Which models there are, how they count, and who answers for them. */
export async function createModels(
  { options }: Building,
  { dataFolder, versioned, settings, keys, logger }: Core,
) {
  const cache = createBinaryCache(join(dataFolder, 'cache'), logger)
  const calibration = createCalibration({ versioned, logger })
  const tokenizers = createModelTokenizers({
    encoding: (name) => createTokenizer(name, { store: cache }),
    calibration,
    logger,
  })
  const defaultTokenizer = await tokenizers.ofEncoding('o200k_base')
  const ownModels = createOwnModels({ dataFolder, versioned })
  const pauseMs = options.fakePauseMs ?? 12
  const fake = createFakeProvider({ pauseMs, hash: sha256Hex, count: defaultTokenizer.count })

  const find = (modelId: string | undefined): KnownModel =>
    findModel(settings.current(), modelId ?? settings.current().defaultModelId, ownModels.current())

  function providerOf({ provider: id }: KnownModel): Provider {
    if (id === fake.id) return fake
    const own = settings.current().providers.find((provider) => provider.id === id)
    if (own) return createCompatibleProvider({ id, baseUrl: own.baseUrl, apiKey: keys.get(id) })
    throw new AppError(ErrorCode.AI_PROVIDER_MISSING, '还没有设置这个模型的服务商，请先在设置里添加。')
  }

  /** Undefined while the author's model is the offline example, which knows nothing. */
  function generate(): Generate {
    const model = find(undefined)
    if (model.provider === fake.id) return undefined
    return (prompt, signal) =>
      generateText(providerOf(model), model, { ...prompt, skill: distilSkill }, signal)
  }

  const list = () => listModels(settings.current(), ownModels.current())

  /** What is wrong with the files that say which models there are, and how those given here count. */
  const warnings = (models: readonly KnownModel[]) => [
    ...settings.warnings(),
    ...ownModels.warnings(),
    ...models.flatMap(tokenizers.warningsFor),
  ]
  const notices = (models: readonly KnownModel[]) => [
    ...settings.notices(),
    ...ownModels.notices(),
    ...models.flatMap(tokenizers.noticesFor),
  ]
  return { tokenizers, defaultTokenizer, find, list, warnings, notices, providerOf, generate }
}
