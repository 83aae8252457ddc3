import { checkProjectPath } from '../lib/containedPath.ts'
import { sha256Hex } from '../lib/hash.ts'
import { aliasNames } from '../services/codex/index.ts'
import {
  createBudgetStore,
  createContextEngine,
  createContextService,
  createReceiptReader,
  createReceiptStore,
  type Language,
  type Source,
  type WarmUp,
} from '../services/context/index.ts'
import { createFactLookup } from '../services/factLookup/index.ts'
import type { RedactionScope } from '../services/redaction/index.ts'
import { createRedactionReview } from '../services/secrets/index.ts'
import { createSources } from '../services/sources/index.ts'
import type { Content } from './content.ts'
import type { Core } from './core.ts'
import type { Models } from './models.ts'
import type { Building } from './options.ts'

/** The engine over its real sources, and what shows afterwards what it did. */
export function createContext(
  { options, lifetime }: Building,
  core: Core,
  models: Models,
  content: Content,
  warmUp: WarmUp,
) {
  const { projects, redactor, settings, allowed, versioned, clock, logger } = core
  const {
    manuscript,
    plans,
    chapters,
    creonow,
    codex,
    memory,
    constraints,
    skills,
    synopses,
    volumeSynopses,
    threads,
    retrieval,
    indexes,
    conversationAccess,
  } = content
  const real = createSources({
    documents: chapters,
    files: creonow,
    constraints,
    profiles: projects,
    memory,
    author: core.author,
    codex,
    passages: retrieval,
    plans: { ...plans, povName },
    synopses: { list: synopses.list, wide: volumeSynopses.wide },
    threads,
    conversations: conversationAccess,
    skills: { instruction: instructionOf },
  })
  const sources = options.sources?.(real) ?? real
  const engine = createContextEngine({
    sources,
    tokenizer: models.defaultTokenizer,
    redactor,
    clock,
    logger,
    sha256Hex,
    sessionState: indexes.sessionState,
    limits: options.engineLimits ?? {},
  })
  const receipts = createReceiptStore({ rootOf: projects.rootOf, logger })
  const budget = createBudgetStore({ rootOf: projects.rootOf, versioned })
  const context = lifetime.add(
    createContextService({
      engine,
      receipts,
      receiptReader: createReceiptReader({
        receipts,
        sources,
        languageOf,
        chapterId: async (projectId, name) => (await manuscript.locate(projectId, name)).documentId,
        redact: redactor.redact,
        redactText: redactor.redactText,
        sha256Hex,
      }),
      sources: {
        language: languageOf,
        readDocument: manuscript.read,
        skill: skills.find,
        model: async (modelId) => {
          const model = models.find(modelId)
          return { ...model, tokenizer: await models.tokenizers.ofModel(model) }
        },
        budget: async (projectId) => (await budget.get(projectId)).layers,
        history: conversationAccess.forPrompt,
        limits: () => settings.current(),
        notices: async (projectId, modelId) => [
          ...(await projects.notices(projectId)),
          ...(await manuscript.notices(projectId)),
          ...(await budget.notices(projectId)),
          ...(await memory.notices(projectId)),
          ...(await synopses.notices(projectId)),
          ...(await volumeSynopses.notices(projectId)),
          ...models.notices([models.find(modelId)]),
        ],
      },
      redactText: redactor.redactText,
      sha256Hex,
      clock,
      warmUp,
    }),
  )
  const findFact = createFactLookup({
    readReceipt: context.readReceipt,
    mentions: codex.mentions,
    people: async (projectId) =>
      (await codex.all(projectId))
        .filter(({ type }) => type === 'character')
        .map((entry) => ({ id: entry.id, names: [entry.name, ...aliasNames(entry)], body: entry.body })),
    entryVisibility: codex.entryVisibility,
    search: retrieval.search,
    documents: manuscript.outline,
    redactText: redactor.redactText,
  })
  const stored = createStoredTexts(sources, languageOf)
  const review = createRedactionReview({
    readSource: async (projectId, path) => (await stored(projectId, path))?.text,
    find: async (projectId, path, text) =>
      redactor.find(text, (await stored(projectId, path))?.redaction ?? 'creonow', projectId),
    allowed,
  })

  async function languageOf(projectId: string) {
    return (await projects.profile(projectId)).language
  }

  /** Undefined for an entry that no model may see. */
  async function povName(projectId: string, documentId: string) {
    const pov = await plans.povOf(projectId, documentId)
    if (pov === undefined) return undefined
    const entry = (await codex.list(projectId)).find(({ id }) => id === pov)
    return entry?.aiContextLevel === 'never' ? undefined : (entry?.name ?? pov)
  }

  /** A skill's own words; undefined when its fields were filled in for one request. */
  async function instructionOf(projectId: string, skillId: string) {
    const { template, source, instruction, output } = await skills.find(projectId, skillId)
    return template ? undefined : { path: source, instruction, output }
  }

  return { context, findFact, budget, review }
}

/** Reads again what a row of evidence names, whole, from the source that knows the path. */
function createStoredTexts(sources: readonly Source[], languageOf: (projectId: string) => Promise<Language>) {
  return async (
    projectId: string,
    path: string,
  ): Promise<{ readonly text: string; readonly redaction: RedactionScope } | undefined> => {
    // Some sources are no paths (`memory:…`); what is one must not lead out of the project.
    checkProjectPath(path, 'linux')
    const request = { projectId, documentId: '', skillId: '', language: await languageOf(projectId) }
    for (const source of sources) {
      const reread = await source.reread?.({ path }, request)
      if (reread) return { text: reread.text, redaction: source.redaction ?? 'creonow' }
    }
    return undefined
  }
}
