import { randomUUID } from 'node:crypto'
import type { AgentEvent, AgentHead, AgentTask, Decision } from '#contract/agent.ts'
import type { ConversationEvent } from '#contract/creonow.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { redactValues } from '../../lib/redactedValues.ts'
import {
  createAccount,
  createCacheMemory,
  fakeModel,
  type KnownModel,
  type Provider,
  type ProviderPrompt,
  wholeText,
} from '../ai/index.ts'
import type { Language } from '../context/index.ts'
import { aboutAuthor } from './aboutAuthor.ts'
import { agentHistory } from './agentHistory.ts'
import { askAuthor } from './askAuthor.ts'
import { askModel } from './askModel.ts'
import { compactBefore, summaryTokens, wholeAnswer } from './compactBefore.ts'
import { agentWords } from './prompts.ts'
import { protocolOf } from './react/protocol.ts'
import { createRecorder, type Recorder } from './record.ts'
import { type RoundEnd, runRound } from './round.ts'
import type { AgentInput, AgentOptions, AgentService } from './service.ts'
import { afterEvent, headOf, tasksIn } from './taskView.ts'
import type { Toolbox } from './toolbox.ts'

interface Working {
  task: AgentTask
  readonly abort: AbortController
  readonly waiting: Map<string, (decision: Decision) => void>
  finished: Promise<void>
}

const maxConversations = 40
const maxListed = 200
/** A task is named after its conversation, so that it is found there again. */
const taskIdOf = (conversationId: string) => `${conversationId}~${randomUUID().slice(0, 8)}`
const conversationOf = (taskId: string) => taskId.slice(0, taskId.lastIndexOf('~'))

