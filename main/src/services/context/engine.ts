import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { type Clock, systemClock } from '../../lib/clock.ts'
import { type Logger, silentLogger } from '../../lib/logger.ts'
import { createTextCache, type TextCache } from '../../lib/textCache.ts'
import type { Redactor } from '../redaction/index.ts'
import type { RangeCounts, Tokenizer } from '../tokens/index.ts'
import type { ContextRequest, HistoryView } from './contextRequest.ts'
import type { Assembly } from './core/assembly.ts'
import { type CachedCounts, createBlockCounter, createCachedCounts } from './core/blockCounter.ts'
import { computeBudget } from './core/budget.ts'
import { planDelta } from './core/delta.ts'
import { mergeRedactions } from './core/evidence.ts'
import { trimRows } from './core/explain.ts'
import { defaultBudget, limit } from './core/layers.ts'
import type { Plan, ReuseExpired, TooLarge } from './core/plan.ts'
import { type Fingerprints, fingerprint } from './core/prefix.ts'
import type { PromptTemplate } from './core/template.ts'
import { chunkKey, type Language, type Notice } from './core/types.ts'
import { createFinishedChunks, createFinisher, type FinishedChunks } from './finish.ts'
import { type Gathered, gather, type Left } from './gather.ts'
import { createGuardedCounter, type GuardedCounter } from './guardedCounter.ts'
import { createPlanMemory } from './planMemory.ts'
import { rememberedHash } from './rememberedHash.ts'
import { createScenes, type Scene } from './scene.ts'
import { createSemaphore, type Slot } from './semaphore.ts'
import { contentHash } from './session/previousContext.ts'
import {
  createSessionMemory,
  findAnchor,
  isDecidedFor,
  isFresh,
  type Remembered,
} from './session/sessionMemory.ts'
import { createMemorySessionState, type SessionStateStore } from './session/sessionState.ts'
import type { Source } from './source.ts'

export interface EngineLimits {
  /** The most that the sources may deliver together. */
  readonly capacityTokens: number
  /** Assemblies of one chapter at the same time. */
  readonly runningPerDocument: number
  /** Requests of one chapter that may be queued; further ones are refused. */
  readonly queuedPerDocument: number
  /** The longest a request is queued, in milliseconds. */
  readonly waitMs: number
  /** Assemblies that run at the same time over all documents; the others are queued. */
  readonly runningAtOnce: number
}

export interface ContextEngineOptions {
  /** Read for every request, in parallel. */
  readonly sources: readonly Source[]
  /** Used when a request's model brings none. */
  readonly tokenizer: Tokenizer
  /** Applied to every draft before it is counted. */
  readonly redactor: Redactor
  /** The system's clock when absent. */
  readonly clock?: Clock
  /** Nothing is logged when absent. */
  readonly logger?: Logger
  /** sha256hex of UTF-8 text. */
  readonly sha256Hex: (text: string) => string
  /** What the next request of the same chapter builds on; nothing is stored without it. */
  readonly sessionState?: SessionStateStore
  /** Defaults for what is absent. */
  readonly limits?: Partial<EngineLimits>
  /** The app's own, in the language of each request, when absent. */
  readonly template?: PromptTemplate
}

export interface ContextEngine {
  /**
   * Takes a place among the requests of a document, before anything is read for it; the caller gives it back.
   * Decides at once: throws CONTEXT_BACKPRESSURE when so many run and wait already.
   */
  admit(document: Pick<ContextRequest, 'projectId' | 'documentId'>, signal?: AbortSignal): Slot
  /**
   * Decides what the model reads, when `slot` (or one of its own) is granted. Throws AppError:
   * CONTEXT_INPUT_TOO_LARGE, CONTEXT_SCOPE_VIOLATION, CONTEXT_BACKPRESSURE, CANCELLED. Writes session state
   * unless the request is stateless or a preview.
   */
  assemble(request: ContextRequest, slot?: Slot): Promise<Assembly>
}

