import { type Clock, systemClock } from '../../lib/clock.ts'
import { type Logger, silentLogger } from '../../lib/logger.ts'
import { createTextCache, type TextCache } from '../../lib/textCache.ts'
import type { Redactor } from '../redaction/index.ts'
import type { RangeCounts, Tokenizer } from '../tokens/index.ts'
import type { ContextRequest } from './contextRequest.ts'
import type { Assembly } from './core/assembly.ts'
import { createBlockCounter, createKnownCounts, type KnownCounts } from './core/blockCounter.ts'
import { computeBudget } from './core/budget.ts'
import { planDelta } from './core/delta.ts'
import { mergeRedactions } from './core/evidence.ts'
import { trimRows } from './core/explain.ts'
import { defaultBudget, limit } from './core/layers.ts'
import type { Plan, TooLarge } from './core/plan.ts'
import { type Fingerprints, fingerprint } from './core/prefix.ts'
import { chunkKey, type Notice } from './core/types.ts'
import { createFinishedChunks, createFinisher, type FinishedChunks } from './finish.ts'
import { type Gathered, gather } from './gather.ts'
import { createGuardedCounter, type GuardedCounter } from './guardedCounter.ts'
import { createPlanMemory } from './planMemory.ts'
import { inputTooLarge } from './refusal.ts'
import { rememberedHash } from './rememberedHash.ts'
import { createScenes, type Scene } from './scene.ts'
import { createSemaphore, type Slot } from './semaphore.ts'
import { createSessionMemory, findAnchor, type Remembered } from './session/sessionMemory.ts'
import { createMemorySessionState, type SessionStateStore } from './session/sessionState.ts'
import type { Source } from './source.ts'

export interface EngineLimits {
  readonly capacityTokens: number
  readonly runningPerDocument: number
  readonly waitingPerDocument: number
  readonly waitMs: number
  /** Assemblies at work at once over all documents; the others keep their places and wait. */
  readonly runningAtOnce: number
}