/** Tasks of the agent: one at a time in each project. What they do lies in the file of their conversation. */
export function createAgentService(options: AgentOptions): AgentService {
  const { conversations, logger } = options
  const working = new Map<string, Working>()
  const caches = createCacheMemory(options.now, options.sent)
  let unattended = false

  async function start(input: AgentInput, emit: (event: AgentEvent) => void) {
    const { projectId } = input
    const model = options.model(input.modelId)
    const provider = options.provider(model)
    if ([...working.values()].some(({ task }) => task.projectId === projectId))
      throw new AppError(ErrorCode.CONFLICT, '这部作品里已经有一件任务在做，请等它做完或先停下。', {
        data: { why: 'working' },
      })
    const conversationId = input.conversationId ?? (await conversations.create(projectId, input)).id
    const taskId = taskIdOf(conversationId)
    if (taskId.length > 128) throw new AppError(ErrorCode.PATH_INVALID, '这段对话的编号太长。')
    const turn = options.turns.open(projectId, conversationId)
    const maxSteps = input.maxSteps ?? options.maxSteps()
    const abort = new AbortController()
    const held: Working = {
      task: {
        ...{ taskId, projectId, conversationId, input: input.input, modelId: model.id, maxSteps },
        ...{ isExample: model.id === fakeModel.id, startedAt: new Date(options.now()).toISOString() },
        ...{ state: 'working', answer: '', todos: [], files: [], steps: [] },
      },
      ...{ abort, waiting: new Map(), finished: Promise.resolve() },
    }
    working.set(taskId, held)
    const record = createRecorder({
      ...{ taskId, conversationId, now: options.now },
      async append(event: ConversationEvent) {
        await conversations.append(projectId, conversationId, event)
        await options.onStored(projectId)
      },
      keepOutput: (name, text) => options.keepOutput(projectId, conversationId, name, text),
    })
    const tell = (event: Omit<AgentEvent, 'taskId' | 'projectId'>) => {
      held.task = afterEvent(held.task, event)
      try {
        emit({ ...event, taskId, projectId })
      } catch (error) {
        logger.warn(
          { taskId, cause: error instanceof Error ? error.name : 'unknown' },
          'agent event not sent',
        )
      }
    }
    try {
      const earlier = await conversations.read(projectId, conversationId)
      const isFull = await isDue(held.task, model)
      await record.asked(input.input, {
        ...{ modelId: model.id, maxSteps, startedAt: held.task.startedAt },
      })
      const begun = new Promise<void>((resolve) => setImmediate(resolve))
      held.finished = begun
        .then(() =>
          work({
            ...{ input, held, model, provider, record, tell, isFull },
            earlier: earlier.conversation.events,
          }),
        )
        .catch((error: unknown) => logger.error({ taskId, cause: String(error) }, 'task broke off'))
        .finally(() => {
          turn.end()
          working.delete(taskId)
        })
    } catch (error) {
      turn.end()
      working.delete(taskId)
      throw error
    }
    return { taskId, conversationId, finished: held.finished }
  }

  async function work(job: {
    readonly input: AgentInput
    readonly held: Working
    readonly model: KnownModel
    readonly provider: Provider
    readonly record: Recorder
    readonly tell: (event: Omit<AgentEvent, 'taskId' | 'projectId'>) => void
    readonly earlier: readonly ConversationEvent[]
    /** The history is compacted before the first step. */
    readonly isFull: boolean
  }) {
    const { input, held, model, provider, record, tell } = job
    const { projectId, conversationId } = held.task
    const { signal } = held.abort
    const protocol = protocolOf(model)
    const account = createAccount(model, options.now)
    tell({ type: 'started', task: headOf(held.task) })
    let toolbox: Toolbox | undefined
    let end:
      | RoundEnd
      | { readonly ended: 'cancelled' }
      | { readonly ended: 'failed'; readonly error: unknown }
    let language: Language = 'zh'
    try {
      language = await options.language(projectId)
      const count = await options.counter(model)
      let clean = await redacted(projectId, job.earlier)
      const { windowTokens, outputReserveTokens } = model
      const rounds = clean.filter(({ type }) => type === 'user').length
      const budget = options.historyTokens(windowTokens - outputReserveTokens, rounds)
      toolbox = await options.openToolbox({ projectId, conversationId, label: input.input, language })
      const mostTokens = options.authorTokens(windowTokens - outputReserveTokens)
      const author = aboutAuthor(await options.author(projectId, language), { language, mostTokens, count })
      const system = protocol.systemPrompt(language, toolbox.tools) + author
      const ask = async (
        prompt: ProviderPrompt,
        on: Parameters<Parameters<typeof runRound>[0]['ask']>[1],
      ) => {
        const answer = await askModel(
          { provider, model, caches, account, protocol, estimateTokens: count },
          { projectId, prompt, signal, onText: on.text, onRetrying: on.retrying },
        )
        if (!answer.usage.estimated) await learn(model, prompt, answer.usage.inputTokens)
        return answer
      }
      const words = await options.prepareInput(projectId, input.input)
      if (job.isFull) {
        const compaction = await compacted({
          ...{ held, model, tell, language, count, input: words, events: clean, historyTokens: budget },
          system,
          ask: async (prompt, until) => {
            const answer = await askModel(
              { provider, model, caches, account, protocol: wholeAnswer, estimateTokens: count },
              {
                ...{ projectId, prompt, signal: until, maxOutputTokens: summaryTokens },
                onText: () => undefined,
                onRetrying: (retrying) => tell({ type: 'retrying', retrying }),
              },
            )
            return answer.text
          },
        })
        if (compaction) {
          const { conversation } = await conversations.read(projectId, conversationId)
          clean = await redacted(projectId, conversation.events)
        }
      }
      end = await runRound({
        ...{ language, protocol, system, toolbox, maxSteps: held.task.maxSteps, signal, record, tell, ask },
        history: agentHistory(clean, budget, count).messages,
        input: words,
        window: { windowTokens, outputReserveTokens, count },
        law: () => options.law(projectId),
        askAuthor: (step) =>
          askAuthor({ step, signal, waiting: held.waiting, isAttended: () => !unattended, tell }),
      })
    } catch (error) {
      end = signal.aborted ? { ended: 'cancelled' } : { ended: 'failed', error }
    }
    await finish({ held, record, tell, toolbox, language, end, spending: account.total() })
  }

  /** The offline example knows nothing that it could sum up. */
  async function isDue({ projectId, conversationId, input }: AgentTask, model: KnownModel) {
    if (model.id === fakeModel.id) return false
    const { windowTokens, outputReserveTokens } = model
    const inputTokens = (await options.counter(model))(input)
    return options.compaction
      .historyOf(projectId, conversationId)
      .isDue({ inputTokens, windowTokens, outputReserveTokens })
  }

  const redacted = (projectId: string, events: readonly ConversationEvent[]) =>
    Promise.all(
      events.map(async (event) => ({ ...event, content: await options.redact(event.content, projectId) })),
    )

  /** Undefined: nothing has left the history; the task goes on with it as it is. */
  async function compacted({
    held,
    model,
    tell,
    ...asked
  }: Pick<
    Parameters<typeof compactBefore>[0],
    'language' | 'count' | 'input' | 'events' | 'historyTokens' | 'system' | 'ask'
  > & {
    readonly held: Working
    readonly model: KnownModel
    readonly tell: (event: Omit<AgentEvent, 'taskId' | 'projectId'>) => void
  }) {
    const { projectId, conversationId, taskId } = held.task
    const { signal } = held.abort
    const say = (compaction: NonNullable<AgentHead['compaction']>) =>
      tell({ type: 'compaction', task: { compaction } })
    try {
      const done = await compactBefore({
        ...{ ...asked, signal, modelId: model.id, windowTokens: model.windowTokens },
        history: options.compaction.historyOf(projectId, conversationId),
        keepRounds: options.compaction.keepRounds(),
        law: (await options.law(projectId))?.text ?? '',
        onCompacting: () => say({ state: 'working', messages: 0 }),
      })
      if (done) say({ state: done.state, messages: done.messages })
      return done
    } catch (error) {
      signal.throwIfAborted()
      logger.warn({ taskId, cause: isAppError(error) ? error.code : 'unknown' }, 'task not compacted first')
      say({ state: 'failed', messages: 0 })
      return undefined
    }
  }

  async function finish(ending: {
    readonly held: Working
    readonly record: Recorder
    readonly tell: (event: Omit<AgentEvent, 'taskId' | 'projectId'>) => void
    readonly toolbox: Toolbox | undefined
    readonly language: Language
    readonly end:
      | RoundEnd
      | { readonly ended: 'cancelled' }
      | { readonly ended: 'failed'; readonly error: unknown }
    readonly spending: ReturnType<ReturnType<typeof createAccount>['total']>
  }) {
    const { held, record, tell, toolbox, language, end, spending } = ending
    const { taskId } = held.task
    const written = toolbox?.written()
    await toolbox?.close().catch((error: unknown) => {
      logger.error({ taskId, cause: String(error) }, 'round of the journal not closed')
    })
    const error = end.ended === 'failed' ? payloadOf(end.error) : undefined
    if (error) logger.warn({ taskId, code: error.code }, 'task failed')
    const answer = end.ended === 'finished' ? end.answer : ''
    const content = end.ended === 'finished' ? end.answer || '…' : agentWords[language].ended[end.ended]
    try {
      await record.ended({
        ...{ content, state: end.ended, spending, written },
        ...(error ? { error } : {}),
      })
    } catch (failure) {
      const cause = isAppError(failure) ? failure.code : 'unknown'
      logger.warn({ taskId, cause }, 'end of the task not kept with its conversation')
    }
    tell({
      type: error ? 'error' : 'done',
      task: {
        ...{ state: end.ended, answer },
        ...(error ? { error } : {}),
        ...(spending ? { spending } : {}),
        ...(written ?? {}),
      },
    })
  }

  async function learn(model: KnownModel, prompt: ProviderPrompt, inputTokens: number) {
    try {
      await options.learnUsage?.(model, wholeText(prompt), inputTokens)
    } catch (error) {
      logger.warn({ cause: error instanceof Error ? error.name : 'unknown' }, 'usage was not learnt from')
    }
  }

  function payloadOf(error: unknown) {
    if (!isAppError(error))
      return { code: ErrorCode.INTERNAL, message: '程序内部出错，任务停在这里。详情已写入日志。' }
    const { code, message, data } = error
    const details = data === undefined ? {} : { details: redactValues(data, options.redactText) }
    return { code, message: options.redactText(message), ...details }
  }

  async function stored(projectId: string, conversationId: string): Promise<readonly AgentTask[]> {
    const { conversation } = await conversations.show(projectId, conversationId)
    return tasksIn(projectId, conversation)
  }

  return {
    start,
    cancel(taskId) {
      const held = working.get(taskId)
      held?.abort.abort(new AppError(ErrorCode.CANCELLED, '已取消。'))
      return held !== undefined
    },
    async approve(taskId, approvalId, decision) {
      const held = working.get(taskId)
      const resolve = held?.waiting.get(approvalId)
      if (!held || !resolve) return false
      if (decision === 'always') await options.allowWrites(held.task.projectId)
      resolve(decision)
      return true
    },
    async list(projectId) {
      const { conversations: known } = await conversations.list(projectId)
      const found: AgentHead[] = []
      for (const { id } of known.slice(0, maxConversations)) {
        // One that is broken is told beside the list of conversations.
        const tasks = await stored(projectId, id).catch((): readonly AgentTask[] => [])
        found.push(...tasks.map(headOf))
      }
      const live = found.map((head) => {
        const held = working.get(head.taskId)
        return held ? headOf(held.task) : head
      })
      return live.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt)).slice(0, maxListed)
    },
    async read(projectId, taskId) {
      const held = working.get(taskId)
      if (held?.task.projectId === projectId) return held.task
      const tasks = held ? [] : await stored(projectId, conversationOf(taskId))
      const task = tasks.find((one) => one.taskId === taskId)
      if (!task) throw new AppError(ErrorCode.NOT_FOUND, '这部作品里没有这件任务。')
      return task
    },
    async settled() {
      unattended = true
      for (const { waiting } of working.values()) for (const decline of waiting.values()) decline('no')
      await Promise.all([...working.values()].map(({ finished }) => finished))
    },
    async dispose() {
      for (const { abort } of working.values()) abort.abort(new AppError(ErrorCode.CANCELLED, '已取消。'))
      await Promise.all([...working.values()].map(({ finished }) => finished))
    },
  }
}
