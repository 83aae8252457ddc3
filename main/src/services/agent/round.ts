import type { AgentEvent, StepNote } from '#contract/agent.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import type { HistoryMessage, ProviderPrompt } from '../ai/index.ts'
import type { Language } from '../context/index.ts'
import { escapeReminders } from '../conversation/index.ts'
import { agentPrompt } from './agentPrompt.ts'
import type { ModelAnswer } from './askModel.ts'
import type { CodeLaw } from './codeLaw.ts'
import { soundsLikeOrders } from './orders.ts'
import { agentWords } from './prompts.ts'
import type { ParsedStep } from './react/parseStep.ts'
import type { StepProtocol } from './react/protocol.ts'
import type { Recorder } from './record.ts'
import { createScratchpad } from './scratchpad.ts'
import type { AskAuthor, Toolbox } from './toolbox.ts'
import { badShape, unclearPlace } from './tools/makeTool.ts'
import type { ToolResult } from './tools/tool.ts'

/** What one task works with. */
export interface Round {
  readonly language: Language
  readonly protocol: StepProtocol
  /** L1. */
  readonly system: string
  readonly toolbox: Toolbox
  readonly history: readonly HistoryMessage[]
  /** The author's words, mentions looked up, redacted. */
  readonly input: string
  readonly maxSteps: number
  readonly window: {
    readonly windowTokens: number
    readonly outputReserveTokens: number
    /** Of the model's tokens; an estimate has its margin in it. */
    readonly count: (text: string) => number
  }
  readonly signal: AbortSignal
  readonly law: () => Promise<CodeLaw | undefined>
  readonly ask: (
    prompt: ProviderPrompt,
    on: {
      readonly text: (delta: string) => void
      readonly retrying: (retrying: NonNullable<AgentEvent['retrying']>) => void
    },
  ) => Promise<ModelAnswer>
  readonly askAuthor: (step: number) => AskAuthor
  readonly record: Recorder
  readonly tell: (event: Omit<AgentEvent, 'taskId' | 'projectId'>) => void
}

export type RoundEnd = { readonly ended: 'finished'; readonly answer: string } | { readonly ended: 'limit' }

/** From this share of the window on a round makes room, down to the other (004 A6). */
const fullShare = 0.8
const roomShare = 0.5
/** So many steps in a row that cannot be read, and the model will not learn it. */
const mostUnreadable = 3
const maxInputUnits = 4000

/**
 * One round: asks the model for a step, carries it out, and so on until it finishes or has made all its steps.
 * Everything is on record before the next step begins. @throws CANCELLED, what the provider throws,
 * AGENT_UNREADABLE, CONTEXT_INPUT_TOO_LARGE.
 */
