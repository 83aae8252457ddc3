import { checkProjectPath } from '../lib/containedPath.ts'
import { sha256Hex } from '../lib/hash.ts'
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

/** The engine over its real sources, and what shows afterwards what it did. */
export function createContext({ options, lifetime }: Building, core: Core, models: Models, content: Content) {
  const { projects, redactor, settings, allowed, clock, logger } = core
  const { manuscript, creonow, codex, memory, constraints, skills, synopses, retrieval, indexes } = content
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
    tokenizer: models.defaultTokenizer,
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
          const model = models.find(modelId)
          return { ...model, tokenizer: await models.tokenizers.ofModel(model) }
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
    // Some sources are no paths (`memory:…`); what is one must not lead out of the project.
    checkProjectPath(source, 'linux')
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

  return { context, budget, review }
}

/** Paths in the author's own prose are part of the story. */
const scopeOf = (source: string) => (source.startsWith('manuscript/') ? 'manuscript' : 'creonow')
