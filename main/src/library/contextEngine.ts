import { randomBytes } from 'node:crypto'
import { AppError } from '../lib/appError.ts'
import { type Clock as AppClock, systemClock } from '../lib/clock.ts'
import { sha256Hex } from '../lib/hash.ts'
import { silentLogger } from '../lib/logger.ts'
import { cancelled } from '../lib/until.ts'
import {
  type ContextRequest,
  checkBudget,
  contextRequest,
  createContextEngine as createAppEngine,
  defaultBudget,
  graphemeAtOrBefore,
} from '../services/context/index.ts'
import type { Redactor as AppRedactor } from '../services/redaction/index.ts'
import { toContextError } from './error.ts'
import type { Clock, Logger, Redactor, SessionStore, Stores, Tokenizer } from './ports.ts'
import { toPrompt } from './prompt.ts'
import { createRedactor } from './redactor.ts'
import { toEngineSource } from './source.ts'
import { cursorSources, toEngineTemplate } from './template.ts'
import type { Budget, Language, Limits, Prompt, PromptRequest, PromptTemplate, Source } from './types.ts'

/** Everything an engine depends on. One of `language` and `template` is required. */
export type ContextEngineOptions = EngineParts & (BuiltInTemplate | OwnTemplate)

/** What both ways of making an engine have. */
export interface EngineParts {
  /** Read for every request, in parallel. Text at the cursor, selection and instruction are always there. */
  readonly sources: readonly Source[]
  /** Counts every text. */
  readonly tokenizer: Tokenizer
  /** `createRedactor()` when absent. */
  readonly redactor?: Redactor
  /** The system's clock when absent. */
  readonly clock?: Clock
  /** Nothing is logged when absent. */
  readonly logger?: Logger
  /** Defaults for what is absent. */
  readonly limits?: Partial<Limits>
  /** Memory, defaults and nothing when absent. */
  readonly stores?: Stores
}

/** The engine's own template, written for novels. */
export interface BuiltInTemplate {
  /** Of template, notices, reasons and errors. */
  readonly language: Language
  /** Excluded. */
  readonly template?: undefined
}

/** The program's own template, for any language and kind of text. */
export interface OwnTemplate {
  /** The fixed words of every prompt. */
  readonly template: PromptTemplate
  /** Of notices, reasons and errors; `en` when absent. */
  readonly language?: Language
}

/** Makes prompts. */
export interface ContextEngine {
  /**
   * Reads all sources and decides what the model reads. The tokens of the prompt are at most `maxInputTokens`.
   * @throws ContextError with each of its codes.
   */
  assemble(request: PromptRequest): Promise<Prompt>
}

/** An engine over the given sources. It opens nothing and needs no disposal. */
export function createContextEngine(options: ContextEngineOptions): ContextEngine {
  const { sources, tokenizer, template, stores = {}, logger = silentLogger } = options
  const { redactor = createRedactor(), language = 'en' } = options
  const clock: AppClock = options.clock ?? systemClock
  const engine = createAppEngine({
    sources: [...sources.map(toEngineSource), ...cursorSources(template)],
    tokenizer,
    redactor: toEngineRedactor(redactor),
    sha256Hex,
    clock,
    logger,
    limits: limitsOf(options.limits ?? {}),
    ...(template ? { template: toEngineTemplate(template) } : {}),
    ...(stores.sessions ? { sessionState: cacheOf(stores.sessions) } : {}),
  })

  /** Without it a request costs more and is answered all the same. */
  function cacheOf(sessions: SessionStore): SessionStore {
    const orWarn = <T>(work: () => T): T | undefined => {
      try {
        return work()
      } catch (error) {
        logger.warn({ cause: causeOf(error) }, 'session store failed')
        return undefined
      }
    }
    return {
      read: (projectId, key) => orWarn(() => sessions.read(projectId, key)),
      write: (projectId, key, value) => orWarn(() => sessions.write(projectId, key, value)),
    }
  }

  async function assemble(request: PromptRequest): Promise<Prompt> {
    const budget = request.budget ?? (await stores.budgets?.read(request.projectId))
    refuseAborted(request)
    const resolved = resolve(request, language, budget ? layersOf(budget) : defaultBudget)
    const assembly = await engine.assemble(resolved)
    // The signal reaches every read, but sources that need no time finish all the same.
    refuseAborted(request)
    const prompt = toPrompt(assembly, language)
    if (!request.preview) await addReceipt(prompt)
    return prompt
  }

  async function addReceipt(prompt: Prompt): Promise<void> {
    if (!stores.receipts) return
    const { systemPrompt: _system, userContent: _user, prefixUnchanged: _prefix, ...recorded } = prompt
    const { tokenizer: _tokenizer, totalMs: _ms, ...receipt } = recorded
    const now = clock.now()
    const receiptId = `${String(now).padStart(13, '0')}-${randomBytes(6).toString('hex')}`
    try {
      await stores.receipts.add({ receiptId, createdAt: new Date(now).toISOString(), ...receipt })
    } catch (error) {
      logger.warn({ receiptId, cause: causeOf(error) }, 'receipt could not be stored')
    }
  }

  return {
    async assemble(request) {
      try {
        return await assemble(request)
      } catch (error) {
        throw toContextError(error, language)
      }
    },
  }
}