export async function runRound(round: Round): Promise<RoundEnd> {
  const { language, protocol, system, toolbox, window, signal, record, tell } = round
  const words = agentWords[language]
  const scratchpad = createScratchpad({ count: window.count, leftOut: words.leftOut })
  let unreadable = 0

  const promptNow = async () => {
    const law = (await round.law())?.text ?? ''
    const { history, input } = round
    const todo = toolbox.recap()
    return agentPrompt(
      { language, system, law, history, input, scratchpad: scratchpad.blocks(), todo },
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
    const made = scratchpad.shrink(Math.max(0, share * window.windowTokens - rest))
    return made ? await promptNow() : undefined
  }

  async function askForStep(
    number: number,
  ): Promise<{ readonly answer: ModelAnswer; readonly shortened: boolean }> {
    let prompt = await promptNow()
    const roomy = sizeOf(prompt) >= full ? await makeRoom(prompt, roomShare) : undefined
    prompt = roomy ?? prompt
    if (sizeOf(prompt) > window.windowTokens - window.outputReserveTokens) throw tooLarge()
    const on = {
      text: (delta: string) => tell({ type: 'text', step: { number }, delta }),
      retrying: (retrying: NonNullable<AgentEvent['retrying']>) =>
        tell({ type: 'retrying', step: { number }, retrying }),
    }
    try {
      return { answer: await round.ask(prompt, on), shortened: roomy !== undefined }
    } catch (error) {
      if (!isAppError(error, ErrorCode.AI_CONTEXT_TOO_LONG)) throw error
      const smaller = await makeRoom(prompt, (roomShare * sizeOf(prompt)) / window.windowTokens)
      if (!smaller) throw error
      return { answer: await round.ask(smaller, on), shortened: true }
    }
  }

  for (let number = 1; number <= round.maxSteps; number += 1) {
    signal.throwIfAborted()
    tell({ type: 'step', step: { number, thought: '' } })
    const { answer, shortened } = await askForStep(number)
    const step = protocol.parse(answer.text)
    const notes: StepNote[] = [
      ...(shortened ? ['shortened' as const] : []),
      ...(answer.invented ? ['invented' as const] : []),
      ...(step.kind === 'action' && step.mended ? ['mended' as const] : []),
    ]
    const usage = { usage: answer.usage }
    tell({
      type: 'usage',
      step: { number, ...usage },
      ...(answer.spending && { task: { spending: answer.spending } }),
    })
    if (step.kind === 'finish') {
      tell({ type: 'call', step: { number, thought: step.thought, tool: 'Finish', notes } })
      await record.finish(number, { said: answer.text, thought: step.thought, notes, ...usage })
      return { ended: 'finished', answer: step.answer }
    }
    const tool = step.kind === 'action' ? step.tool : undefined
    const input = step.kind === 'action' ? inputOf(step) : undefined
    const called = { ...(tool === undefined ? {} : { tool }), ...(input === undefined ? {} : { input }) }
    tell({ type: 'call', step: { number, thought: step.thought, ...called, notes } })
    await record.action(number, { said: answer.text, thought: step.thought, ...called, ...usage })
    const result = await carryOut(step, number)
    signal.throwIfAborted()
    notes.push(...notesOf(step, result))
    const name = tool ?? 'unreadable'
    const kept = await record.observation(number, { tool: name, result, notes })
    tell({
      type: 'observation',
      step: { number, notes, ...kept },
      ...(toolbox.written() && { task: toolbox.written() ?? {} }),
    })
    if (name === 'TodoWrite' && result.status !== 'error') {
      tell({ type: 'todo', task: { todos: toolbox.todos() } })
      await record.plan(number, { recap: toolbox.recap(), todos: toolbox.todos() })
    }
    scratchpad.add({
      number,
      said: answer.text,
      full: observed(result, notes),
      short: kept.observation,
    })
    unreadable = step.kind === 'malformed' ? unreadable + 1 : 0
    if (unreadable === mostUnreadable) throw notReadable()
  }
  return { ended: 'limit' }

  function observed({ text }: ToolResult, notes: readonly StepNote[]): string {
    const said = [
      ...(notes.includes('invented') ? [words.invented] : []),
      ...(notes.includes('mended') ? [words.mended] : []),
      ...(notes.includes('looksLikeOrders') ? [words.orders] : []),
    ]
    return [...said, escapeReminders(text)].join('\n')
  }

  async function carryOut(step: ParsedStep, number: number): Promise<ToolResult> {
    if (step.kind !== 'action') {
      const why = step.kind === 'malformed' ? words.malformed[step.why] : words.malformed.noAction
      return failed('AGENT_STEP_UNREADABLE', why, words.shape)
    }
    const name = toolbox.has(step.tool)
    if (!name) {
      const names = toolbox.tools.map((known) => known.name)
      return failed('AGENT_TOOL_UNKNOWN', words.unknownTool(step.tool, names))
    }
    const known = toolbox.tools.find((one) => one.name === name)
    const { input, isStray } = withBlock(step, known?.block)
    const result = await toolbox.run(name, input, { signal, ask: round.askAuthor(number) })
    return isStray ? { ...result, text: `${words.strayBlock}\n${result.text}` } : result
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
    ...(soundsLikeOrders(result.text) ? ['looksLikeOrders' as const] : []),
  ]
}

const tooLarge = () =>
  new AppError(
    ErrorCode.CONTEXT_INPUT_TOO_LARGE,
    '这件事要读的内容超过了这个模型一次能读的量，停在这里。可以换一个窗口更大的模型，或者把任务分小。',
    { data: { limit: 'window' } },
  )
const notReadable = () =>
  new AppError(
    ErrorCode.AGENT_UNREADABLE,
    '模型连着三次没有按步骤的格式写，做不下去了。可以换一个模型再试。',
    { data: { times: mostUnreadable } },
  )
