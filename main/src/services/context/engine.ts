import { type Clock, systemClock } from '../../lib/clock.ts'
import { type Logger, silentLogger } from '../../lib/logger.ts'
import { createTextCache, type TextCache } from '../../lib/textCache.ts'
import { toOriginalOffset } from '../redaction/index.ts'
import type { RangeCounts } from '../tokens/index.ts'
import { createBlockCounter } from './blockCounter.ts'
import { type Budget, computeBudget } from './budget.ts'
import { type DeltaPlan, planDelta } from './delta.ts'
import { mergeRedactions, trimRow } from './evidence.ts'
import { withinFetchLimits } from './fetchLimits.ts'
import { type Fetched, fetchLayers } from './fetchStage.ts'
import { createGuardedCounter, type GuardedCounter } from './guardedCounter.ts'
import { defaultBudget, layerOrder, limit, warning } from './layers.ts'
import { guardMarkers } from './markerGuard.ts'
import { type LayerTokens, type Plan, planPrompt, type TooLarge } from './plan.ts'
import { type Fingerprints, fingerprint } from './prefix.ts'
import { inputTooLarge } from './refusal.ts'
import { rememberedHash } from './rememberedHash.ts'
import { type CountedBlock, chunkKey } from './serialise.ts'
import { createSessionMemory, findAnchor, type Remembered } from './sessionMemory.ts'
import { createMemorySessionState, type SessionStateStore } from './sessionState.ts'
import { createSlots, type Slot } from './slots.ts'
import { templateText } from './template.ts'
import type { ContextRequest, Fetcher, RedactionRow, Redactor, Tokenizer, TrimRow } from './types.ts'

export interface EngineLimits {
  readonly capacityTokens: number
  readonly runningPerDocument: number
  readonly waitingPerDocument: number
  readonly waitMs: number
  /** Assemblies at work at once over all documents; the others keep their places and wait. */
  readonly runningAtOnce: number
}

export interface ContextEngineOptions {
  readonly fetchers: readonly Fetcher[]
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

/** Everything that is known about one assembled prompt. Text lives here and in the answer, never in a log. */
export interface Assembly extends Fingerprints {
  readonly request: ContextRequest
  readonly systemPrompt: string
  readonly userContent: string
  /** The prompt in pieces, in the order of `delta.blocks`; see `applyDelta`. */
  readonly blocks: readonly CountedBlock[]
  readonly tokenCount: number
  readonly stablePrefixUnchanged: boolean
  readonly tokenizer: { readonly id: string; readonly exact: boolean }
  readonly budget: Budget
  readonly templateTokens: number
  readonly estimate: LayerTokens
  readonly layerTokens: LayerTokens
  readonly placed: Plan['placed']
  readonly trim: readonly TrimRow[]
  readonly redaction: readonly RedactionRow[]
  readonly warnings: readonly string[]
  readonly delta: DeltaPlan
  readonly timings: Readonly<Record<string, number>>
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

export function createContextEngine(options: ContextEngineOptions): ContextEngine {
  const { clock = systemClock, logger = silentLogger } = options
  const sha256Hex = rememberedHash(options.sha256Hex)
  const limits = { ...defaultLimits, ...options.limits }
  const memory = createSessionMemory(options.sessionState ?? createMemorySessionState(), sha256Hex)
  const slots = createSlots({
    running: limits.runningPerDocument,
    waiting: limits.waitingPerDocument,
    waitMs: limits.waitMs,
  })
  const atWork = createSlots({ running: limits.runningAtOnce, waiting: Number.POSITIVE_INFINITY })
  const ranges = new WeakMap<Tokenizer, TextCache<RangeCounts>>()
  let started = 0

  /** Chapters as they were cut for counting by a tokenizer. */
  function rangesOf(tokenizer: Tokenizer): TextCache<RangeCounts> {
    const known = ranges.get(tokenizer) ?? createTextCache<RangeCounts>(chaptersCut)
    ranges.set(tokenizer, known)
    return known
  }

  const admit: ContextEngine['admit'] = ({ projectId, documentId }, signal) =>
    slots.enter(`${projectId}\0${documentId}`, signal)

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
    const remembered = memory.recall(request, tokenizer)
    const counter = createGuardedCounter(tokenizer, rangesOf(tokenizer))
    const fetchBudget = budgetOf(request, counter)
    const { fetch: fetchLimits } = fetchBudget.budget
    const read = await fetchLayers({ ...options, logger }, request, fetchLimits, counter)
    const fetched = withinFetchLimits(guardMarkers(read), fetchLimits, counter.count)
    const fetchedAt = clock.monotonic()

    let plan = decide(request, fetched, counter, remembered)
    // A tokenizer that failed half-way has counted in two units: decide again, all in the safe one.
    if (counter.failedDuringUse()) plan = decide(request, fetched, counter, remembered)
    if (!plan.ok) throw inputTooLarge(plan)
    const { prompt, placed } = plan
    logRules(request, plan)
    const prints = fingerprint(prompt.systemPrompt, prompt.userContent, sha256Hex)
    const snapshot = memory.keep(request, tokenizer, plan, prints, turn)
    const { budget, templateTokens } = budgetOf(request, counter)
    const fallback = counter.failed()
      ? [`${warning.budgetFallback}: 分词器出错，已改用保守估算与默认预算`]
      : []
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
      trim: [
        ...layerOrder.flatMap((layer) => placed[layer].map((item) => trimRow(item, toOriginalOffset))),
        ...fetched.trim,
      ],
      redaction: mergeRedactions(fetched.redaction),
      warnings: [...new Set([...fetched.warnings, ...plan.warnings, ...fallback])],
      delta: planDelta(remembered.scene?.snapshot, snapshot),
      timings: {
        waitMs: granted - asked,
        fetchMs: fetchedAt - granted,
        coreMs: done - fetchedAt,
        totalMs: done - asked,
      },
    }
  }

  /** One line for the layer and one per rule that is not there in full. */
  function logRules({ projectId }: ContextRequest, { rules }: Plan) {
    if (!rules) return
    const { automatic, left, tokens } = rules
    logger.warn({ projectId, tokens }, warning.rulesOverBudget)
    for (const { chunk, level } of automatic.filter(({ level }) => level !== 'full'))
      logger.warn({ projectId, source: chunkKey(chunk), level }, warning.rulesOverBudget)
    for (const chunk of left)
      logger.warn({ projectId, source: chunkKey(chunk), level: 'none' }, warning.rulesOverBudget)
  }

  function decide(
    request: ContextRequest,
    fetched: Fetched,
    counter: GuardedCounter,
    { prefix, scene }: Remembered,
  ): Plan | TooLarge {
    const { budget } = budgetOf(request, counter)
    const before = fetched.chunks.immediate.find(({ kind }) => kind === 'before')
    const anchor = before && scene?.anchor ? findAnchor(before.text, scene.anchor, sha256Hex) : undefined
    return planPrompt({
      chunks: fetched.chunks,
      budget,
      capacityTokens: request.capacityTokens ?? limits.capacityTokens,
      layers: counter.failed() ? defaultBudget : request.budget,
      language: request.language,
      counter: createBlockCounter({
        count: counter.count,
        ranges: counter.ranges,
        language: request.language,
        additive: counter.additive(),
      }),
      printed: scene?.retrieved ?? [],
      fresh: scene === undefined,
      ...(anchor === undefined ? {} : { anchor }),
      ...(prefix?.rules === undefined ? {} : { sticky: prefix.rules }),
    })
  }

  function budgetOf(request: ContextRequest, counter: GuardedCounter) {
    const templateTokens = counter.count(templateText(request.language))
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
