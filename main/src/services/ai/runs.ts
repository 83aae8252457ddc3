import { randomUUID } from 'node:crypto'
import type { RunEvent as SentRunEvent } from '#contract/events.ts'
import type { DeepReadonly } from '#contract/shared.ts'
import { ErrorCode } from '../../ipc/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import type { Logger } from '../../lib/logger.ts'
import type { AssembledContext, AssembleInput, ContextService } from '../context/index.ts'
import type { KnownModel } from './models.ts'
import type { Provider } from './provider.ts'

export interface RunServiceOptions {
  readonly context: Pick<ContextService, 'prepare' | 'recordOutcome'>
  readonly model: (modelId: string | undefined) => KnownModel
  /** The provider of a model. Throws AI_PROVIDER_MISSING. */
  readonly provider: (model: KnownModel) => Provider
  /** Told after each answer how many input tokens the provider counted in what was sent. Never throws. */
  readonly learnUsage?: (model: KnownModel, prompt: string, inputTokens: number) => Promise<void>
  readonly logger: Logger
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
  /** Ties what the author did with a run to its receipt. False when the run is no longer known. */
  recordOutcome(
    projectId: string,
    runId: string,
    outcome: Outcome,
    text: string | undefined,
  ): Promise<boolean>
  /** Resolves when no run is at work any more. */
  settled(): Promise<void>
  dispose(): Promise<void>
}

const rememberedRuns = 200

export function createRunService(options: RunServiceOptions): RunService {
  const running = new Map<string, { abort: AbortController; finished: Promise<void> }>()
  const receipts = new Map<string, { projectId: string; receiptId: string }>()

  async function start(input: RunInput, emit: (event: RunEvent) => void) {
    const model = options.model(input.modelId)
    const provider = options.provider(model)
    const abort = new AbortController()
    const prepared = await options.context.prepare(
      { ...input, modelId: model.id },
      { forRun: true, signal: abort.signal },
    )
    if (prepared.skill.output === 'replace' && prepared.selectedText === '') {
      throw new AppError(ErrorCode.INVALID_ARGUMENT, '请先选中要处理的文字。')
    }
    const runId = randomUUID()
    // The caller learns the id before the first event names it.
    const begun = new Promise<void>((resolve) => setImmediate(resolve))
    const finished = begun
      .then(() => work(runId, model, provider, prepared, abort.signal, emit))
      .finally(() => running.delete(runId))
    running.set(runId, { abort, finished })
    return { runId, finished }
  }

  async function work(
    runId: string,
    model: KnownModel,
    provider: Provider,
    prepared: Awaited<ReturnType<ContextService['prepare']>>,
    signal: AbortSignal,
    emit: (event: RunEvent) => void,
  ): Promise<void> {
    let text = ''
    let receiptId: string | null = null
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
      if (receiptId) remember(runId, prepared.projectId, receiptId)
      emit({ type: 'context', runId, receiptId, context: withoutText(assembled) })
      for (const warning of assembled.result.warnings) emit({ type: 'warning', runId, warning })
      const parts = provider.stream({
        modelName: model.id.slice(model.id.indexOf('/') + 1),
        systemPrompt: assembled.result.systemPrompt,
        userContent: assembled.result.userContent,
        maxOutputTokens: model.outputReserveTokens,
        skill: prepared.skill,
        selectedText: prepared.selectedText,
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
      emit({ type: 'done', runId, text, receiptId, cancelled: false })
      if (inputTokens > 0) await options.learnUsage?.(model, assembled.result.prompt, inputTokens)
    } catch (error) {
      if (signal.aborted) return emit({ type: 'done', runId, text, receiptId, cancelled: true })
      options.logger.warn({ runId, cause: error instanceof Error ? error.name : 'unknown' }, 'run failed')
      emit({ type: 'error', runId, error: errorPayload(error), text })
    }
  }

  function errorPayload(error: unknown): Extract<RunEvent, { type: 'error' }>['error'] {
    if (!isAppError(error))
      return { code: ErrorCode.INTERNAL, message: '程序内部出错，稿子没有改动。详情已写入日志。' }
    return {
      code: error.code,
      message: error.message,
      ...(error.data === undefined ? {} : { details: error.data }),
    }
  }

  function remember(runId: string, projectId: string, receiptId: string) {
    receipts.set(runId, { projectId, receiptId })
    const oldest = receipts.size > rememberedRuns ? receipts.keys().next().value : undefined
    if (oldest !== undefined) receipts.delete(oldest)
  }

  async function recordOutcome(projectId: string, runId: string, outcome: Outcome, text: string | undefined) {
    const receipt = receipts.get(runId)
    if (!receipt || receipt.projectId !== projectId) return false
    if (outcome !== 'rejected' && text)
      await options.context.recordOutcome(projectId, receipt.receiptId, text)
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
    recordOutcome,
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
