import type { AgentEvent, StepNote } from '#contract/agent.ts'
import type { RunSpending } from '#contract/spending.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { toVisibleText } from '../../lib/visibleText.ts'
import { isRefusedForSize, isRefusedForTools, type ProviderPrompt, type ToolDefinition } from '../ai/index.ts'
import type { HistoryMessage, Language } from '../context/index.ts'
import { escapeReminders } from '../conversation/index.ts'
import { agentPrompt } from './agentPrompt.ts'
import type { ModelAnswer } from './modelCall.ts'
import type { ProjectInstructions } from './projectInstructions.ts'
import { agentWords } from './prompts.ts'
import type { ParsedStep } from './react/parseStep.ts'
import type { Recorder } from './record.ts'
import type { AnsweredSteps, RoundMemory, StepProtocol, WrittenStep } from './stepProtocol.ts'
import type { RequestApproval, Toolbox } from './toolbox.ts'
import { badShape, unclearPlace } from './tools/makeTool.ts'
import type { ToolResult } from './tools/tool.ts'

/** The form of the steps of a task, with what it puts in front of each request. */
export interface StepForm {
  readonly protocol: StepProtocol
  /** The system prompt. */
  readonly system: string
  /** In front of it; empty: it describes the tools itself. */
  readonly tools: readonly ToolDefinition[]
}

/** What one task works with. */
export interface Round {
  readonly language: Language
  /** The first is used; the next where the service refuses its requests for the tools in them. */
  readonly forms: readonly [StepForm, ...StepForm[]]
  readonly toolbox: Toolbox
  readonly history: readonly HistoryMessage[]
  /** The author's words with resolved mentions, redacted. */
  readonly input: string
  /** Undefined: as far as there is progress. */
  readonly maxSteps: number | undefined
  readonly window: {
    readonly windowTokens: number
    readonly outputReserveTokens: number
    /** Of the model's tokens; an estimate has its margin in it. */
    readonly count: (text: string) => number
  }
  readonly signal: AbortSignal
  readonly projectInstructions: () => Promise<ProjectInstructions | undefined>
  readonly requestAnswer: (
    prompt: ProviderPrompt,
    createReader: StepProtocol['createReader'],
    on: {
      readonly text: (delta: string) => void
      readonly retrying: (retrying: NonNullable<AgentEvent['retrying']>) => void
    },
  ) => Promise<ModelAnswer>
  /** What a tool's own requests have cost; returns the sum of the task. */
  readonly addSpending: (spending: RunSpending) => RunSpending
  readonly approvalRequester: (step: number) => RequestApproval
  readonly record: Recorder
  readonly publish: (event: Omit<AgentEvent, 'taskId' | 'projectId'>) => void
}

export type RoundEnd = { readonly ended: 'finished'; readonly answer: string } | { readonly ended: 'limit' }

/** From the first share of the window on a round frees space, down to the second. */
const fullShare = 0.8
const roomShare = 0.5
/** However large the window is: with every step all of the scratchpad is sent and paid for again. */
const maxScratchpadTokens = 64_000
/** After so many unreadable steps in a row the model will not recover. */
const mostUnreadable = 3
/** The same call so many times in a row is asked of the author; declined, it ends the round after as many more. */
const mostEqual = 3
const maxInputUnits = 4000
/** So many steps in a row that brought nothing new end a round; a new call that succeeds is progress. */
const mostIdle = 40
/** However much progress there is. */
const mostSteps = 2000

/**
 * One round: requests a step from the model, carries it out, and so on until it finishes or has made all its steps.
 * Everything is on record before the next step starts. @throws CANCELLED, what the provider throws, AGENT_UNREADABLE, AGENT_REPEATS,
 * CONTEXT_INPUT_TOO_LARGE.
 */
