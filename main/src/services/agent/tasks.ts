import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { AgentApproval, AgentEvent, AgentHead, AgentTask } from '#contract/agent.ts'
import type { ConversationEvent } from '#contract/creonow.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { errorPayload } from '../../contract/sentences/errorSentence.ts'
import { AppError, isAppError, toPayload } from '../../lib/appError.ts'
import { redactedPayload } from '../../lib/redactedValues.ts'
import { cancelled, untilAborted } from '../../lib/until.ts'
import {
  createAccount,
  createCacheMemory,
  fakeModel,
  type Provider,
  type ProviderPrompt,
  type ResolvedModel,
  wholeText,
} from '../ai/index.ts'
import type { Language } from '../context/index.ts'
import { agentHistory, withEnds } from './agentHistory.ts'
import { compactBefore, summaryTokens } from './compactBefore.ts'
import { callModel } from './modelCall.ts'
import { agentWords } from './prompts.ts'
import { protocolsOf } from './protocolChoice.ts'
import { createRecorder, type Recorder } from './record.ts'
import { type RoundEnd, runRound, type StepForm } from './round.ts'
import type { AgentInput, AgentOptions, AgentService } from './service.ts'
import { type StepProtocol, wholeReader } from './stepProtocol.ts'
import { afterEvent, headOf, tasksIn } from './taskView.ts'
import type { ApprovalAnswer, RequestApproval, Toolbox } from './toolbox.ts'

/** By approval. */
type PendingApprovals = Map<
  string,
  { readonly approval: AgentApproval; readonly decide: (answer: ApprovalAnswer) => void }
>

interface Working {
  task: AgentTask
  readonly abort: AbortController
  readonly pendingApprovals: PendingApprovals
  finished: Promise<void>
}

const maxConversations = 40
const maxListed = 200
/** Of the input, for definitions of tools, in a request that the tokenizer is calibrated by. */
const mostOfTools = 0.1
/** A task's id starts with its conversation's, by which its log is located. */
const taskIdOf = (conversationId: string) => `${conversationId}~${randomUUID().slice(0, 8)}`
const conversationOf = (taskId: string) => taskId.slice(0, taskId.lastIndexOf('~'))

