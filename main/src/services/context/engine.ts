import { ErrorCode } from '../../ipc/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { type Clock, systemClock } from '../../lib/clock.ts'
import { type Logger, silentLogger } from '../../lib/logger.ts'
import { type Budget, computeBudget } from './budget.ts'
import { type DeltaPlan, planDelta, takeSnapshot } from './delta.ts'
import { mergeRedactions, trimRow } from './evidence.ts'
import { type Fetched, fetchLayers } from './fetchStage.ts'
import { createGuardedCounter, type GuardedCounter } from './guardedCounter.ts'
import { defaultBudget, layerOrder, limit, warning } from './layers.ts'
import { type LayerTokens, type Plan, planPrompt, type TooLarge } from './plan.ts'
import { type Fingerprints, fingerprint } from './prefix.ts'
import { composeReplacements, escapeMarkers, toOriginalOffset } from './redaction/index.ts'
import { chunkKey, layerBlocks } from './serialise.ts'
import {
  createMemorySessionState,
  type PrefixState,
  parsePrefixState,
  parseSceneState,
  type SceneState,
  type SessionStateStore,
} from './sessionState.ts'
import { createSlots } from './slots.ts'
import { isMarkerLine, templateText } from './template.ts'
import type {
  Chunk,
  ContextRequest,
  Fetcher,
  LayerName,
  RedactionRow,
  Redactor,
  Tokenizer,
  TrimRow,
} from './types.ts'

export interface EngineLimits {
  readonly capacityTokens: number
  readonly runningPerDocument: number
  readonly waitingPerDocument: number
  readonly waitMs: number
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
   * Decides what the model reads. Throws AppError: CONTEXT_INPUT_TOO_LARGE, CONTEXT_SCOPE_VIOLATION,
   * CONTEXT_BACKPRESSURE, CANCELLED. Writes session state unless the request is stateless or a preview.
   */
  assemble(request: ContextRequest): Promise<Assembly>
}

const defaultLimits: EngineLimits = {
  capacityTokens: limit.capacityTokens,
  runningPerDocument: 4,
  waitingPerDocument: 16,
  waitMs: 10_000,
}

export function createContextEngine(options: ContextEngineOptions): ContextEngine {
  const { clock = systemClock, logger = silentLogger, sha256Hex } = options
  const limits = { ...defaultLimits, ...options.limits }
  const state = options.sessionState ?? createMemorySessionState()
  const slots = createSlots({
    running: limits.runningPerDocument,
    waiting: limits.waitingPerDocument,
    waitMs: limits.waitMs,
  })
  const lastWriter = new Map<string, number>()
  let started = 0

  async function assemble(request: ContextRequest): Promise<Assembly> {
    const asked = clock.monotonic()
    const release = await slots.acquire(`${request.projectId}\0${request.documentId}`, request.signal)
    try {
      return await run(request, asked)
    } finally {
      release()
    }
  }

  async function run(request: ContextRequest, asked: number): Promise<Assembly> {
    started += 1
    const turn = started
    const granted = clock.monotonic()
    const tokenizer = request.model.tokenizer ?? options.tokenizer
    const keys = stateKeys(request, tokenizer)
    const prefix = request.stateless
      ? undefined
      : parsePrefixState(state.read(request.projectId, keys.prefix))
    const scene = request.stateless ? undefined : parseSceneState(state.read(request.projectId, keys.scene))

    const counter = createGuardedCounter(tokenizer)
    const fetchBudget = budgetOf(request, counter)
    const fetched = guardMarkers(
      await fetchLayers({ ...options, logger }, request, fetchBudget.budget.fetch, counter.count),
    )
    const fetchedAt = clock.monotonic()

    let plan = decide(request, fetched, counter, scene)
    // A tokenizer that failed half-way has counted in two units: decide again, all in the safe one.
    if (counter.failedDuringUse()) plan = decide(request, fetched, counter, scene)
    if (!plan.ok) throw inputTooLarge(plan)
    const { prompt } = plan
    for (const chunk of plan.rulesLeft) {
      logger.warn({ source: chunkKey(chunk), projectId: request.projectId }, warning.rulesOverBudget)
    }
    const prints = fingerprint(prompt.systemPrompt, prompt.userContent, sha256Hex)
    const snapshot = takeSnapshot(prints.promptHash, prompt.blocks, sha256Hex, counter.count)
    if (!request.stateless && !request.preview) {
      const paragraphHash = plan.anchor ? anchorOf(beforeText(plan), plan.anchor, sha256Hex) : undefined
      write(request.projectId, keys.prefix, turn, {
        stablePrefixHash: prints.stablePrefixHash,
      } satisfies PrefixState)
      write(request.projectId, keys.scene, turn, {
        ...(paragraphHash === undefined ? {} : { anchor: { offset: plan.anchor ?? 0, paragraphHash } }),
        retrieved: plan.placed.retrieved
          .filter(({ action }) => action !== 'dropped')
          .map(({ chunk }) => chunkKey(chunk)),
        snapshot,
      } satisfies SceneState)
    }
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
      tokenCount: plan.tokenCount,
      stablePrefixUnchanged: prefix?.stablePrefixHash === prints.stablePrefixHash,
      tokenizer: counter.tokenizer(),
      budget,
      templateTokens,
      estimate: plan.estimate,
      layerTokens: countLayers(plan, request, counter.count),
      placed: plan.placed,
      trim: [
        ...layerOrder.flatMap((layer) =>
          (plan.ok ? plan.placed[layer] : []).map((placed) => trimRow(placed, toOriginalOffset)),
        ),
        ...fetched.trim,
      ],
      redaction: mergeRedactions(fetched.redaction),
      warnings: [...new Set([...fetched.warnings, ...plan.warnings, ...fallback])],
      delta: planDelta(scene?.snapshot, snapshot),
      timings: {
        waitMs: granted - asked,
        fetchMs: fetchedAt - granted,
        coreMs: done - fetchedAt,
        totalMs: done - asked,
      },
    }
  }

  function decide(
    request: ContextRequest,
    fetched: Fetched,
    counter: GuardedCounter,
    scene?: SceneState,
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
      count: counter.count,
      printed: scene?.retrieved ?? [],
      fresh: scene === undefined,
      ...(anchor === undefined ? {} : { anchor }),
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

  /** A request that started before the last writer knows less than it: its state is not kept. */
  function write(projectId: string, key: string, turn: number, value: unknown) {
    const at = `${projectId}\0${key}`
    if ((lastWriter.get(at) ?? 0) > turn) return
    lastWriter.set(at, turn)
    state.write(projectId, key, value)
  }

  return { assemble }
}

