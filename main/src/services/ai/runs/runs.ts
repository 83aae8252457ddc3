import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Effort } from '#contract/runChoices.ts'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'
import {
  type AssembledContext,
  type AssembleInput,
  type ContextService,
  type HistoryMessage,
  type PreparedContext,
  promptOf,
  type Skill,
} from '../../context/index.ts'
import type { Compaction, HistoryManager, Turns } from '../../conversation/index.ts'
import {
  type CacheValue,
  createCacheMemory,
  type PlannedRequest,
  type SentStore,
} from '../cache/cacheMemory.ts'
import { requestedModel, withChoices } from '../models/modelControls.ts'
import type { ResolvedModel } from '../models/models.ts'
import { textOfAnswer } from '../providers/generateText.ts'
import type { ProviderPrompt } from '../providers/prompt.ts'
import type { Provider, WireUsage } from '../providers/provider.ts'
import { createAccount } from './account.ts'
import { createRememberedRuns, type Outcome, type RunMemory } from './rememberedRuns.ts'
import { write } from './writing.ts'
import type { RunEvent, Writing, WritingOptions } from './writingPorts.ts'

export interface RunServiceOptions extends Omit<WritingOptions, 'caches' | 'recordRun'> {
  readonly context: Pick<ContextService, 'prepare' | 'recordOutcome' | 'recordRun'>
  readonly model: (modelId: string | undefined) => ResolvedModel
  /** The provider of a model. Throws AI_PROVIDER_MISSING. */
  readonly provider: (model: ResolvedModel, projectId: string) => Provider
  readonly memory?: RunMemory
  /** Stores what was sent before; absent: in memory of this process. */
  readonly sent?: SentStore
  /** Stores the messages of conversations. */
  readonly turns?: Turns
  /** Compacts a conversation before a turn that it leaves no room for. */
  readonly compaction?: {
    readonly historyOf: (projectId: string, conversationId: string) => HistoryManager
    /** Newest rounds that stay whole. */
    readonly protectedRounds: () => number
    /** What earlier messages may take of a request to the model, as its chats send it. */
    readonly historyTokens: (model: Pick<ResolvedModel, 'windowTokens' | 'outputReserveTokens'>) => number
  }
  /** Stores an accepted synopsis of a chapter; `documentHash` is of the chapter that was read. */
  readonly synopses?: {
    save(
      projectId: string,
      synopsis: {
        readonly documentId: string
        readonly documentHash: string
        readonly text: string
        readonly source: 'model'
      },
    ): Promise<unknown>
  }
}

/** A stateless run leaves nothing but its answer: no receipt, and nothing in the memory. */
interface RunInput extends Omit<AssembleInput, 'preview'> {
  /** One of the model's; absent: as its service is set up. */
  readonly effort?: Effort | undefined
  /** Absent: the model's own. */
  readonly temperature?: number | undefined
}

export interface RunService {
  /**
   * Checks the request, then works in the background and reports through `emit`. Rejects at once with the faults of
   * the request itself (NOT_FOUND, CONFLICT, INVALID_ARGUMENT, AI_PROVIDER_MISSING), and with CANCELLED when `signal`
   * aborts before the run has started. `finished` never rejects.
   */
  start(
    input: RunInput,
    emit: (event: RunEvent) => void,
    signal?: AbortSignal,
  ): Promise<{ readonly runId: string; readonly finished: Promise<void> }>
  /** What the cache of a model has now of a book, of runs with this effort. */
  cacheValue(projectId: string, modelId: string | undefined, effort?: Effort): CacheValue
  /** The beginning of every request about a book has changed: a rule, a setting, an entry. What was cached of it is lost. */
  changedFront(projectId: string): void
  /** False when the run has ended. */
  cancel(runId: string): boolean
  /**
   * What a finished run wrote, with the originals of the selection in the place of its markers. The answer is
   * the author's own text: it goes into the manuscript and into no log, receipt or event.
   * @throws AppError NOT_FOUND when the run had nothing to put back, or is forgotten.
   */
  restore(projectId: string, runId: string): string
  /**
   * Ties what the author did with a run to its receipt, after the run's end; an accepted synopsis is stored. False
   * when the run is no longer in memory, or the exchange could not be stored. @throws AppError NOT_FOUND when it is a
   * run of another project.
   */
  recordOutcome(
    projectId: string,
    runId: string,
    outcome: Outcome,
    text: string | undefined,
  ): Promise<boolean>
  /** Resolves when no run is at work any more. */
  drain(): Promise<void>
  /** Whether a model is writing, or is asked to. */
  isWorking(): boolean
  /** Cancels all runs and resolves after their last write. */
  dispose(): Promise<void>
}