/** Tasks of the agent: one at a time in each project. What they do lies in the file of their conversation. */
export function createAgentService(options: AgentOptions): AgentService {
  const { conversations, logger } = options
  const working = new Map<string, Working>()
  const caches = createCacheMemory(options.now, options.sent)
  /** Names of the tools by conversation and model: what a cache is keyed by does not change within one. */
  const listedTools = new LRUCache<string, readonly string[]>({ max: maxConversations })
  let unattended = false

  async function start(input: AgentInput, emit: (event: AgentEvent) => void) {
    const { projectId } = input
    const model = options.model(input.modelId)
    const provider = options.provider(model, projectId)
    if ([...working.values()].some(({ task }) => task.projectId === projectId))
      throw new AppError(ErrorCode.CONFLICT, { why: 'working' })
    const conversationId = input.conversationId ?? (await conversations.create(projectId, input)).id
    const taskId = taskIdOf(conversationId)
    if (taskId.length > 128) throw new AppError(ErrorCode.PATH_INVALID, { why: 'conversationLong' })
    const turn = options.turns.open(projectId, conversationId)
    const maxSteps = input.maxSteps ?? options.maxSteps()
    const bound = maxSteps === undefined ? {} : { maxSteps }
    const abort = new AbortController()
    const active: Working = {
      task: {
        ...{ taskId, projectId, conversationId, input: input.input, modelId: model.id, ...bound },
        ...{ isExample: model.id === fakeModel.id, startedAt: new Date(options.now()).toISOString() },
        ...{ state: 'working', answer: '', todos: [], files: [], steps: [] },
      },
      ...{ abort, pendingApprovals: new Map(), finished: Promise.resolve() },
    }
    working.set(taskId, active)
    const record = createRecorder({
      ...{ taskId, conversationId, now: options.now },
      async append(event: ConversationEvent) {
        await conversations.append(projectId, conversationId, event)
        await options.onStored(projectId)
      },
      saveOutput: (name, text) => options.saveOutput(projectId, conversationId, name, text),
    })
    const publish = (event: Omit<AgentEvent, 'taskId' | 'projectId'>) => {
      active.task = afterEvent(active.task, event)
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
      const isFull = await isDue(active.task, model)
      await record.request(input.input, {
        ...{ modelId: model.id, ...bound, startedAt: active.task.startedAt },
      })
      const started = new Promise<void>((resolve) => setImmediate(resolve))
      active.finished = started
        .then(() =>
          work({
            ...{ input, active, model, provider, record, publish, isFull },
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
    return { taskId, conversationId, finished: active.finished }
  }

  async function work(job: {
    readonly input: AgentInput
    readonly active: Working
    readonly model: ResolvedModel
    readonly provider: Provider
    readonly record: Recorder
    readonly publish: (event: Omit<AgentEvent, 'taskId' | 'projectId'>) => void
    readonly earlier: readonly ConversationEvent[]
    /** The history is compacted before the first step. */
    readonly isFull: boolean
  }) {
    const { input, active, model, provider, record, publish } = job
    const { projectId, conversationId } = active.task
    const { signal } = active.abort
    const account = createAccount(model, options.now)
    const [protocol, ...otherProtocols] = protocolsOf(model, job.earlier)
    const isNative = protocol.form === 'native'
    const listKey = JSON.stringify([projectId, conversationId, model.id])
    publish({ type: 'started', task: headOf(active.task) })
    let toolbox: Toolbox | undefined
    let end:
      | RoundEnd
      | { readonly ended: 'cancelled' }
      | { readonly ended: 'failed'; readonly error: unknown }
    let language: Language = 'zh'
    try {
      language = await options.language(projectId)
      const count = await options.counter(model)
      const wording = agentWords[language]
      const history = async (events: readonly ConversationEvent[]) =>
        withEnds(await redacted(projectId, events), wording.ended.interrupted)
      let clean = await history(job.earlier)
      const { windowTokens, outputReserveTokens } = model
      const rounds = clean.filter(({ type }) => type === 'user').length
      const budget = options.historyTokens(windowTokens - outputReserveTokens, rounds)
      toolbox = await options.openToolbox({
        ...{ projectId, conversationId, modelId: model.id, label: input.input, language },
        ...(isNative && { listed: listedTools.get(listKey) }),
      })
      const { tools } = toolbox
      if (isNative)
        listedTools.set(
          listKey,
          tools.map(({ name }) => name),
        )
      const mostTokens = options.authorTokens(windowTokens - outputReserveTokens)
      const author = aboutAuthor(await options.author(projectId, language), { language, mostTokens, count })
      const formOf = (protocol: StepProtocol): StepForm => ({
        protocol,
        system: protocol.systemPrompt(language, tools) + author,
        tools: protocol.definitions(language, tools, count),
      })
      const form = formOf(protocol)
      const requestAnswer = async (
        prompt: ProviderPrompt,
        createReader: StepProtocol['createReader'],
        on: Parameters<Parameters<typeof runRound>[0]['requestAnswer']>[2],
      ) => {
        const answer = await callModel(
          { provider, model, caches, account },
          { projectId, prompt, createReader, signal, onText: on.text, onRetrying: on.retrying },
        )
        if (answer.usage.estimated) return answer
        const cut = await calibrateFromUsage(model, prompt, answer.usage.inputTokens)
        return { ...answer, isInputCut: cut !== undefined }
      }
      const preparedInput = await options.prepareInput(projectId, input.input)
      if (job.isFull) {
        const compaction = await compacted({
          ...{
            active,
            model,
            publish,
            language,
            count,
            input: preparedInput,
            events: clean,
            historyTokens: budget,
          },
          ...{ system: form.system, tools: form.tools },
          generate: async (prompt, until) => {
            const answer = await callModel(
              { provider, model, caches, account },
              {
                ...{
                  projectId,
                  prompt,
                  signal: until,
                  maxOutputTokens: summaryTokens,
                  createReader: wholeReader,
                },
                onText: () => undefined,
                onRetrying: (retrying) => publish({ type: 'retrying', retrying }),
              },
            )
            return answer.text
          },
        })
        if (compaction) {
          const { conversation } = await conversations.read(projectId, conversationId)
          clean = await history(conversation.events)
        }
      }
      end = await runRound({
        ...{
          language,
          forms: [form, ...otherProtocols.map(formOf)],
          toolbox,
          maxSteps: active.task.maxSteps,
          signal,
          record,
          publish,
          requestAnswer,
        },
        history: agentHistory(clean, budget, count, wording.done).messages,
        input: preparedInput,
        addSpending: account.add,
        window: { windowTokens, outputReserveTokens, count },
        projectInstructions: () => options.projectInstructions(projectId),
        approvalRequester: (step) =>
          createApprovalRequester({
            step,
            signal,
            pendingApprovals: active.pendingApprovals,
            isAttended: () => !unattended,
            publish,
          }),
      })
    } catch (error) {
      end = signal.aborted ? { ended: 'cancelled' } : { ended: 'failed', error }
    }
    await finish({ active, record, publish, toolbox, language, end, spending: account.total() })
  }

  /** The offline example knows nothing that it could sum up. */
  async function isDue({ projectId, conversationId, input }: AgentTask, model: ResolvedModel) {
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

  /** Undefined: nothing has left the history; the task goes on with it is. */
  async function compacted({
    active,
    model,
    publish,
    ...rest
  }: Pick<
    Parameters<typeof compactBefore>[0],
    'language' | 'count' | 'input' | 'events' | 'historyTokens' | 'system' | 'tools' | 'generate'
  > & {
    readonly active: Working
    readonly model: ResolvedModel
    readonly publish: (event: Omit<AgentEvent, 'taskId' | 'projectId'>) => void
  }) {
    const { projectId, conversationId, taskId } = active.task
    const { signal } = active.abort
    const publishCompaction = (compaction: NonNullable<AgentHead['compaction']>) =>
      publish({ type: 'compaction', task: { compaction } })
    try {
      const done = await compactBefore({
        ...{ ...rest, signal, modelId: model.id, windowTokens: model.windowTokens },
        history: options.compaction.historyOf(projectId, conversationId),
        protectedRounds: options.compaction.protectedRounds(),
        projectInstructions: (await options.projectInstructions(projectId))?.text ?? '',
        onCompacting: () => publishCompaction({ state: 'working', messages: 0 }),
      })
      if (done) publishCompaction({ state: done.state, messages: done.messages })
      return done
    } catch (error) {
      signal.throwIfAborted()
      logger.warn({ taskId, cause: isAppError(error) ? error.code : 'unknown' }, 'task not compacted first')
      publishCompaction({ state: 'failed', messages: 0 })
      return undefined
    }
  }

  async function finish(ending: {
    readonly active: Working
    readonly record: Recorder
    readonly publish: (event: Omit<AgentEvent, 'taskId' | 'projectId'>) => void
    readonly toolbox: Toolbox | undefined
    readonly language: Language
    readonly end:
      | RoundEnd
      | { readonly ended: 'cancelled' }
      | { readonly ended: 'failed'; readonly error: unknown }
    readonly spending: ReturnType<ReturnType<typeof createAccount>['total']>
  }) {
    const { active, record, publish, toolbox, language, end, spending } = ending
    const { taskId } = active.task
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
    publish({
      type: error ? 'error' : 'done',
      task: {
        ...{ state: end.ended, answer },
        ...(error ? { error } : {}),
        ...(spending ? { spending } : {}),
        ...(written ?? {}),
      },
    })
  }

  async function calibrateFromUsage(model: ResolvedModel, prompt: ProviderPrompt, inputTokens: number) {
    const toolTokens = (prompt.tools ?? []).reduce((sum, { tokens }) => sum + tokens, 0)
    // A service counts definitions in a form of its own: where they are much of a prompt, its report shows no tokenizer.
    if (toolTokens > mostOfTools * inputTokens) return undefined
    try {
      return await options.calibrateTokenizer?.(model, wholeText(prompt), inputTokens)
    } catch (error) {
      logger.warn({ cause: error instanceof Error ? error.name : 'unknown' }, 'usage was not learnt from')
    }
  }

  function payloadOf(error: unknown) {
    const payload = isAppError(error) ? toPayload(error) : errorPayload(ErrorCode.INTERNAL, { why: 'task' })
    return redactedPayload(payload, options.redactText)
  }

  async function stored(projectId: string, conversationId: string): Promise<readonly AgentTask[]> {
    const { conversation } = await conversations.show(projectId, conversationId)
    return tasksIn(projectId, conversation)
  }

  return {
    start,
    cancel(taskId) {
      const active = working.get(taskId)
      active?.abort.abort(cancelled())
      return active !== undefined
    },
    async approve(taskId, approvalId, answer) {
      const active = working.get(taskId)
      const pending = active?.pendingApprovals.get(approvalId)
      if (!active || !pending) return false
      const { decision, placeIds = [] } = answer
      const { kind, files } = pending.approval
      if (decision === 'always' && kind !== 'edit')
        throw new AppError(ErrorCode.FORBIDDEN, { why: 'alwaysRun' })
      const placeCount = files.reduce((sum, { places }) => sum + places.length, 0)
      if (placeIds.some((placeId) => placeId >= placeCount))
        throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'places' })
      if (decision === 'always') await options.allowWrites(active.task.projectId)
      pending.decide(answer)
      return true
    },
    async list(projectId) {
      const { conversations: listed } = await conversations.list(projectId)
      const heads: AgentHead[] = []
      for (const { id } of listed.slice(0, maxConversations)) {
        // A broken one is reported by the list of conversations.
        const tasks = await stored(projectId, id).catch((): readonly AgentTask[] => [])
        heads.push(...tasks.map(headOf))
      }
      const live = heads.map((head) => {
        const active = working.get(head.taskId)
        return active ? headOf(active.task) : head
      })
      return live.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt)).slice(0, maxListed)
    },
    async read(projectId, taskId) {
      const active = working.get(taskId)
      if (active?.task.projectId === projectId) return active.task
      const tasks = active ? [] : await stored(projectId, conversationOf(taskId))
      const task = tasks.find((candidate) => candidate.taskId === taskId)
      if (!task) throw new AppError(ErrorCode.NOT_FOUND, { why: 'task' })
      return task
    },
    isWorking: () => working.size > 0,
    async drain() {
      unattended = true
      for (const { pendingApprovals } of working.values())
        for (const { decide } of pendingApprovals.values()) decide({ decision: 'no' })
      await Promise.all([...working.values()].map(({ finished }) => finished))
    },
    async dispose() {
      for (const { abort } of working.values()) abort.abort(cancelled())
      await Promise.all([...working.values()].map(({ finished }) => finished))
    },
  }
}

/**
 * The part of the system prompt about the author, behind the tools: the first lines of `text`, as many as fit into
 * `mostTokens` with the heading; empty without text.
 */
export function aboutAuthor(
  text: string,
  part: {
    readonly language: Language
    readonly mostTokens: number
    readonly count: (text: string) => number
  },
): string {
  const lines = text === '' ? [] : text.split('\n')
  for (let lineCount = lines.length; lineCount > 0; lineCount -= 1) {
    const block = `${agentWords[part.language].author}\n${lines.slice(0, lineCount).join('\n')}\n\n`
    if (part.count(block) <= part.mostTokens) return block
  }
  return ''
}

/** Publishes the approval that a step needs, and resolves when the author has decided or the task ends. */
function createApprovalRequester(options: {
  readonly step: number
  readonly signal: AbortSignal
  /** Pending ones by id; called with the decision. */
  readonly pendingApprovals: PendingApprovals
  readonly isAttended: () => boolean
  readonly publish: (event: Omit<AgentEvent, 'taskId' | 'projectId'>) => void
}): RequestApproval {
  const { step: number, signal, pendingApprovals, publish } = options
  return async (request) => {
    if (!options.isAttended()) return { decision: 'no' }
    const approval: AgentApproval = { ...request, approvalId: randomUUID() }
    const { promise, resolve } = Promise.withResolvers<ApprovalAnswer>()
    pendingApprovals.set(approval.approvalId, { approval, decide: resolve })
    publish({ type: 'approval', task: { state: 'asking' }, step: { number, approval } })
    try {
      const answer = await untilAborted(promise, signal)
      const { decision } = answer
      publish({ type: 'approval', task: { state: 'working' }, step: { number, decision } })
      return answer
    } finally {
      pendingApprovals.delete(approval.approvalId)
    }
  }
}
