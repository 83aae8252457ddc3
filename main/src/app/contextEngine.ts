import { sha256Hex } from '../lib/hash.ts'
import {
  createBudgetStore,
  createCodexFetchers,
  createConstraintsFetcher,
  createContextEngine,
  createContextService,
  createCursorFetcher,
  createEpisodesFetcher,
  createPassagesFetcher,
  createPreferencesFetcher,
  createPreviousChapterFetcher,
  createProfileFetcher,
  createReceiptReader,
  createReceiptStore,
  createRuleFilesFetcher,
  createSettingsFilesFetcher,
  createSynopsesFetcher,
  createWorkingMemoryFetcher,
  type Fetcher,
} from '../services/context/index.ts'
import { createRedactionReview } from '../services/secrets/index.ts'
import type { Content } from './content.ts'
import type { Core } from './core.ts'
import type { Models } from './models.ts'
import type { Building } from './options.ts'
import { createReceiptSources } from './receiptSources.ts'

/** The engine over its real sources, and what shows afterwards what it did. */
export function createContext({ options, lifetime }: Building, core: Core, models: Models, content: Content) {
  const { projects, redactor, settings, allowed, versioned, clock, logger } = core
  const { manuscript, creonow, codex, memory, constraints, skills, synopses, retrieval, indexes } = content
  const realFetchers: readonly Fetcher[] = [
    createConstraintsFetcher(constraints, manuscript),
    createRuleFilesFetcher(creonow),
    createProfileFetcher(projects),
    createSettingsFilesFetcher(creonow),
    createPreferencesFetcher(memory),
    ...createCodexFetchers(codex),
    createSynopsesFetcher(synopses, manuscript),
    createPassagesFetcher(retrieval, manuscript),
    createEpisodesFetcher(memory),
    createPreviousChapterFetcher(manuscript),
    createWorkingMemoryFetcher(memory),
    createCursorFetcher(),
  ]
  const engine = createContextEngine({
    fetchers: options.fetchers?.(realFetchers) ?? realFetchers,
    tokenizer: models.defaultTokenizer,
    redactor,
    clock,
    logger,
    sha256Hex,
    sessionState: indexes.sessionState,
  })
  const receipts = createReceiptStore({ rootOf: projects.rootOf, logger })
  const receiptSources = createReceiptSources(core, content)
  const budget = createBudgetStore({ rootOf: projects.rootOf, versioned })
  const context = lifetime.add(
    createContextService({
      engine,
      receipts,
      receiptReader: createReceiptReader({
        receipts,
        readPart: receiptSources.readPart,
        redact: redactor.redact,
        redactText: redactor.redactText,
        sha256Hex,
      }),
      sources: {
        language: async (projectId) => (await projects.profile(projectId)).language,
        readDocument: manuscript.read,
        skill: skills.find,
        model: async (modelId) => {
          const model = models.find(modelId)
          return { ...model, tokenizer: await models.tokenizers.ofModel(model) }
        },
        budget: async (projectId) => (await budget.get(projectId)).layers,
        limits: () => settings.current(),
        warnings: async (projectId, modelId) => [
          ...(await projects.warnings(projectId)),
          ...((await budget.get(projectId)).warnings ?? []),
          ...(await memory.warnings(projectId)),
          ...models.warnings([models.find(modelId)]),
        ],
      },
      redactText: redactor.redactText,
      sha256Hex,
      clock,
    }),
  )
  const review = createRedactionReview({
    readSource: receiptSources.storedText,
    find: (projectId, source, text) => redactor.find(text, scopeOf(source), projectId),
    allowed,
  })

  return { context, budget, review }
}

/** Paths in the author's own prose are part of the story. */
const scopeOf = (source: string) => (source.startsWith('manuscript/') ? 'manuscript' : 'creonow')