function stateKeys(request: ContextRequest, tokenizer: Tokenizer) {
  return {
    prefix: `prefix:${request.model.id}:${tokenizer.id}:write`,
    scene: `scene:${request.documentId}:${request.conversationId ?? ''}`,
  }
}

/** Source lines that look like our section markers get one backslash, with evidence (D4). */
function guardMarkers(fetched: Fetched): Fetched {
  const redaction = [...fetched.redaction]
  const guard = (chunk: Chunk): Chunk => {
    const { text, replacements, evidence } = escapeMarkers(chunk.text, isMarkerLine)
    if (replacements.length === 0) return chunk
    redaction.push(...evidence.map((row) => ({ ...row, sourceRef: chunk.source })))
    return { ...chunk, text, replacements: composeReplacements(chunk.replacements ?? [], replacements) }
  }
  const { rules, settings, retrieved, immediate } = fetched.chunks
  const chunks = {
    rules: rules.map(guard),
    settings: settings.map(guard),
    retrieved: retrieved.map(guard),
    immediate: immediate.map(guard),
  }
  return { ...fetched, chunks, redaction }
}

function countLayers(plan: Plan, request: ContextRequest, count: (text: string) => number): LayerTokens {
  const of = (layer: LayerName) =>
    layerBlocks(layer, plan.placed[layer], request.language).reduce((sum, { text }) => sum + count(text), 0)
  return {
    rules: of('rules'),
    settings: of('settings'),
    retrieved: of('retrieved'),
    immediate: of('immediate'),
  }
}

const beforeText = (plan: Plan) =>
  plan.placed.immediate.find(({ chunk }) => chunk.kind === 'before')?.chunk.text ?? ''

const anchorReach = 64

/** The identity of the place where a window starts: its next characters, so that edits above it do not lose it. */
function anchorOf(text: string, offset: number, sha256Hex: (text: string) => string): string {
  return sha256Hex(text.slice(offset, offset + anchorReach))
}

/** Where last time's window start stands today: same offset, else the line start with the same beginning. */
function findAnchor(
  text: string,
  anchor: NonNullable<SceneState['anchor']>,
  sha256Hex: (text: string) => string,
) {
  if (anchorOf(text, anchor.offset, sha256Hex) === anchor.paragraphHash) return anchor.offset
  for (const match of text.matchAll(/\r\n|\n|\r/g)) {
    const start = match.index + match[0].length
    if (anchorOf(text, start, sha256Hex) === anchor.paragraphHash) return start
  }
  return undefined
}

function inputTooLarge({ reason, layers, sources }: TooLarge): AppError {
  const message = {
    capacity: '这次要读的内容太多，超过了容量上限。请缩小选区、缩短要求，或精简规则文件。',
    rules: '创作规则本身就超过了模型能读的长度。请精简约束、style.md 或 terminology.json。',
    floors: '模型的窗口装不下规则、选区和要求。请换窗口更大的模型，或缩小选区与要求。',
  }[reason]
  return new AppError(ErrorCode.CONTEXT_INPUT_TOO_LARGE, message, { data: { reason, layers, sources } })
}
