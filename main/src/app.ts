import { join } from 'node:path'
import { createIndexes } from './db/indexes.ts'
import { aiHandlers } from './ipc/ai.ts'
import { codexHandlers } from './ipc/codex.ts'
import { constraintsHandlers } from './ipc/constraints.ts'
import { contextHandlers } from './ipc/context.ts'
import { contract } from './ipc/contract/index.ts'
import { creonowHandlers } from './ipc/creonow.ts'
import { documentsHandlers } from './ipc/documents.ts'
import { ErrorCode } from './ipc/errorCodes.ts'
import { createJobs, jobsHandlers } from './ipc/jobs.ts'
import { memoryHandlers } from './ipc/memory.ts'
import { notingWrites } from './ipc/ownWrites.ts'
import { projectsHandlers } from './ipc/projects.ts'
import { redactionHandlers } from './ipc/redaction.ts'
import { retrievalHandlers } from './ipc/retrieval.ts'
import { createRouter, type Router } from './ipc/router.ts'
import { createLiveSessions, type Session, type SessionOptions } from './ipc/session.ts'
import { settingsHandlers } from './ipc/settings.ts'
import { AppError } from './lib/appError.ts'
import { createBinaryCache } from './lib/binaryCache.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { Disposables } from './lib/disposables.ts'
import { sha256Hex } from './lib/hash.ts'
import { createLogger, type Logger } from './lib/logger.ts'
import { createRedactedLogger } from './lib/redactedValues.ts'
import {
  createCalibration,
  createCompatibleProvider,
  createFakeProvider,
  createModelTokenizers,
  createRunService,
  createSkillCatalogue,
  distilSkill,
  type EncodingName,
  findModel,
  generateText,
  type KnownModel,
  listModels,
  loadOwnModels,
} from './services/ai/index.ts'
import { createCodexService, createExchange, entryPortOf, type ListedEntry } from './services/codex/index.ts'
import {
  createBudgetStore,
  createCodexFetcher,
  createCodexRulesFetcher,
  createConstraintsFetcher,
  createContextEngine,
  createContextService,
  createCursorFetcher,
  createEpisodesFetcher,
  createPassagesFetcher,
  createPreferencesFetcher,
  createPreviousChapterFetcher,
  createProfileFetcher,
  createReceiptStore,
  createRedactor,
  createRuleFilesFetcher,
  createSettingsFilesFetcher,
  createSynopsesFetcher,
  createTokenizer,
  createWorkingMemoryFetcher,
  type Fetcher,
} from './services/context/index.ts'
import { createConversationStore } from './services/conversation/index.ts'
import {
  createConstraintsStore,
  createCreonowService,
  createWatchingService,
} from './services/creonow/index.ts'
import { createManuscriptService } from './services/manuscript/index.ts'
import { createMemoryService, type Generate } from './services/memory/index.ts'
import { createProjectService } from './services/project/index.ts'
import {
  createEmbeddingProvider,
  createRetrievalService,
  createSynopsesService,
} from './services/retrieval/index.ts'
import { createAllowStore, createRedactionReview, createSecretFinder } from './services/secrets/index.ts'
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
  const { dataFolder, clock = systemClock, environment = process.env } = options
  const plainLogger = options.logger ?? createLogger()
  const lifetime = new Disposables()
  const keys = options.keys ?? (await createFileKeyStore({ dataFolder, environment, logger: plainLogger }))
  const settings = await createSettingsService({ dataFolder, keys, logger: plainLogger })
  const finder = createSecretFinder({ hash: sha256Hex, monotonic: clock.monotonic, logger: plainLogger })
  const redactor = createRedactor({
    keys: () => keys.values(),
    hash: sha256Hex,
    allow: (text, projectId) => allowed.allows(projectId, text),
    supplement: finder.find,
    onSupplementFailure: (cause) => plainLogger.warn({ cause }, 'secret preset gave no answer'),
  })
  const logger = createRedactedLogger(plainLogger, redactor.redactText)
  const projects = createProjectService({
    dataFolder,
    samplesFolder: options.samplesFolder ?? join(repositoryRoot, 'samples', '雾港来信'),
    clock,
    logger,
  })
  const allowed = createAllowStore({
    dataFolderOf: projects.dataFolderOf,
    clock,
    logger,
    onChanged: redactor.forget,
  })
  const manuscript = lifetime.add(createManuscriptService({ projects, logger, clock }))
  const creonow = createCreonowService({ rootOf: projects.rootOf, logger })
  const codex = lifetime.add(createCodexService({ projects, documents: manuscript, clock }))
  const memory = createMemoryService({
    rootOf: projects.rootOf,
    documents: manuscript.list,
    redactText: redactor.redactText,
    clock,
    logger,
    distiller: () => ({
      instruction: distilSkill.instruction[settings.current().language],
      generate: generate(),
    }),
  })
  const automatic = async (projectId: string) => [
    ...(await codex.constraints(projectId)),
    ...(await memory.constraintsFromMemory(projectId)),
  ]
  const constraints = createConstraintsStore({
    rootOf: projects.rootOf,
    dataFolderOf: projects.dataFolderOf,
    clock,
    logger,
    automatic,
  })
  const skills = createSkillCatalogue({ rootOf: projects.rootOf, logger })
  const indexes = lifetime.add(createIndexes({ dataFolderOf: projects.dataFolderOf, now: clock.now, logger }))
  const retrieval = lifetime.add(
    createRetrievalService({
      openDatabase: indexes.open,
      documents: manuscript,
      logger,
      embedding,
      aliases: async (projectId) => (await codex.list(projectId)).flatMap(searchedNames),
    }),
  )
  function embedding() {
    const { embedding: wanted, providers } = settings.current()
    const provider = providers.find(({ id }) => id === wanted?.providerId)
    if (!wanted || !provider) return undefined
    const apiKey = keys.get(provider.id)
    return createEmbeddingProvider({
      ...wanted,
      baseUrl: provider.baseUrl,
      apiKey,
      redact: redactor.redactText,
    })
  }
  const synopses = createSynopsesService({ rootOf: projects.rootOf, documents: manuscript, logger })
  const jobs = lifetime.add(createJobs({ logger }))
  lifetime.add(
    manuscript.onSaved(({ projectId, documentId }) => retrieval.markChanged(projectId, documentId)),
  )
  const templateFolder = options.templateFolder ?? join(repositoryRoot, '.creonow-template')
  const conversations = createConversationStore({
    rootOf: projects.rootOf,
    redact: redactor.redactText,
    clock,
    logger,
  })
  const watching = lifetime.add(createWatchingService({ rootOf: projects.rootOf, clock, logger }))
  const sessions = createLiveSessions((session) => void watching.release(session.id))
  lifetime.add(
    manuscript.onSaved(({ projectId, documentId, hash }) => void watching.wrote(projectId, documentId, hash)),
  )
  watching.onChanged(({ projectId, paths, origin }) => {
    const inManuscript = paths.some((path) => path.split('/')[0] === 'manuscript')
    // A chapter the app has saved is already on its way into the index.
    if (inManuscript && (origin === 'outside' || paths.length > 1)) retrieval.indexInBackground(projectId)
    sessions.broadcast(projectId, 'changed', { projectId, paths, origin })
  })

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
    createCodexRulesFetcher(codex),
    createProfileFetcher(projects),
    createSettingsFilesFetcher(creonow),
    createPreferencesFetcher(memory),
    createCodexFetcher(codex),
    createSynopsesFetcher(synopses, manuscript),
    createPassagesFetcher(retrieval, manuscript),
    createEpisodesFetcher(memory),
    createPreviousChapterFetcher(manuscript),
    createWorkingMemoryFetcher(memory),
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
        skill: skills.find,
        model: async (modelId) => {
          const model = modelOf(modelId)
          return { ...model, tokenizer: await tokenizers.ofModel(model) }
        },
        budget: async (projectId) => (await budget.get(projectId)).layers,
        limits: () => settings.current(),
      },
      readSource: async (projectId, part, documentId) => {
        const { source, from, to } = part
        const read = source.startsWith('manuscript/')
          ? (await manuscript.read(projectId, source)).text.slice(from, to)
          : ((await codex.textOf(projectId, part, documentId)) ?? (await textOf(projectId, source)))
        return read === undefined ? undefined : (await redactor.redact(read, scopeOf(source), projectId)).text
      },
      redactText: redactor.redactText,
      sha256Hex,
      clock,
    }),
  )
  const review = createRedactionReview({
    readSource: storedText,
    find: (projectId, source, text) => redactor.find(text, scopeOf(source), projectId),
    allowed,
  })
  /** What a `sourceRef` of the evidence was read from. */
  async function storedText(projectId: string, source: string): Promise<string | undefined> {
    if (source.startsWith('manuscript/')) return (await manuscript.read(projectId, source)).text
    if (source.endsWith('/constraints.json'))
      return (await constraints.get(projectId)).items.map(({ text }) => text).join('\n')
    if (source.endsWith('/project.json')) {
      const { name, type, genre, synopsis } = await projects.profile(projectId)
      return [name, type, genre, synopsis].filter((line) => line !== undefined).join('\n')
    }
    return textOf(projectId, source)
  }
  async function textOf(projectId: string, source: string): Promise<string | undefined> {
    if (!source.startsWith('.creonow/')) return undefined
    const synopsis = await synopses.textOf(projectId, source)
    if (synopsis !== undefined) return synopsis
    const file = await creonow.read(projectId, source)
    return 'text' in file ? file.text : undefined
  }

  const fake = createFakeProvider({
    pauseMs: options.fakePauseMs ?? 12,
    hash: sha256Hex,
    count: defaultTokenizer.count,
  })
  const providerOf = ({ provider: id }: KnownModel) => {
    if (id === fake.id) return fake
    const own = settings.current().providers.find((provider) => provider.id === id)
    if (own) return createCompatibleProvider({ id, baseUrl: own.baseUrl, apiKey: keys.get(id) })
    throw new AppError(ErrorCode.AI_PROVIDER_MISSING, '还没有设置这个模型的服务商，请先在设置里添加。')
  }
  /** Undefined while the author's model is the offline example, which knows nothing. */
  function generate(): Generate {
    const model = modelOf(undefined)
    if (model.provider === fake.id) return undefined
    return (prompt, signal) =>
      generateText(providerOf(model), model, { ...prompt, skill: distilSkill }, signal)
  }
  const runs = lifetime.add(
    createRunService({
      context,
      redactor,
      logger,
      learnUsage: tokenizers.learn,
      model: modelOf,
      provider: providerOf,
      memory,
      wordList: async (projectId) => {
        const list = await creonow.terminology(projectId)
        return 'problem' in list ? { terms: [], banned: [] } : list
      },
    }),
  )

  async function completeNew(projectId: string): Promise<void> {
    try {
      await creonow.ensure(projectId, templateFolder)
    } catch (error) {
      // The project is there and works; its folders can be completed by context:creonow:ensure.
      logger.warn({ projectId, cause: String(error) }, 'new project not completed from the template')
    }
  }

  const services = {
    projects,
    manuscript,
    creonow,
    codex,
    constraints,
    conversations,
    watching,
    memory,
    skills,
    retrieval,
    synopses,
    context,
    budget,
    runs,
    settings,
  }
  const router: Router = createRouter({
    contract,
    handlers: notingWrites(
      {
        ...projectsHandlers({ projects, onOpened: retrieval.indexInBackground, onCreated: completeNew }),
        ...documentsHandlers({ manuscript, projects, onImported: retrieval.indexInBackground }),
        ...constraintsHandlers({ constraints }),
        ...contextHandlers({ context, budget }),
        ...creonowHandlers({
          creonow,
          conversations,
          watching,
          templateFolder,
          redact: (text) => redactor.redact(text, 'creonow'),
        }),
        ...redactionHandlers({ review, allowed }),
        ...retrievalHandlers({ retrieval, synopses, jobs }),
        ...jobsHandlers(jobs),
        ...codexHandlers({ codex, exchange: createExchange({ entries: entryPortOf(codex) }) }),
        ...memoryHandlers({ memory }),
        ...aiHandlers({ runs, skills, settings, models: () => listModels(settings.current(), ownModels) }),
        ...settingsHandlers(settings),
      },
      watching.wrote,
    ),
    projectExists: projects.exists,
    opening: new Set(['projects:openKnown']),
    redact: redactor.redactText,
    logger,
  })
  return {
    services,
    router,
    createSession: (session: SessionOptions): Session => sessions.open(session),
    settings: { developerMode: () => settings.current().developerMode },
    dataFolder,
    redact: redactor.redact,
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

/** Paths in the author's own prose are part of the story. */
const scopeOf = (source: string) => (source.startsWith('manuscript/') ? 'manuscript' : 'creonow')

/** What a search may use in place of one another: the names of an entry that may be shown at all. */
function searchedNames(entry: ListedEntry): string[][] {
  const hidden = entry.error !== undefined || entry.aiContextLevel === 'never'
  return hidden ? [] : [[entry.name, ...entry.aliases]]
}

export type App = Awaited<ReturnType<typeof createApp>>
