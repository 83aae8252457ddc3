import { join } from 'node:path'
import { createIndexes } from './db/indexes.ts'
import { aiHandlers } from './ipc/ai.ts'
import { constraintsHandlers } from './ipc/constraints.ts'
import { contextHandlers } from './ipc/context.ts'
import { contract } from './ipc/contract/index.ts'
import { documentsHandlers } from './ipc/documents.ts'
import { ErrorCode } from './ipc/errorCodes.ts'
import { projectsHandlers } from './ipc/projects.ts'
import { retrievalHandlers } from './ipc/retrieval.ts'
import { createRouter, type Router } from './ipc/router.ts'
import { createSession, type Session, type SessionOptions } from './ipc/session.ts'
import { settingsHandlers } from './ipc/settings.ts'
import { AppError } from './lib/appError.ts'
import { createBinaryCache } from './lib/binaryCache.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { Disposables } from './lib/disposables.ts'
import { sha256Hex } from './lib/hash.ts'
import { createLogger, type Logger } from './lib/logger.ts'
import {
  createCalibration,
  createCompatibleProvider,
  createFakeProvider,
  createModelTokenizers,
  createRunService,
  type EncodingName,
  findModel,
  findSkill,
  listModels,
  loadOwnModels,
} from './services/ai/index.ts'
import {
  createBudgetStore,
  createConstraintsFetcher,
  createContextEngine,
  createContextService,
  createCursorFetcher,
  createPassagesFetcher,
  createPreviousChapterFetcher,
  createProfileFetcher,
  createReceiptStore,
  createRedactor,
  createRuleFilesFetcher,
  createSettingsFilesFetcher,
  createTokenizer,
  type Fetcher,
} from './services/context/index.ts'
import { createConstraintsStore, createCreonowService } from './services/creonow/index.ts'
import { createManuscriptService } from './services/manuscript/index.ts'
import { createProjectService } from './services/project/index.ts'
import { createRetrievalService } from './services/retrieval/index.ts'
import { createFileKeyStore, createSettingsService, type KeyStore } from './services/settings/index.ts'

export interface AppOptions {
  /** Where settings, keys and indexes live; see `lib/dataFolder.ts`. */
  readonly dataFolder: string
  readonly samplesFolder?: string
  readonly templateFolder?: string
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly keys?: KeyStore
  readonly logger?: Logger
  readonly clock?: Clock
  /** Changes the sources of the engine: for embedders and for tests of failing sources. */
  readonly fetchers?: (real: readonly Fetcher[]) => readonly Fetcher[]
  /** Pause between two pieces of the fake model's answer, in milliseconds. */
  readonly fakePauseMs?: number
}

const repositoryRoot = join(import.meta.dirname, '..', '..')