export async function runRound(round: Round): Promise<RoundEnd> {
  const { language, toolbox, window, signal, record, publish } = round
  const wording = agentWords[language]
  const answers: AnsweredSteps[] = []
  let [form, ...otherForms] = round.forms
  let memory = memoryOf(form)
  let unreadable = 0
  const repeats = { call: '', count: 0 }
  const calls = new Set<string>()
  let idle = 0

  function memoryOf({ protocol }: StepForm): RoundMemory {
    return protocol.createMemory({ count: window.count, language, recap: toolbox.recap })
  }

  const promptNow = async () => {
    const projectInstructions = (await round.projectInstructions())?.text ?? ''
    const { history, input } = round
    const { system, tools } = form
    const todo = toolbox.recap()
    return agentPrompt(
      { language, system, tools, projectInstructions, history, input, todo, ...memory.sent() },
      window.count,
    )
  }
  const sizeOf = ({ tools = [], system: head, history, user, turns = [] }: ProviderPrompt) =>
    [...tools, ...head, ...user, ...turns].reduce((sum, { tokens }) => sum + tokens, 0) +
    history.reduce((sum, { content }) => sum + window.count(content), 0)
  const full = Math.min(fullShare * window.windowTokens, window.windowTokens - window.outputReserveTokens)

  /** Shortens what earlier steps have brought in until the prompt takes at most `share` of the window. */
  async function makeRoom(prompt: ProviderPrompt, share: number) {
    const rest = sizeOf(prompt) - memory.tokens()
    const didShrink = memory.shrink(Math.max(0, share * window.windowTokens - rest))
    return didShrink ? await promptNow() : undefined
  }

  async function requestSteps(
    number: number,
  ): Promise<{ readonly answer: ModelAnswer; readonly notes: readonly StepNote[] }> {
    const isLong =
      memory.tokens() > maxScratchpadTokens &&
      memory.shrink(roomShare * maxScratchpadTokens, maxScratchpadTokens)
    let prompt = await promptNow()
    const roomy = sizeOf(prompt) >= full ? await makeRoom(prompt, roomShare) : undefined
    prompt = roomy ?? prompt
    if (sizeOf(prompt) > window.windowTokens - window.outputReserveTokens) throw tooLarge()
    const notes: readonly StepNote[] = isLong || roomy !== undefined ? ['shortened'] : []
    const on = {
      text: (delta: string) => publish({ type: 'text', step: { number }, delta }),
      retrying: (retrying: NonNullable<AgentEvent['retrying']>) =>
        publish({ type: 'retrying', step: { number }, retrying }),
    }
    const { createReader } = form.protocol
    try {
      return { answer: await round.requestAnswer(prompt, createReader, on), notes }
    } catch (error) {
      const [next, ...rest] = otherForms
      if (isRefusedForTools(error) && next) {
        form = next
        otherForms = rest
        memory = memoryOf(form)
        for (const answered of answers) memory.add(answered)
        const again = await requestSteps(number)
        return { ...again, notes: [...again.notes, 'toolsRefused'] }
      }
      if (!isRefusedForSize(error)) throw error
      const smaller = await makeRoom(prompt, (roomShare * sizeOf(prompt)) / window.windowTokens)
      if (!smaller) throw error
      return { answer: await round.requestAnswer(smaller, createReader, on), notes: ['shortened'] }
    }
  }

  const mostNumber = round.maxSteps ?? mostSteps
  for (let number = 1; number <= mostNumber; ) {
    signal.throwIfAborted()
    publish({ type: 'step', step: { number, thought: '' } })
    const { answer, notes: requestNotes } = await requestSteps(number)
    const { steps, invented } = form.protocol.read(answer)
    const answerNotes: readonly StepNote[] = [
      ...requestNotes,
      ...(answer.isInputCut ? ['inputCut' as const] : []),
      ...(invented ? ['invented' as const] : []),
    ]
    const usage = { usage: answer.usage, ...answer.hashes }
    publish({
      type: 'usage',
      step: { number, ...usage },
      ...(answer.spending && { task: { spending: answer.spending } }),
    })
    const [first] = steps
    if (first?.step.kind === 'finish') {
      const { thought, answer: words } = first.step
      publish({ type: 'call', step: { number, thought, tool: 'Finish', notes: [...answerNotes] } })
      await record.finish(number, { modelText: first.modelText, thought, notes: answerNotes, ...usage })
      return { ended: 'finished', answer: words }
    }
    const batch = steps.slice(0, mostNumber - number + 1).map(
      (written, at): BatchStep => ({
        ...{ written, number: number + at, usage: at === 0 ? usage : undefined },
        notes: [
          ...(at === 0 ? answerNotes : []),
          ...(written.step.kind === 'action' && written.step.repaired ? ['mended' as const] : []),
        ],
      }),
    )
    const answered: AnsweredSteps['steps'][number][] = []
    for (const group of groupsOf(batch)) answered.push(...(await carryOutGroup(group)))
    const whole = { text: answer.text, thinking: answer.thinking, steps: answered }
    answers.push(whole)
    memory.add(whole)
    number += batch.length
    if (round.maxSteps === undefined && idle >= mostIdle) break
    if (unreadable === mostUnreadable) throw notReadable()
  }
  return { ended: 'limit' }

  /** Steps in order; those next to each other that only read are one group. */
  function groupsOf(batch: readonly BatchStep[]): readonly (readonly BatchStep[])[] {
    const groups: BatchStep[][] = []
    let isReadingBefore = false
    for (const entry of batch) {
      const isReading = readsOnly(entry.written.step)
      const last = groups.at(-1)
      if (last && isReading && isReadingBefore) last.push(entry)
      else groups.push([entry])
      isReadingBefore = isReading
    }
    return groups
  }

  function readsOnly(step: ParsedStep): boolean {
    if (step.kind !== 'action' || step.broken) return false
    const name = toolbox.has(step.tool)
    return toolbox.tools.some((tool) => tool.name === name && tool.isReading)
  }

  /** A group of one is on record before it is carried out; one of several only reads, and at the same time. */
  async function carryOutGroup(
    group: readonly BatchStep[],
  ): Promise<readonly AnsweredSteps['steps'][number][]> {
    const [only] = group
    if (group.length === 1 && only) {
      await recordCall(only)
      const { step } = only.written
      return [await recordResult(only, (await refusalOfRepeat(only)) ?? (await carryOut(step, only.number)))]
    }
    const refusals: (ToolResult | undefined)[] = []
    for (const entry of group) refusals.push(await refusalOfRepeat(entry))
    const results = await Promise.all(
      group.map((entry, at) => refusals[at] ?? carryOut(entry.written.step, entry.number)),
    )
    const answered: AnsweredSteps['steps'][number][] = []
    for (const [at, entry] of group.entries()) {
      await recordCall(entry)
      const result = results[at]
      if (result) answered.push(await recordResult(entry, result))
    }
    return answered
  }

  async function recordCall({
    number,
    notes,
    usage,
    written: { step, modelText },
  }: BatchStep): Promise<void> {
    const { thought } = step
    if (usage === undefined) publish({ type: 'step', step: { number, thought: '' } })
    const called = { ...toolAndInput(step) }
    publish({ type: 'call', step: { number, thought, ...called, notes: [...notes] } })
    await record.action(number, { modelText, thought, ...called, ...usage })
  }

  /** The result of a call that is not carried out, because it repeats the ones before and the author has declined. */
  async function refusalOfRepeat({ number, written: { step } }: BatchStep): Promise<ToolResult | undefined> {
    const call = identityOf(step)
    repeats.count = call !== '' && call === repeats.call ? repeats.count + 1 : 1
    repeats.call = call
    if (repeats.count === 2 * mostEqual) throw repeatsItself()
    const { tool = '', input = '' } = toolAndInput(step)
    if (repeats.count === mostEqual && (await mayRepeat(number, tool, input)))
      // Once more, and no more often: the next one is asked about again.
      repeats.count = mostEqual - 1
    return repeats.count >= mostEqual ? failed('AGENT_REPEATS', wording.repeated(repeats.count)) : undefined
  }

  async function recordResult(
    { number, notes, written: { step, modelText, sentCall } }: BatchStep,
    result: ToolResult,
  ): Promise<AnsweredSteps['steps'][number]> {
    const { tool, input } = toolAndInput(step)
    if (result.spending) {
      const spending = round.addSpending(result.spending)
      publish({ type: 'usage', step: { number }, task: { spending } })
    }
    signal.throwIfAborted()
    notes.push(...notesOf(step, result))
    const name = tool ?? 'unreadable'
    const recorded = await record.observation(number, { tool: name, result, notes })
    publish({
      type: 'observation',
      step: { number, notes, ...recorded },
      ...(toolbox.written() && { task: toolbox.written() ?? {} }),
    })
    if (name === 'TodoWrite' && result.status !== 'error') {
      publish({ type: 'todo', task: { todos: toolbox.todos() } })
      await record.plan(number, { recap: toolbox.recap(), todos: toolbox.todos() })
    }
    const identity = identityOf(step)
    unreadable = step.kind === 'malformed' ? unreadable + 1 : 0
    idle = result.status !== 'error' && identity !== '' && !calls.has(identity) ? 0 : idle + 1
    calls.add(identity)
    return {
      ...{ number, modelText, isError: result.status === 'error' },
      ...(sentCall && { sentCall }),
      call: tool === undefined ? undefined : `${tool}[${input ?? ''}]`,
      full: observed(result, notes),
      short: recorded.observation,
    }
  }

  async function mayRepeat(number: number, tool: string, input: string): Promise<boolean> {
    const command = toVisibleText(`${tool} ${input}`)
    const request = { kind: 'repeat', tool, files: [], doubtful: [], command } as const
    return (await round.approvalRequester(number)(request)).decision !== 'no'
  }

  function observed({ text }: ToolResult, notes: readonly StepNote[]): string {
    const notices = [
      ...(notes.includes('invented') ? [wording.invented] : []),
      ...(notes.includes('mended') ? [wording.repaired] : []),
      ...(notes.includes('looksLikeOrders') ? [wording.injectionNotice] : []),
    ]
    return [...notices, escapeReminders(text)].join('\n')
  }

  async function carryOut(step: ParsedStep, number: number): Promise<ToolResult> {
    if (step.kind !== 'action') {
      const reason = step.kind === 'malformed' ? wording.malformed[step.reason] : wording.malformed.noAction
      return failed('AGENT_STEP_UNREADABLE', reason, form.protocol.shape(language))
    }
    if (step.broken)
      return failed('AGENT_STEP_UNREADABLE', wording.malformed[step.broken], form.protocol.shape(language))
    const name = toolbox.has(step.tool)
    if (!name) {
      const names = toolbox.tools.map((available) => available.name)
      return failed('AGENT_TOOL_UNKNOWN', wording.unknownTool(step.tool, names))
    }
    const tool = toolbox.tools.find((candidate) => candidate.name === name)
    const { input, isStray } = withBlock(step, tool?.block)
    const result = await toolbox.run(name, input, {
      signal,
      requestApproval: round.approvalRequester(number),
    })
    return isStray ? { ...result, text: `${wording.strayBlock}\n${result.text}` } : result
  }
}