/** A redactor of the package as the engine calls it: the evidence is counted from what was replaced. */
function toEngineRedactor(redactor: Redactor): AppRedactor {
  return {
    async redact(text, scope, projectId = '') {
      const inPackage = scope === 'manuscript' ? 'manuscript' : 'project'
      const redacted = await redactor.redact(text, inPackage, projectId)
      const counts = new Map<string, number>()
      for (const { patternId = 'redacted' } of redacted.replacements)
        counts.set(patternId, (counts.get(patternId) ?? 0) + 1)
      const evidence = [...counts].map(([patternId, matchCount]) => ({ patternId, matchCount }))
      return { text: redacted.text, replacements: redacted.replacements, evidence }
    },
    ...(redactor.version ? { version: () => redactor.version?.() ?? 0 } : {}),
  }
}

function refuseAborted({ signal }: PromptRequest): void {
  if (signal?.aborted) throw cancelled(signal.reason)
}

function resolve(
  request: PromptRequest,
  language: Language,
  budget: ContextRequest['budget'],
): ContextRequest {
  const { projectId, documentId, text, title, instruction, model, signal, deadlineMs } = request
  const { from, to } = request.selection ?? { from: 0, to: 0 }
  if (!(from >= 0 && from <= to && to <= text.length))
    throw new AppError('INVALID_ARGUMENT', { why: 'selectionInText', length: text.length })
  const cursor = Math.max(0, Math.min(request.cursorPosition ?? text.length, text.length))
  return contextRequest({
    ...{ projectId, documentId, text, instruction, language, budget },
    cursorPosition: graphemeAtOrBefore(text, cursor),
    ...(title === undefined ? {} : { title }),
    ...(from === to ? {} : { selection: { from, to } }),
    ...(model === undefined ? {} : { model }),
    ...(signal === undefined ? {} : { signal }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    skill: {
      id: 'request',
      name: instruction,
      output: 'insert',
      instruction: { zh: instruction, en: instruction },
      source: 'request:instruction',
    },
    stateless: request.stateless ?? false,
    preview: request.preview ?? false,
  })
}

function layersOf(budget: Budget): ContextRequest['budget'] {
  const of = ({ ratio, minTokens }: Budget['rules']) => ({ ratio, minimumTokens: minTokens })
  const { rules, settings, retrieved, immediate } = budget
  const layers = {
    rules: of(rules),
    settings: of(settings),
    retrieved: of(retrieved),
    immediate: of(immediate),
  }
  checkBudget(layers)
  return layers
}

const causeOf = (error: unknown) => (error instanceof Error ? error.message : 'unknown')

const limitsOf = ({ queueMs, ...same }: Partial<Limits>) => ({
  ...same,
  ...(queueMs === undefined ? {} : { waitMs: queueMs }),
})