export interface ContextEngineOptions {
  readonly sources: readonly Source[]
  /** Used when a request's model brings none. */
  readonly tokenizer: Tokenizer
  readonly redactor: Redactor
  /** The system's clock when absent. */
  readonly clock?: Clock
  /** Nothing is logged when absent. */
  readonly logger?: Logger
  /** sha256hex of UTF-8 text. */
  readonly sha256Hex: (text: string) => string
  readonly sessionState?: SessionStateStore
  readonly limits?: Partial<EngineLimits>
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

const defaultLimits: EngineLimits = {
  capacityTokens: limit.capacityTokens,
  runningPerDocument: 4,
  waitingPerDocument: 16,
  waitMs: 10_000,
  runningAtOnce: 8,
}

/** What is known in one tokenizer's counts, for as long as the things that were counted live. */
interface Counted {
  readonly ranges: TextCache<RangeCounts>
  readonly blocks: KnownCounts
  readonly made: FinishedChunks
}

export function createContextEngine(options: ContextEngineOptions): ContextEngine {
  const { sources, redactor, clock = systemClock, logger = silentLogger } = options
  const sha256Hex = rememberedHash(options.sha256Hex)
  const limits = { ...defaultLimits, ...options.limits }
  const memory = createSessionMemory(options.sessionState ?? createMemorySessionState(), sha256Hex)
  const sceneOf = createScenes(redactor)
  const planFor = createPlanMemory()
  const places = createSemaphore({
    running: limits.runningPerDocument,
    waiting: limits.waitingPerDocument,
    waitMs: limits.waitMs,
  })
  const atWork = createSemaphore({ running: limits.runningAtOnce, waiting: Number.POSITIVE_INFINITY })
  const counted = new WeakMap<Tokenizer, Counted>()
  const fingerprints = new WeakMap<Plan, Fingerprints>()
  let started = 0

  function countedBy(tokenizer: Tokenizer): Counted {
    const known = counted.get(tokenizer) ?? {
      ranges: createTextCache<RangeCounts>(chaptersCut),
      blocks: createKnownCounts(),
      made: createFinishedChunks(),
    }
    counted.set(tokenizer, known)
    return known
  }

  const admit: ContextEngine['admit'] = ({ projectId, documentId }, signal) =>
    places.enter(`${projectId}\0${documentId}`, signal)

  async function assemble(request: ContextRequest, given?: Slot): Promise<Assembly> {
    const asked = clock.monotonic()
    const slot = given ?? admit(request, request.signal)
    try {
      await slot.granted
      // One thread does all the work: more at once would only make every source of every request late.
      const turn = atWork.enter('', request.signal)
      try {
        await turn.granted
        return await run(request, asked)
      } finally {
        turn.release()
      }
    } finally {
      slot.release()
    }
  }

  async function run(request: ContextRequest, asked: number): Promise<Assembly> {
    started += 1
    const turn = started
    const granted = clock.monotonic()
    const tokenizer = request.model.tokenizer ?? options.tokenizer
    const known = countedBy(tokenizer)
    const remembered = memory.recall(request, tokenizer)
    const counter = createGuardedCounter(tokenizer, known.ranges)
    const { fetch: fetchLimits } = budgetOf(request, counter, known).budget
    const finisher = createFinisher({ redactor, counter, made: known.made })
    const scene = await sceneOf(request)
    const gathered = await gather(request, scene, { sources, finisher, counter, limits: fetchLimits, logger })
    const gatheredAt = clock.monotonic()

    let plan = decide(request, scene, gathered, counter, known, remembered)
    // A tokenizer that failed half-way has counted in two units: decide again, all in the safe one.
    if (counter.failedDuringUse()) plan = decide(request, scene, gathered, counter, known, remembered)
    if (!plan.ok) throw inputTooLarge(plan)
    const { prompt, placed } = plan
    logRules(request, plan)
    const prints = printsOf(plan)
    const snapshot = memory.keep(request, tokenizer, plan, prints, turn)
    const { budget, templateTokens } = budgetOf(request, counter, known)
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
      templateTokens,
      estimate: plan.estimate,
      layerTokens: plan.layers,
      placed,
      trim: trimRows(placed, gathered.trim),
      redaction: mergeRedactions(gathered.redaction),
      notices: once([...gathered.notices, ...plan.notices, ...fallback]),
      delta: planDelta(remembered.scene?.snapshot, snapshot),
      timings: {
        waitMs: granted - asked,
        fetchMs: gatheredAt - granted,
        coreMs: done - gatheredAt,
        totalMs: done - asked,
      },
    }
  }

  /** A plan that is made again from memory is not hashed again. */
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
    here: Scene,
    { chunks }: Gathered,
    counter: GuardedCounter,
    known: Counted,
    { prefix, scene }: Remembered,
  ): Plan | TooLarge {
    const { budget } = budgetOf(request, counter, known)
    const before = chunks.immediate.find(({ source }) => source.anchored)
    const anchor = before && scene?.anchor ? findAnchor(before.text, scene.anchor, sha256Hex) : undefined
    return planFor(here, counter.tokenizer().id, {
      chunks,
      budget,
      capacityTokens: request.capacityTokens ?? limits.capacityTokens,
      layers: counter.failed() ? defaultBudget : request.budget,
      language: request.language,
      counter: createBlockCounter({
        count: counter.count,
        ranges: counter.ranges,
        language: request.language,
        additive: counter.additive(),
        ...(counter.failed() ? {} : { known: known.blocks }),
      }),
      printed: scene?.retrieved ?? [],
      fresh: scene === undefined,
      ...(anchor === undefined ? {} : { anchor }),
      ...(prefix?.rules === undefined ? {} : { sticky: prefix.rules }),
    })
  }

  function budgetOf(request: ContextRequest, counter: GuardedCounter, known: Counted) {
    const templateTokens = createBlockCounter({
      count: counter.count,
      language: request.language,
      additive: counter.additive(),
      ...(counter.failed() ? {} : { known: known.blocks }),
    }).template()
    const budget = computeBudget({
      windowTokens: request.model.windowTokens,
      outputReserveTokens: request.model.outputReserveTokens,
      capacityTokens: request.capacityTokens ?? limits.capacityTokens,
      templateTokens,
      historyBudgetTokens: request.historyBudgetTokens,
      hasConversation: request.conversationId !== undefined,
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