/** Projects that are worked on at once are fewer. */
const maxProjects = 100

export function createRunService(options: RunServiceOptions): RunService {
  const { context, memory, logger } = options
  const running = new Map<string, { readonly abort: AbortController; readonly finished: Promise<void> }>()
  const remembered = createRememberedRuns()
  /** When the beginning of requests changed last, by project. */
  const frontChanges = new LRUCache<string, number>({ max: maxProjects })
  const ending = new AbortController()
  const writing = {
    ...options,
    caches: createCacheMemory(options.now, options.sent),
    recordRun: context.recordRun,
  }

  async function start(
    { effort, temperature, ...input }: RunInput,
    emit: (event: RunEvent) => void,
    signal?: AbortSignal,
  ) {
    const model = withChoices(options.model(input.modelId), { effort, temperature })
    const provider = options.provider(model, input.projectId)
    const abort = new AbortController()
    const until = AbortSignal.any([abort.signal, ending.signal])
    const startSignal = signal ? AbortSignal.any([until, signal]) : until
    const { projectId, skillId, conversationId, additionalInput: instruction = '' } = input
    const turn = conversationId === undefined ? undefined : options.turns?.open(projectId, conversationId)
    const prepared = await context
      .prepare({ ...input, modelId: model.id }, { forRun: true, signal: startSignal })
      .catch((error: unknown) => {
        turn?.end()
        throw error
      })
    // The example model knows nothing that it could sum up.
    const history =
      conversationId === undefined || provider.id === 'fake'
        ? undefined
        : options.compaction?.historyOf(projectId, conversationId)
    const count = options.estimateTokens ?? ((text: string) => text.length)
    const turnOf = (text: string) => ({
      ...{ windowTokens: model.windowTokens, outputReserveTokens: model.outputReserveTokens },
      inputTokens: count(text),
    })
    let isDue = false
    let openQuestionId: string | undefined
    try {
      startSignal.throwIfAborted()
      if (prepared.skill.output === 'replace' && prepared.selectedText === '')
        throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'selection' })
      // As typed; without typed words the name of the skill.
      const text = instruction.trim() === '' ? prepared.skill.name : instruction
      isDue = turn !== undefined && (await history?.isDue(turnOf(text))) === true
      openQuestionId = await turn?.storeQuestion({ text, skillId, modelId: model.id })
    } catch (error) {
      prepared.release()
      turn?.end()
      throw error
    }
    const runId = randomUUID()
    const { skill, document } = prepared
    const { documentId } = document
    const chapter = skill.reads === 'chapter' ? { chapterHash: document.hash } : {}
    remembered.start(runId, { projectId, documentId, skillId, instruction, ...chapter })
    const publish = (event: RunEvent) => {
      try {
        emit(event)
      } catch (error) {
        // The listener has disconnected; the run and its receipt go on.
        logger.warn({ runId, cause: error instanceof Error ? error.name : 'unknown' }, 'run event not sent')
      }
    }
    const note: typeof remembered.note = (id, changes) => {
      remembered.note(id, changes)
      // A message of a chat is no instruction for the next page; the conversation has it.
      if (turn !== undefined || input.stateless) return
      // Recorded after its own assembly, so that a request does not contain itself.
      if (changes.receiptId && skill.output !== 'show')
        memory?.working.note(projectId, documentId, instruction)
      const asked = instruction.trim() === '' ? skill.name : instruction
      if (changes.written)
        memory?.working.finish(projectId, documentId, { instruction: asked, answer: changes.written })
    }
    const saveAnswer: Writing['saveAnswer'] = async (answer) => {
      try {
        await turn?.answer(answer)
      } catch (error) {
        const cause = error instanceof AppError ? error.code : 'unknown'
        logger.warn({ runId, conversationId, cause }, 'answer not kept with its conversation')
        publish({ type: 'warning', runId, warning: 'CHAT_NOT_KEPT' })
      }
    }
    const account = createAccount(model, options.now)
    const ready =
      history && isDue
        ? compactingFirst(prepared, {
            ...{ history, model, provider, count, signal: until },
            planOf: (prompt) => writing.caches.plan({ projectId, model, prompt, once: false }),
            onUsage(usage, planned) {
              publish({ type: 'usage', runId, ...account.used(usage, planned).spending })
            },
            protectedRounds: options.compaction?.protectedRounds() ?? 1,
            historyTokens: options.compaction?.historyTokens(model) ?? 0,
            prepareAgain: () =>
              context.prepare(
                { ...input, modelId: model.id },
                { forRun: true, signal: until, openQuestionId },
              ),
            onCompacting: () => publish({ type: 'compacting', runId }),
            onCompacted: ({ eventId, state, messages }) =>
              publish({ type: 'compacted', runId, eventId, state, messages }),
            onFailed(error) {
              const cause = error instanceof AppError ? error.code : 'unknown'
              logger.warn({ runId, conversationId, cause }, 'conversation not compacted')
              publish({ type: 'warning', runId, warning: 'CHAT_NOT_COMPACTED' })
            },
          })
        : prepared
    // The caller gets the id before the first event names it.
    const started = new Promise<void>((resolve) => setImmediate(resolve))
    const finished = started
      .then(() =>
        write(writing, {
          runId,
          model,
          provider,
          prepared: ready,
          prepareAgain: (window) =>
            context.prepare(
              { ...input, modelId: model.id, limits: { ...input.limits, window } },
              { forRun: true, signal: until, openQuestionId },
            ),
          signal: until,
          account,
          publish,
          note: (changes) => note(runId, changes),
          ...(turn && { saveAnswer }),
        }),
      )
      .catch((error: unknown) =>
        logger.error({ runId, cause: error instanceof Error ? error.name : 'unknown' }, 'run broke off'),
      )
      .finally(() => {
        turn?.end()
        running.delete(runId)
      })
    running.set(runId, { abort, finished })
    return { runId, finished }
  }

  async function recordOutcome(projectId: string, runId: string, outcome: Outcome, text: string | undefined) {
    const existing = remembered.get(runId)
    if (existing && existing.projectId !== projectId) throw new AppError(ErrorCode.NOT_FOUND, { why: 'run' })
    // What a run wrote is complete when it has ended; an outcome may overtake that.
    await running.get(runId)?.finished
    const run = remembered.get(runId)
    if (!run || run.receiptId === null) return false
    const { receiptId } = run
    const { restored: _, chapterHash: documentHash, ...episode } = run
    const acceptedText = outcome === 'rejected' ? '' : (text ?? run.written)
    if (documentHash !== undefined) {
      // The synopsis of a chapter goes to its place, not into the chapter.
      const { documentId } = run
      const synopsis = { documentId, documentHash, text: acceptedText, source: 'model' } as const
      if (acceptedText.trim() !== '') await options.synopses?.save(projectId, synopsis)
    } else if (outcome !== 'rejected') {
      const written = run.restored ?? run.written
      await context.recordOutcome(projectId, receiptId, text ?? written, written)
    }
    if (run.written === '' || !memory) return true
    return memory.recordEpisode(projectId, { ...episode, receiptId, outcome, ...(text ? { text } : {}) })
  }

  async function drain() {
    await Promise.all([...running.values()].map(({ finished }) => finished))
  }

  return {
    start,
    cacheValue: (projectId, modelId, effort) =>
      writing.caches.cachedValue({
        ...{ projectId, model: withChoices(options.model(modelId), { effort }) },
        since: frontChanges.get(projectId) ?? Number.NEGATIVE_INFINITY,
      }),
    changedFront: (projectId) => void frontChanges.set(projectId, options.now()),
    cancel(runId) {
      running.get(runId)?.abort.abort()
      return running.has(runId)
    },
    restore(projectId, runId) {
      const run = remembered.get(runId)
      if (run?.projectId === projectId && run.restored !== undefined) return run.restored
      throw new AppError(ErrorCode.NOT_FOUND, { why: 'original' })
    },
    recordOutcome,
    drain,
    isWorking: () => running.size > 0,
    async dispose() {
      ending.abort()
      await drain()
    },
  }
}

