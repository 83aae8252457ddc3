import { join } from 'node:path'
import { ErrorCode } from '../contract/errorCodes.ts'
import type { ChannelInput } from '../contract/index.ts'
import type { AppSettings } from '../contract/settings.ts'
import { AppError } from '../lib/appError.ts'
import { createBinaryCache } from '../lib/binaryCache.ts'
import { sha256Hex } from '../lib/hash.ts'
import {
  createCalibration,
  createEndpointProvider,
  createFakeProvider,
  createModelTokenizers,
  createOwnModels,
  distilSkill,
  familyOf,
  fetchModelNames,
  findModel,
  generateText,
  listModels,
  type Provider,
  probeCache,
  type ResolvedModel,
  systemRetryTimer,
  testConnection,
  withRetries,
} from '../services/ai/index.ts'
import type { Generate } from '../services/memory/index.ts'
import { hasCredentials, mayHaveKey } from '../services/settings/index.ts'
import { createMeteredProvider, createSpendingBook } from '../services/spending/index.ts'
import { createTokenizer } from '../services/tokens/index.ts'
import type { Core } from './core.ts'
import type { Building } from './options.ts'

/** A list is short, and the author sees nothing until it is there. */
const listWaitMs = 20_000

type OwnProvider = AppSettings['providers'][number]
export type Models = Awaited<ReturnType<typeof createModels>>

/** Which models there are, how they count, and who answers for them. */
export async function createModels(
  { options }: Building,
  { dataFolder, versioned, settings, keys, logger, clock }: Core,
) {
  const cache = createBinaryCache(join(dataFolder, 'cache'), logger)
  const calibration = createCalibration({ versioned, logger })
  const tokenizers = createModelTokenizers({
    encoding: options.encoding ?? ((name) => createTokenizer(name, { store: cache })),
    calibration,
    logger,
  })
  const defaultTokenizer = await tokenizers.ofEncoding('o200k_base')
  const ownModels = createOwnModels({ dataFolder, versioned })
  const pauseMs = options.fakePauseMs ?? 12
  const fake = createFakeProvider({ pauseMs, hash: sha256Hex, count: defaultTokenizer.count })

  const { timeouts = {} } = options
  const spending = createSpendingBook({ versioned, clock, logger })

  const find = (modelId: string | undefined): ResolvedModel =>
    findModel(settings.current(), modelId ?? settings.current().defaultModelId, ownModels.current())

  /** A provider without retries. */
  const onceOf = (
    { id, firstAnswerSeconds, ...at }: Pick<OwnProvider, 'id' | 'baseUrl' | 'family' | 'firstAnswerSeconds'>,
    apiKey: string | undefined,
  ): Provider => {
    const service = {
      ...{ id, baseUrl: at.baseUrl, apiKey, silenceMs: timeouts.silenceMs, now: clock.now },
      headersMs: firstAnswerSeconds === undefined ? timeouts.headersMs : firstAnswerSeconds * 1000,
    }
    return createEndpointProvider({ ...service, family: familyOf(at) })
  }

  function providerOf(model: ResolvedModel, projectId?: string): Provider {
    const provider = plainProviderOf(model)
    return projectId === undefined
      ? provider
      : createMeteredProvider(provider, {
          ...{ model, projectId, book: spending, now: clock.now },
          count: async (text) => (await tokenizers.ofModel(model)).count(text),
        })
  }

  function plainProviderOf({ provider: id }: ResolvedModel): Provider {
    if (id === fake.id) return fake
    const own = settings.current().providers.find((provider) => provider.id === id)
    if (own) return withRetries(onceOf(own, keys.get(id)), { ...systemRetryTimer, ...timeouts })
    throw new AppError(ErrorCode.AI_PROVIDER_MISSING)
  }

  /**
   * The key of a request: the one in the form, or else the one stored for the service. Throws AI_KEY_ELSEWHERE when
   * that was stored for another server.
   */
  function keyOf({ provider, key, baseUrl }: ChannelInput<'ai:endpointModels'>): string | undefined {
    if (hasCredentials(baseUrl)) throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'urlCredentials' })
    const stored = key === undefined && provider !== undefined ? keys.get(provider) : undefined
    if (provider === undefined || stored === undefined) return key
    if (mayHaveKey(settings.current().providers, provider, baseUrl)) return stored
    const { host } = new URL(baseUrl)
    throw new AppError(ErrorCode.AI_KEY_ELSEWHERE, { host })
  }

  /** What is wrong with a service, as an error of `failures.ts`; undefined: nothing. */
  async function test(input: ChannelInput<'ai:test'>, signal: AbortSignal) {
    const { provider: id = 'test', baseUrl, model } = input
    const key = keyOf(input)
    const own = settings.current().providers.find((provider) => provider.id === id)
    const { family = own?.family, firstAnswerSeconds = own?.firstAnswerSeconds } = input
    return testConnection(onceOf({ id, baseUrl, family, firstAnswerSeconds }, key), model, signal)
  }

  /** The names of the models of a service; throws what is wrong with it. */
  async function names(
    input: ChannelInput<'ai:endpointModels'>,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const { provider: id, baseUrl } = input
    const key = keyOf(input)
    const own = settings.current().providers.find((provider) => provider.id === id)
    const family = familyOf({ baseUrl, family: input.family ?? own?.family })
    const timeoutMs = Math.min(timeouts.headersMs ?? listWaitMs, listWaitMs)
    return fetchModelNames({ ...{ baseUrl, family, timeoutMs, now: clock.now }, apiKey: key }, signal)
  }

  /**
   * Three requests with the same beginning, and the cache usage that the provider reports for each. Throws
   * AI_PROVIDER_MISSING and more.
   */
  function probe(modelId: string, pauseMs: number, signal: AbortSignal) {
    const model = find(modelId)
    return probeCache(providerOf(model), model, { pauseMs, now: clock.now, signal })
  }

  /** Undefined while the author's model is the offline example, which knows nothing. */
  function generate(projectId: string): Generate {
    const model = find(undefined)
    if (model.provider === fake.id) return undefined
    return (prompt, signal) =>
      generateText(providerOf(model, projectId), model, { ...prompt, skill: distilSkill, signal })
  }

  const list = () => listModels(settings.current(), ownModels.current())

  /** Faults of the files that define models, and how tokens of the given models are counted. */
  const warnings = (models: readonly ResolvedModel[]) => [
    ...settings.warnings(),
    ...ownModels.warnings(),
    ...models.flatMap(tokenizers.warningsFor),
  ]
  const notices = (models: readonly ResolvedModel[]) => [
    ...settings.notices(),
    ...ownModels.notices(),
    ...models.flatMap(tokenizers.noticesFor),
  ]
  return {
    tokenizers,
    defaultTokenizer,
    find,
    list,
    warnings,
    notices,
    providerOf,
    spending,
    generate,
    test,
    names,
    probe,
  }
}