const failed = (code: string, message: string, more = ''): ToolResult => ({
  ...{ status: 'error', data: {}, error: { code, message } },
  text: more === '' ? message : `${message}\n${more}`,
})

function withBlock({ input, fenced }: Extract<ParsedStep, { kind: 'action' }>, block: string | undefined) {
  if (fenced === undefined) return { input, isStray: false }
  if (block === undefined || typeof input !== 'object' || input === null) return { input, isStray: true }
  return { input: { ...input, [block]: fenced }, isStray: false }
}

/** A step of an answer, on its way to a result. */
interface BatchStep {
  readonly written: WrittenStep
  readonly number: number
  /** Of the request; only with the first step of its answer. */
  readonly usage: (Pick<ModelAnswer, 'usage'> & ModelAnswer['hashes']) | undefined
  /** More come with the result. */
  readonly notes: StepNote[]
}

/** What makes two calls the same; empty where there is none. */
const identityOf = (step: ParsedStep): string =>
  step.kind === 'action' ? JSON.stringify([step.tool, step.input, step.fenced]) : ''

function toolAndInput(step: ParsedStep): { readonly tool?: string; readonly input?: string } {
  return step.kind === 'action' ? { tool: step.tool, input: inputOf(step) } : {}
}

function inputOf({ input, fenced }: Extract<ParsedStep, { kind: 'action' }>): string {
  // Without a form of its own an argument may be any JSON.
  const isPlain = typeof input !== 'object' || input === null
  const shown = isPlain ? input : { ...input, ...(fenced === undefined ? {} : { '```': fenced }) }
  const json = JSON.stringify(shown)
  return json.length <= maxInputUnits ? json : `${json.slice(0, maxInputUnits).toWellFormed()}…`
}