interface CompactFirst {
  readonly history: HistoryManager
  readonly model: ResolvedModel
  readonly provider: Provider
  readonly protectedRounds: number
  /** The most that the conversation may take of a request. */
  readonly historyTokens: number
  readonly count: (text: string) => number
  readonly signal: AbortSignal
  readonly planOf: (prompt: ProviderPrompt) => PlannedRequest
  /** The usage of a request for a summary. */
  readonly onUsage: (usage: WireUsage, request: PlannedRequest) => void
  /** The same request once more, for the history as it is then. */
  readonly prepareAgain: () => Promise<PreparedContext>
  readonly onCompacting: () => void
  readonly onCompacted: (done: Compaction) => void
  /** The turn goes on without it. */
  readonly onFailed: (error: unknown) => void
}

/** Whoever makes the summary of a conversation; no list shows it. */
const summarySkill: Skill = {
  ...{ id: 'summary', name: '归档', output: 'show', source: 'skill:summary' },
  instruction: { zh: '', en: '' },
}

/** Of the window, for the rounds that one summary is made of. */
const pieceShare = 0.5
const maxSummaryTokens = 4000

/**
 * The request with its history compacted before it is assembled. The summary is requested from the same model behind
 * the same beginning: system prompt, and the messages that were sent last where they are those that leave.
 */
