import type { AgentEvent, StepNote } from '#contract/agent.ts'
import type { RunSpending } from '#contract/spending.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { toVisibleText } from '../../lib/visibleText.ts'
import { isRefusedForSize, type ProviderPrompt } from '../ai/index.ts'
import type { HistoryMessage, Language } from '../context/index.ts'
import { escapeReminders } from '../conversation/index.ts'
import { agentPrompt } from './agentPrompt.ts'
import type { ModelAnswer } from './modelCall.ts'
import type { ProjectInstructions } from './projectInstructions.ts'
import { agentWords } from './prompts.ts'
import type { ParsedStep } from './react/parseStep.ts'
import type { StepProtocol } from './react/protocol.ts'
import type { Recorder } from './record.ts'
import { createScratchpad } from './scratchpad.ts'
import type { RequestApproval, Toolbox } from './toolbox.ts'
import { badShape, unclearPlace } from './tools/makeTool.ts'
import type { ToolResult } from './tools/tool.ts'

/** What one task works with. */
export interface Round {
  readonly language: Language
  readonly protocol: StepProtocol
  /** The system prompt. */
  readonly system: string
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
  const { language, protocol, system, toolbox, window, signal, record, publish } = round
  const wording = agentWords[language]
  const scratchpad = createScratchpad({ count: window.count, leftOut: wording.leftOut })
  let unreadable = 0
  const repeats = { call: '', count: 0 }
  const calls = new Set<string>()
  let idle = 0

  const promptNow = async () => {
    const projectInstructions = (await round.projectInstructions())?.text ?? ''
    const { history, input } = round
    const todo = toolbox.recap()
    return agentPrompt(
      { language, system, projectInstructions, history, input, scratchpad: scratchpad.blocks(), todo },
      window.count,
    )
  }
  const sizeOf = ({ system: head, history, user }: ProviderPrompt) =>
    [...head, ...user].reduce((sum, { tokens }) => sum + tokens, 0) +
    history.reduce((sum, { content }) => sum + window.count(content), 0)
  const full = Math.min(fullShare * window.windowTokens, window.windowTokens - window.outputReserveTokens)

  /** Shortens what earlier steps have brought in until the prompt takes at most `share` of the window. */
  async function makeRoom(prompt: ProviderPrompt, share: number) {
    const rest = sizeOf(prompt) - scratchpad.tokens()
    const didShrink = scratchpad.shrink(Math.max(0, share * window.windowTokens - rest))
    return didShrink ? await promptNow() : undefined
  }

  async function requestStep(
    number: number,
  ): Promise<{ readonly answer: ModelAnswer; readonly shortened: boolean }> {
    const isLong =
      scratchpad.tokens() > maxScratchpadTokens &&
      scratchpad.shrink(roomShare * maxScratchpadTokens, maxScratchpadTokens)
    let prompt = await promptNow()
    const roomy = sizeOf(prompt) >= full ? await makeRoom(prompt, roomShare) : undefined
    prompt = roomy ?? prompt
    if (sizeOf(prompt) > window.windowTokens - window.outputReserveTokens) throw tooLarge()
    const on = {
      text: (delta: string) => publish({ type: 'text', step: { number }, delta }),
      retrying: (retrying: NonNullable<AgentEvent['retrying']>) =>
        publish({ type: 'retrying', step: { number }, retrying }),
    }
    try {
      return { answer: await round.requestAnswer(prompt, on), shortened: isLong || roomy !== undefined }
    } catch (error) {
      if (!isRefusedForSize(error)) throw error
      const smaller = await makeRoom(prompt, (roomShare * sizeOf(prompt)) / window.windowTokens)
      if (!smaller) throw error
      return { answer: await round.requestAnswer(smaller, on), shortened: true }
    }
  }

  for (let number = 1; number <= (round.maxSteps ?? mostSteps); number += 1) {
    signal.throwIfAborted()
    publish({ type: 'step', step: { number, thought: '' } })
    const { answer, shortened } = await requestStep(number)
    const step = protocol.parse(answer.text)
    const notes: StepNote[] = [
      ...(shortened ? ['shortened' as const] : []),
      ...(answer.isInputCut ? ['inputCut' as const] : []),
      ...(answer.invented || (step.kind === 'action' && step.isFollowed) ? ['invented' as const] : []),
      ...(step.kind === 'action' && step.repaired ? ['mended' as const] : []),
    ]
    const usage = { usage: answer.usage, ...answer.hashes }
    publish({
      type: 'usage',
      step: { number, ...usage },
      ...(answer.spending && { task: { spending: answer.spending } }),
    })
    if (step.kind === 'finish') {
      publish({ type: 'call', step: { number, thought: step.thought, tool: 'Finish', notes } })
      await record.finish(number, { modelText: answer.text, thought: step.thought, notes, ...usage })
      return { ended: 'finished', answer: step.answer }
    }
    const tool = step.kind === 'action' ? step.tool : undefined
    const input = step.kind === 'action' ? inputOf(step) : undefined
    const called = { ...(tool === undefined ? {} : { tool }), ...(input === undefined ? {} : { input }) }
    publish({ type: 'call', step: { number, thought: step.thought, ...called, notes } })
    await record.action(number, { modelText: answer.text, thought: step.thought, ...called, ...usage })
    const call = step.kind === 'action' ? JSON.stringify([step.tool, step.input, step.fenced]) : ''
    repeats.count = call !== '' && call === repeats.call ? repeats.count + 1 : 1
    repeats.call = call
    if (repeats.count === 2 * mostEqual) throw repeatsItself()
    if (repeats.count === mostEqual && (await mayRepeat(number, tool ?? '', input ?? '')))
      // Once more, and no more often: the next one is asked about again.
      repeats.count = mostEqual - 1
    const isRepeated = repeats.count >= mostEqual
    const result = isRepeated
      ? failed('AGENT_REPEATS', wording.repeated(repeats.count))
      : await carryOut(step, number)
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
    scratchpad.add({
      number,
      modelText: answer.text,
      call: tool === undefined ? undefined : `${tool}[${input ?? ''}]`,
      full: observed(result, notes),
      short: recorded.observation,
    })
    unreadable = step.kind === 'malformed' ? unreadable + 1 : 0
    idle = result.status !== 'error' && call !== '' && !calls.has(call) ? 0 : idle + 1
    calls.add(call)
    if (round.maxSteps === undefined && idle === mostIdle) break
    if (unreadable === mostUnreadable) throw notReadable()
  }
  return { ended: 'limit' }

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
      return failed('AGENT_STEP_UNREADABLE', reason, wording.shape)
    }
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

function inputOf(step: Extract<ParsedStep, { kind: 'action' }>): string {
  const shown = { ...(step.input as object), ...(step.fenced === undefined ? {} : { '```': step.fenced }) } // arguments are an object or a list
  const json = JSON.stringify(shown)
  return json.length <= maxInputUnits ? json : `${json.slice(0, maxInputUnits).toWellFormed()}…`
}

function notesOf(step: ParsedStep, result: ToolResult): readonly StepNote[] {
  if (step.kind !== 'action') return ['malformed']
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