/** Builds every service once, in order, and undoes them in reverse. */
export async function createApp(options: AppOptions) {
  const { dataFolder, clock = systemClock, logger = createLogger(), environment = process.env } = options
  const lifetime = new Disposables()
  const keys = options.keys ?? (await createFileKeyStore({ dataFolder, environment, logger }))
  const settings = await createSettingsService({ dataFolder, keys, logger })
  const redactor = createRedactor({ keys: () => keys.values(), hash: sha256Hex })
  const projects = createProjectService({
    dataFolder,
    samplesFolder: options.samplesFolder ?? join(repositoryRoot, 'samples', '雾港来信'),
    clock,
    logger,
  })
  const manuscript = lifetime.add(createManuscriptService({ projects, logger, clock }))
  const creonow = createCreonowService({ rootOf: projects.rootOf, logger })
  const constraints = createConstraintsStore({ rootOf: projects.rootOf, clock, logger })
  const indexes = lifetime.add(createIndexes({ dataFolderOf: projects.dataFolderOf, now: clock.now, logger }))
  const retrieval = lifetime.add(
    createRetrievalService({ openDatabase: indexes.open, documents: manuscript, logger }),
  )
  lifetime.add(
    manuscript.onSaved(({ projectId, documentId }) => retrieval.markChanged(projectId, documentId)),
  )

  const cache = createBinaryCache(join(dataFolder, 'cache'), logger)
  const calibration = await createCalibration(join(dataFolder, 'calibration.json'), logger)
  const tokenizers = createModelTokenizers({
    encoding: (name) => createTokenizer(name, { store: cache }),
    calibration,
    logger,
  })
  const defaultTokenizer = await tokenizers.ofEncoding('o200k_base')
  const ownModels = await loadOwnModels(join(dataFolder, 'models.json'), logger)
  const modelOf = (modelId: string | undefined) =>
    findModel(settings.current(), modelId ?? settings.current().defaultModelId, ownModels)

  const realFetchers: readonly Fetcher[] = [
    createConstraintsFetcher(constraints, manuscript),
    createRuleFilesFetcher(creonow),
    createProfileFetcher(projects),
    createSettingsFilesFetcher(creonow),
    createPassagesFetcher(retrieval, manuscript),
    createPreviousChapterFetcher(manuscript),
    createCursorFetcher(),
  ]
  const engine = createContextEngine({
    fetchers: options.fetchers?.(realFetchers) ?? realFetchers,
    tokenizer: defaultTokenizer,
    redactor,
    clock,
    logger,
    sha256Hex,
    sessionState: indexes.sessionState,
  })
  const budget = createBudgetStore({ rootOf: projects.rootOf, logger })
  const context = lifetime.add(
    createContextService({
      engine,
      receipts: createReceiptStore({ rootOf: projects.rootOf, logger }),
      sources: {
        language: async (projectId) => (await projects.profile(projectId)).language,
        readDocument: manuscript.read,
        skill: (_projectId, skillId) => findSkill(skillId),
        model: async (modelId) => {
          const model = modelOf(modelId)
          return { ...model, tokenizer: await tokenizers.ofModel(model) }
        },
        budget: async (projectId) => (await budget.get(projectId)).layers,
        limits: () => settings.current(),
      },
      readSource: async (projectId, { source, from, to }) => {
        const read = source.startsWith('manuscript/')
          ? (await manuscript.read(projectId, source)).text.slice(from, to)
          : await textOf(projectId, source)
        return read === undefined ? undefined : redactor.redactText(read)
      },
      redactText: redactor.redactText,
      sha256Hex,
      clock,
    }),
  )
  async function textOf(projectId: string, source: string): Promise<string | undefined> {
    if (!source.startsWith('.creonow/')) return undefined
    const file = await creonow.read(projectId, source)
    return 'text' in file ? file.text : undefined
  }

  const fake = createFakeProvider({
    pauseMs: options.fakePauseMs ?? 12,
    hash: sha256Hex,
    count: defaultTokenizer.count,
  })
  const runs = lifetime.add(
    createRunService({
      context,
      logger,
      learnUsage: tokenizers.learn,
      model: modelOf,
      provider: ({ provider: id }) => {
        if (id === fake.id) return fake
        const own = settings.current().providers.find((provider) => provider.id === id)
        if (own) return createCompatibleProvider({ id, baseUrl: own.baseUrl, apiKey: keys.get(id) })
        throw new AppError(ErrorCode.AI_PROVIDER_MISSING, '还没有设置这个模型的服务商，请先在设置里添加。')
      },
    }),
  )

  const services = { projects, manuscript, creonow, constraints, retrieval, context, budget, runs, settings }
  const router: Router = createRouter({
    contract,
    handlers: {
      ...projectsHandlers({ projects, onOpened: retrieval.indexInBackground }),
      ...documentsHandlers({ manuscript, projects }),
      ...constraintsHandlers({ constraints }),
      ...contextHandlers({ context, budget }),
      ...retrievalHandlers({ retrieval }),
      ...aiHandlers({ runs, settings, models: () => listModels(settings.current(), ownModels) }),
      ...settingsHandlers(settings),
    },
    projectExists: projects.exists,
    opening: new Set(['projects:openKnown']),
    redact: redactor.redactText,
    logger,
  })
  return {
    services,
    router,
    createSession: (session: SessionOptions): Session => createSession(session),
    settings: { developerMode: () => settings.current().developerMode },
    dataFolder,
    /** The tokenizer of an encoding by name, else of a model, else of the default model. */
    tokenizer: ({
      modelId,
      encoding,
    }: {
      modelId: string | undefined
      encoding: EncodingName | undefined
    }) => (encoding ? tokenizers.ofEncoding(encoding) : tokenizers.ofModel(modelOf(modelId))),
    dispose: () => lifetime.dispose(),
  }
}

export type App = Awaited<ReturnType<typeof createApp>>
