import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { RunEvent as SentRunEvent } from '#contract/events.ts'
import type { DeepReadonly } from '#contract/shared.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import type { Logger } from '../../lib/logger.ts'
import { redactValues } from '../../lib/redactedValues.ts'
import type { AssembledContext, AssembleInput, ContextService } from '../context/index.ts'
import { markerState, type Redactor, restoreRedacted } from '../redaction/index.ts'
import type { WordList } from './judge.ts'
import type { KnownModel } from './models.ts'
import type { Provider } from './provider.ts'
import { reviewText } from './review.ts'

export interface RunServiceOptions {
  readonly context: Pick<ContextService, 'prepare' | 'recordOutcome'>
  readonly model: (modelId: string | undefined) => KnownModel
  /** The provider of a model. Throws AI_PROVIDER_MISSING. */
  readonly provider: (model: KnownModel) => Provider
  readonly redactor: Pick<Redactor, 'redact'> & { readonly redactText: (text: string) => string }
  /** Told after each answer how many input tokens the provider counted in what was sent. Never throws. */
  readonly learnUsage?: (model: KnownModel, prompt: string, inputTokens: number) => Promise<void>
  readonly logger: Logger
  /** The word list that what was written is checked against. */
  readonly wordList?: (projectId: string) => Promise<WordList>
  readonly memory?: RunMemory
}

/** Where a run's instruction and what became of it are remembered. */
export interface RunMemory {
  readonly working: { note(projectId: string, documentId: string, instruction: string): void }
  recordEpisode(
    projectId: string,
    episode: {
      readonly id: string
      readonly documentId: string
      readonly skillId: string
      readonly instruction: string
      readonly written: string
      readonly outcome: Outcome
      readonly text?: string
      readonly receiptId: string
    },
  ): Promise<void>
}

interface RememberedRun {
  readonly projectId: string
  readonly receiptId: string
  readonly documentId: string
  readonly skillId: string
  readonly instruction: string
  /** The exchange is remembered once, whatever the author decides later. */
  readonly id: string
  written: string
}

type RunEvent = DeepReadonly<SentRunEvent>
export type RunInput = Omit<AssembleInput, 'preview' | 'stateless'>
export type Outcome = 'accepted' | 'edited' | 'rejected'

export interface RunService {
  /**
   * Checks the request, then works in the background and reports through `emit`. Rejects at once with what is
   * wrong with the request itself (NOT_FOUND, CONFLICT, INVALID_ARGUMENT, AI_PROVIDER_MISSING).
   */
  start(
    input: RunInput,
    emit: (event: RunEvent) => void,
  ): Promise<{ readonly runId: string; readonly finished: Promise<void> }>
  cancel(runId: string): boolean
  /**
   * What a finished run wrote, with the originals of the selection in the place of its markers. The answer is
   * the author's own text: it goes into the manuscript and into no log, receipt or event.
   * @throws AppError NOT_FOUND when the run had nothing to put back, or is forgotten.
   */
  restore(projectId: string, runId: string): string
  /** Ties what the author did with a run to its receipt. False when the run is no longer known. */
  recordOutcome(
    projectId: string,
    runId: string,
    outcome: Outcome,
    text: string | undefined,
  ): Promise<boolean>
  /** Follows chapters that got other ids, so that what is remembered of a run names them as they are. */
  renameDocuments(projectId: string, renamed: ReadonlyMap<string, string>): void
  /** Resolves when no run is at work any more. */
  settled(): Promise<void>
  dispose(): Promise<void>
}

const rememberedRuns = 200