function notesOf(step: ParsedStep, result: ToolResult): readonly StepNote[] {
  if (step.kind !== 'action' || step.broken) return ['malformed']
  if (result.error?.code === 'AGENT_TOOL_UNKNOWN') return ['unknownTool']
  if (result.context?.why === badShape) return ['badArguments']
  if (result.context?.why === unclearPlace) return ['unclearPlace']
  return [
    ...(result.error?.code === ErrorCode.AGENT_REFUSED ? ['declined' as const] : []),
    ...(/ was modified externally\.$/m.test(result.text) ? ['modifiedExternally' as const] : []),
    ...(resemblesPromptInjection(result.text) ? ['looksLikeOrders' as const] : []),
  ]
}

const tooLarge = () => new AppError(ErrorCode.CONTEXT_INPUT_TOO_LARGE, { why: 'window' })
const repeatsItself = () => new AppError(ErrorCode.AGENT_REPEATS, { times: 2 * mostEqual })
const notReadable = () => new AppError(ErrorCode.AGENT_UNREADABLE, { times: mostUnreadable })

/** Patterns of lines that address a model: its protocol, or the usual attempts to overrule its instructions. */
const injectionPatterns: readonly RegExp[] = [
  /^[ \t]*(?:\d+[ \t]*[:|\t→][ \t]*)?(?:Action|Observation|Thought)[ \t]*[:：]/im,
  /\bFinish\[/,
  /<\s*\/?\s*system-reminder/i,
  /(?:忽略|无视|忘记|不要理会)(?:掉)?(?:你)?(?:以上|之前|前面|上面|此前|所有)(?:的)?.{0,8}(?:要求|指令|规则|提示|命令|设定)/,
  /(?:ignore|disregard|forget)\s+(?:all\s+|any\s+)?(?:the\s+)?(?:previous|above|prior|earlier)\s+(?:instructions?|rules?|prompts?|orders?)/i,
]

/** Whether a tool's result contains lines in the form of instructions to a model. They are material all the same. */
const resemblesPromptInjection = (text: string): boolean =>
  injectionPatterns.some((pattern) => pattern.test(text))