function compactingFirst(prepared: PreparedContext, options: CompactFirst): PreparedContext {
  const { history, model, signal, count } = options
  return {
    ...prepared,
    async assemble(onWarmUp, isSent) {
      let before: Promise<AssembledContext> | undefined
      try {
        const done = await history.compact({
          ...{ language: prepared.language, count, signal, modelId: model.id },
          protectedRounds: options.protectedRounds,
          ...{ targetTokens: options.historyTokens, viewTokens: options.historyTokens },
          pieceTokens: Math.floor(model.windowTokens * pieceShare),
          async generate({ rounds, instruction }, until) {
            if (!before) options.onCompacting()
            before ??= prepared.assemble(onWarmUp, () => false)
            return generateSummary(options, await before, { rounds, instruction, signal: until })
          },
        })
        if (done) options.onCompacted(done)
      } catch (error) {
        if (!before) throw error
        signal.throwIfAborted()
        options.onFailed(error)
      }
      // A request is assembled once.
      return (before ? await options.prepareAgain() : prepared).assemble(onWarmUp, isSent)
    },
  }
}

type SummaryRequest = Parameters<Parameters<HistoryManager['compact']>[0]['generate']>[0]

async function generateSummary(
  { model, provider, planOf, onUsage }: CompactFirst,
  { assembly }: AssembledContext,
  { rounds, instruction, signal }: SummaryRequest & { readonly signal: AbortSignal },
): Promise<string> {
  const base = promptOf(assembly.blocks, assembly.history?.messages)
  const leaving = rounds.flatMap(({ events }) => events.filter(isMessage))
  const sent = new Set(assembly.history?.messages.map(({ id }) => id))
  const isSent = leaving.every(({ id }) => sent.has(id))
  const material = isSent ? base.material : []
  const history = isSent ? base.history : leaving.map(messageOf)
  const prompt: ProviderPrompt = {
    system: base.system,
    material,
    history,
    user: [{ blockId: 'summary', layer: 'immediate', stability: 'turn', text: instruction, tokens: 0 }],
  }
  const planned = planOf(prompt)
  const parts = provider.stream({
    ...requestedModel(model),
    ...{ prompt, cache: planned.wish },
    maxOutputTokens: Math.min(model.outputReserveTokens, maxSummaryTokens),
    ...{ skill: summarySkill, selectedText: '', signal },
  })
  return textOfAnswer(parts, (part) => {
    if (part.type === 'usage') onUsage(part.usage, planned)
  })
}

type RoundEvent = SummaryRequest['rounds'][number]['events'][number]
const isMessage = ({ type, content }: RoundEvent) =>
  type === 'user' || (type === 'assistant' && content.trim() !== '')
const messageOf = ({ type, content }: RoundEvent): HistoryMessage => ({
  role: type === 'user' ? 'user' : 'assistant',
  content,
})