export function createRunService(options: RunServiceOptions): RunService {
  const running = new Map<string, { abort: AbortController; finished: Promise<void> }>()
  const known = new LRUCache<string, RememberedRun>({ max: rememberedRuns })
  const restored = new LRUCache<string, { projectId: string; text: string }>({ max: rememberedRuns })

  async function start(input: RunInput, emit: (event: RunEvent) => void) {
    const model = options.model(input.modelId)
    const provider = options.provider(model)
    const abort = new AbortController()
    const prepared = await options.context.prepare(
      { ...input, modelId: model.id },
      { forRun: true, signal: abort.signal },
    )
    if (prepared.skill.output === 'replace' && prepared.selectedText === '') {
      prepared.release()
      throw new AppError(ErrorCode.INVALID_ARGUMENT, '请先选中要处理的文字。')
    }
    const runId = randomUUID()
    // The caller learns the id before the first event names it.
    const begun = new Promise<void>((resolve) => setImmediate(resolve))
    const finished = begun
      .then(() => work(runId, model, provider, prepared, input, abort.signal, emit))
      .finally(() => running.delete(runId))
    running.set(runId, { abort, finished })
    return { runId, finished }
  }

  async function work(
    runId: string,
    model: KnownModel,
    provider: Provider,
    prepared: Awaited<ReturnType<ContextService['prepare']>>,
    input: RunInput,
    signal: AbortSignal,
    emit: (event: RunEvent) => void,
  ): Promise<void> {
    let text = ''
    let receiptId: string | null = null
    const { projectId, skill } = prepared
    const replaces = skill.output === 'replace'
    const original = replaces ? prepared.selectedText : ''
    // As it stands in the prompt, so that the markers are the same.
    const selection = replaces
      ? await prepared.redactSelection(options.redactor)
      : { text: '', replacements: [] }
    const markersOf = (output: string) => {
      const markers = output === '' ? 'none' : markerState(selection, output)
      const whole = markers === 'restorable' ? restoreRedacted(original, selection, output) : undefined
      if (whole !== undefined) restored.set(runId, { projectId, text: whole })
      return markers === 'none' ? {} : { markers }
    }
    try {
      emit({
        type: 'started',
        runId,
        skillId: prepared.skill.id,
        modelId: model.id,
        output: prepared.skill.output,
      })
      const assembled = await prepared.assemble()
      receiptId = assembled.result.receiptId
      if (receiptId) remember(runId, receiptId, input)
      emit({ type: 'context', runId, receiptId, context: withoutText(assembled) })
      for (const warning of assembled.result.warnings) emit({ type: 'warning', runId, warning })
      const parts = provider.stream({
        modelName: model.id.slice(model.id.indexOf('/') + 1),
        systemPrompt: assembled.result.systemPrompt,
        userContent: assembled.result.userContent,
        // What was kept free for the answer in this request, which may have said so itself.
        maxOutputTokens: assembled.result.budget.outputReserveTokens || model.outputReserveTokens,
        skill: prepared.skill,
        selectedText: replaces ? selection.text : prepared.selectedText,
        signal,
      })
      let inputTokens = 0
      for await (const part of parts) {
        if (part.type === 'usage') {
          inputTokens = part.usage.inputTokens
          emit({ type: 'usage', runId, usage: part.usage })
        } else {
          text += part.delta
          emit({ type: 'text', runId, delta: part.delta })
        }
      }
      const { warnings, checked } = await reviewText(options, assembled, prepared, text)
      for (const warning of warnings) emit({ type: 'warning', runId, warning })
      emit({ type: 'done', runId, text, receiptId, cancelled: false, checked, ...markersOf(text) })
      if (inputTokens > 0) await options.learnUsage?.(model, assembled.result.prompt, inputTokens)
    } catch (error) {
      if (signal.aborted) {
        return emit({ type: 'done', runId, text, receiptId, cancelled: true, ...markersOf(text) })
      }
      options.logger.warn({ runId, cause: error instanceof Error ? error.name : 'unknown' }, 'run failed')
      emit({ type: 'error', runId, error: errorPayload(error), text, ...markersOf(text) })
    } finally {
      prepared.release()
      const run = known.get(runId)
      if (run) run.written = text
    }
  }

  function errorPayload(error: unknown): Extract<RunEvent, { type: 'error' }>['error'] {
    if (!isAppError(error))
      return { code: ErrorCode.INTERNAL, message: '程序内部出错，稿子没有改动。详情已写入日志。' }
    return {
      code: error.code,
      message: options.redactor.redactText(error.message),
      ...(error.data === undefined ? {} : { details: redactValues(error.data, options.redactor.redactText) }),
    }
  }

  function restore(projectId: string, runId: string): string {
    const whole = restored.get(runId)
    if (whole?.projectId === projectId) return whole.text
    throw new AppError(ErrorCode.NOT_FOUND, '这次写的字里没有能放回的原文。')
  }

  function remember(
    runId: string,
    receiptId: string,
    { projectId, documentId, skillId, additionalInput = '' }: RunInput,
  ) {
    const instruction = additionalInput
    const id = randomUUID()
    known.set(runId, { id, projectId, receiptId, documentId, skillId, instruction, written: '' })
    // Noted after its own assembly, so that a request is not told of itself.
    options.memory?.working.note(projectId, documentId, additionalInput)
  }

  async function recordOutcome(projectId: string, runId: string, outcome: Outcome, text: string | undefined) {
    const run = known.get(runId)
    if (!run || run.projectId !== projectId) return false
    if (outcome !== 'rejected' && text) await options.context.recordOutcome(projectId, run.receiptId, text)
    if (run.written !== '') {
      await options.memory?.recordEpisode(projectId, { ...run, outcome, ...(text ? { text } : {}) })
    }
    return true
  }

  async function settled() {
    await Promise.all([...running.values()].map(({ finished }) => finished))
  }

  return {
    start,
    cancel(runId) {
      running.get(runId)?.abort.abort()
      return running.has(runId)
    },
    restore,
    recordOutcome,
    renameDocuments(projectId, renamed) {
      for (const [runId, run] of [...known]) {
        const documentId = run.projectId === projectId ? renamed.get(run.documentId) : undefined
        if (documentId !== undefined) known.set(runId, { ...run, documentId })
      }
    },
    settled,
    async dispose() {
      for (const { abort } of running.values()) abort.abort()
      await settled()
    },
  }
}

function withoutText({ result }: AssembledContext): Extract<RunEvent, { type: 'context' }>['context'] {
  const { prompt: _prompt, systemPrompt: _system, userContent: _user, ...rest } = result
  return rest
}