/** As many chapters as people work on; each costs some bytes per 64 characters. */
const chaptersCut = 256

/** As many as a long conversation has. */
const messagesCounted = 8192

const defaultLimits: EngineLimits = {
  capacityTokens: limit.capacityTokens,
  runningPerDocument: 4,
  queuedPerDocument: 16,
  waitMs: 10_000,
  runningAtOnce: 8,
}

/** Counts by one tokenizer, cached for as long as the counted objects live. */
interface Counted {
  readonly messages: TextCache<number>
  readonly ranges: TextCache<RangeCounts>
  /** By language: a layer without chunks is one list in both, and prints other words. */
  readonly blocks: Readonly<Record<Language, CachedCounts>>
  readonly finished: FinishedChunks
}

export function createContextEngine(options: ContextEngineOptions): ContextEngine {
  const { sources, redactor, clock = systemClock, logger = silentLogger } = options
  const sha256Hex = rememberedHash(options.sha256Hex)
  const hashOf = contentHash(sha256Hex)
  const limits = { ...defaultLimits, ...options.limits }
  const memory = createSessionMemory(options.sessionState ?? createMemorySessionState(), sha256Hex, clock)
  const sceneOf = createScenes(redactor)
  const planFor = createPlanMemory()
  const documentSlots = createSemaphore({
    running: limits.runningPerDocument,
    queued: limits.queuedPerDocument,
    waitMs: limits.waitMs,
  })
  const atWork = createSemaphore({ running: limits.runningAtOnce, queued: Number.POSITIVE_INFINITY })
  const counted = new WeakMap<Tokenizer, Counted>()
  const fingerprints = new WeakMap<Plan, Fingerprints>()
  let started = 0

  function countedBy(tokenizer: Tokenizer): Counted {
    const cached = counted.get(tokenizer) ?? {
      messages: createTextCache<number>(messagesCounted),
      ranges: createTextCache<RangeCounts>(chaptersCut),
      blocks: { zh: createCachedCounts(), en: createCachedCounts() },
      finished: createFinishedChunks(),
    }
    counted.set(tokenizer, cached)
    return cached
  }

  const wordingOf = ({ language }: ContextRequest) => options.template ?? language

  const admit: ContextEngine['admit'] = ({ projectId, documentId }, signal) =>
    documentSlots.enter(`${projectId}\0${documentId}`, signal)

  async function assemble(request: ContextRequest, given?: Slot): Promise<Assembly> {
    const requestedAt = clock.monotonic()
    const slot = given ?? admit(request, request.signal)
    try {
      await slot.granted
      // One thread does all the work: more at once would only delay every source of every request.
      const turn = atWork.enter('', request.signal)
      try {
        await turn.granted
        return await run(request, requestedAt)
      } finally {
        turn.release()
      }
    } finally {
      slot.release()
    }
  }

  async function run(request: ContextRequest, requestedAt: number): Promise<Assembly> {
    started += 1
    const turn = started
    const granted = clock.monotonic()
    const tokenizer = request.model.tokenizer ?? options.tokenizer
    const cached = countedBy(tokenizer)
    const remembered = memory.recall(request, tokenizer)
    const counter = createGuardedCounter(tokenizer, cached.ranges)
    const { fetch: fetchLimits, historyTokens } = budgetOf(request, counter, cached).budget
    const count = (text: string) => countMessage(text, counter, cached)
    const unsentMessages = request.history?.outside(historyTokens, count)
    const finisher = createFinisher({ redactor, counter, finished: cached.finished })
    const scene = await sceneOf(request)
    const terms = {
      ...{ sources, finisher, counter, limits: fetchLimits, logger, hashOf, sha256Hex },
      ...(unsentMessages ? { unsentMessages } : {}),
    }
    const left = leftBy(request, tokenizer, scene, remembered)
    let gathered = await gather(request, scene, left ? { ...terms, left } : terms)
    let gatheredAt = clock.monotonic()
    const viewOfHistory = () =>
      request.history?.view(budgetOf(request, counter, cached).budget.historyTokens, count)
    let history = viewOfHistory()
    const decideAll = () => {
      const decided = decide(request, scene, gathered, counter, cached, remembered, history)
      if (!counter.failedDuringUse()) return decided
      // A tokenizer that failed half-way has counted in two units: decide again, all in the safe one.
      history = viewOfHistory()
      return decide(request, scene, gathered, counter, cached, remembered, history)
    }
    let plan = decideAll()
    const cause = gathered.reusedContext && rebuildCause(plan, remembered)
    if (cause) {
      // A rebuild: read again without reused material, so that names are detected in the whole window.
      logger.debug({ projectId: request.projectId, cause }, 'context rebuilt')
      gathered = await gather(request, scene, terms)
      gatheredAt = clock.monotonic()
      plan = decideAll()
    }
    // Only reused material can expire, and now there is none.
    if (!plan.ok) throw inputTooLarge(plan as TooLarge)
    const { prompt, placed } = plan
    // A plan from the cache was logged, and hashed, when it was made.
    if (!fingerprints.has(plan)) logRules(request, plan)
    const prints = printsOf(plan)
    const snapshot = memory.save(request, tokenizer, plan, prints, turn, remembered)
    const { budget, templateTokens } = budgetOf(request, counter, cached)
    const fallback: Notice[] = counter.failed() ? [{ code: 'CONTEXT_BUDGET_FALLBACK', params: {} }] : []
    const done = clock.monotonic()
    return {
      ...prints,
      request,
      systemPrompt: prompt.systemPrompt,
      userContent: prompt.userContent,
      blocks: prompt.blocks,
      tokenCount: plan.tokenCount,
      stablePrefixUnchanged: remembered.prefix?.stablePrefixHash === prints.stablePrefixHash,
      tokenizer: counter.tokenizer(),
      budget,
      ...(plan.parts === undefined ? {} : { parts: plan.parts }),
      ...(history === undefined ? {} : { history }),
      templateTokens,
      estimate: plan.estimate,
      layerTokens: plan.layers,
      placed,
      trim: trimRows(placed, gathered.trim),
      redaction: mergeRedactions([...gathered.redaction, ...(history?.redaction ?? [])]),
      notices: once([...gathered.notices, ...plan.notices, ...fallback]),
      delta: planDelta(remembered.scene?.snapshot, snapshot),
      timings: {
        waitMs: granted - requestedAt,
        fetchMs: gatheredAt - granted,
        coreMs: done - gatheredAt,
        totalMs: done - requestedAt,
      },
    }
  }

  /** The log is read from its beginning for every request; its messages are counted once. */
  function countMessage(text: string, counter: GuardedCounter, { messages }: Counted): number {
    const before = counter.failed() ? undefined : messages.get(text)
    if (before !== undefined) return before
    const tokens = counter.count(text)
    if (!counter.failed()) messages.set(text, tokens)
    return tokens
  }

  /** The reused material of this request; nothing when it was decided for another model. */
  function leftBy(
    request: ContextRequest,
    tokenizer: Tokenizer,
    { before }: Scene,
    { scene, prefix }: Remembered,
  ): Left | undefined {
    if (!scene || !isDecidedFor(scene, request, tokenizer)) return undefined
    if (!isFresh(scene, prefix, clock.now())) return undefined
    const { stood, starts, anchor } = scene
    const at = anchor && findAnchor(before.text, anchor, sha256Hex)
    return { previous: stood, starts, ...(at === undefined ? {} : { windowFrom: before.from + at }) }
  }

  /** Undefined when the plan stays. Behind a changed rule or setting everything is read anew in any case. */
  function rebuildCause(plan: Plan | TooLarge | ReuseExpired, { prefix }: Remembered): string | undefined {
    if (!plan.ok) return plan.reason === 'expired' ? plan.cause : plan.reason
    return prefix && prefix.stablePrefixHash !== printsOf(plan).stablePrefixHash ? 'prefix' : undefined
  }

  function printsOf(plan: Plan): Fingerprints {
    const { systemPrompt, userContent } = plan.prompt
    const prints = fingerprints.get(plan) ?? fingerprint(systemPrompt, userContent, sha256Hex)
    fingerprints.set(plan, prints)
    return prints
  }

  /** One line for the layer and one per rule that is not there in full. */
  function logRules({ projectId }: ContextRequest, { rules }: Plan) {
    if (!rules) return
    const code = 'CONTEXT_RULES_OVERBUDGET'
    logger.warn({ projectId, tokens: rules.tokens }, code)
    for (const { chunk, action, level } of rules.placed)
      if (action !== 'kept') logger.warn({ projectId, source: chunkKey(chunk), form: level ?? 'none' }, code)
  }

  function decide(
    request: ContextRequest,
    currentScene: Scene,
    { chunks, reusedContext }: Gathered,
    counter: GuardedCounter,
    cached: Counted,
    { prefix, scene }: Remembered,
    history: HistoryView | undefined,
  ): Plan | TooLarge | ReuseExpired {
    const { budget } = budgetOf(request, counter, cached)
    const firstSent = history?.messages.find(({ round }) => round !== undefined)?.round
    const layers = counter.failed() ? defaultBudget : request.budget
    const before = chunks.immediate.find(({ source }) => source.anchored)
    const anchor = before && scene?.anchor ? findAnchor(before.text, scene.anchor, sha256Hex) : undefined
    return planFor(currentScene, counter.tokenizer().id, {
      chunks,
      budget,
      capacityTokens: request.capacityTokens ?? limits.capacityTokens,
      layers,
      language: wordingOf(request),
      counter: createBlockCounter({
        count: counter.count,
        ranges: counter.ranges,
        language: wordingOf(request),
        additive: counter.additive(),
        ...(counter.failed() ? {} : { cached: cached.blocks[request.language] }),
      }),
      appended: request.model.appended ?? 'inText',
      leavesRoom: !request.stateless,
      ...(reusedContext ? { reusedContext } : {}),
      ...(request.history && {
        conversation: {
          finished: request.history.rounds,
          ...(firstSent === undefined ? {} : { firstSent }),
          appendedTokens: Math.floor(layers.retrieved.ratio * budget.total),
        },
      }),
      fresh: scene === undefined,
      ...(anchor === undefined ? {} : { anchor }),
      ...(prefix?.rules === undefined ? {} : { frozenRules: prefix.rules }),
      ...(prefix?.settings === undefined ? {} : { frozenSettings: prefix.settings }),
    })
  }

  function budgetOf(request: ContextRequest, counter: GuardedCounter, cached: Counted) {
    const templateTokens = createBlockCounter({
      count: counter.count,
      language: wordingOf(request),
      additive: counter.additive(),
      ...(counter.failed() ? {} : { cached: cached.blocks[request.language] }),
    }).template()
    const budget = computeBudget({
      windowTokens: request.model.windowTokens,
      outputReserveTokens: request.model.outputReserveTokens,
      capacityTokens: request.capacityTokens ?? limits.capacityTokens,
      templateTokens,
      historyBudgetTokens: request.historyBudgetTokens,
      hasConversation: request.conversationId !== undefined,
      divided: {
        profile: request.profile ?? 'write',
        hasRetrieval: !request.skill.without?.includes('retrieved'),
        rounds: request.history?.rounds ?? 0,
      },
      exact: counter.tokenizer().exact,
      layers: counter.failed() ? defaultBudget : request.budget,
    })
    return { budget, templateTokens }
  }

  return { admit, assemble }
}

/** Each notice once. */
function once(notices: readonly Notice[]): Notice[] {
  return [...new Map(notices.map((notice) => [JSON.stringify(notice), notice])).values()]
}

/** What an author reads when nothing can be sent; `details` names the layers and what in them is large. */
export function inputTooLarge({ reason, layers, sources }: TooLarge): AppError {
  return new AppError(ErrorCode.CONTEXT_INPUT_TOO_LARGE, { why: reason, layers, sources })
}
