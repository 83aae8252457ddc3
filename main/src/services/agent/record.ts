import { randomUUID } from 'node:crypto'
import type { AgentEvent, AgentTodo, StepNote } from '#contract/agent.ts'
import type { ConversationEvent } from '#contract/creonow.ts'
import type { RunSpending, RunUsage } from '#contract/spending.ts'
import type { PromptHashes } from '../ai/index.ts'
import { compressToolResult } from '../conversation/index.ts'
import { promptVersion } from './prompts.ts'
import type { ToolResult } from './tools/tool.ts'

type ObservationRecord = Pick<NonNullable<AgentEvent['step']>, 'status' | 'error' | 'fullAt'> & {
  readonly observation: string
}

/** The request that produced a step. */
interface AnsweredRequest extends PromptHashes {
  readonly usage: RunUsage
}

/** Writes a round into its conversation, step by step. @throws as `ConversationStore.append`. */
export interface Recorder {
  request(
    text: string,
    about: { readonly modelId: string; readonly maxSteps?: number; readonly startedAt: string },
  ): Promise<void>
  action(
    step: number,
    written: {
      readonly modelText: string
      readonly thought: string
      readonly tool?: string
      readonly input?: string
    } & Partial<AnsweredRequest>,
  ): Promise<void>
  /** Returns the stored form of the result. */
  observation(
    step: number,
    outcome: { readonly tool: string; readonly result: ToolResult; readonly notes: readonly StepNote[] },
  ): Promise<ObservationRecord>
  plan(step: number, plan: { readonly recap: string; readonly todos: readonly AgentTodo[] }): Promise<void>
  /** The step that finishes; its answer is written by `ended`. */
  finish(
    step: number,
    written: {
      readonly modelText: string
      readonly thought: string
      readonly notes: readonly StepNote[]
    } & AnsweredRequest,
  ): Promise<void>
  ended(end: {
    readonly content: string
    readonly state: 'finished' | 'limit' | 'cancelled' | 'failed'
    readonly error?: { readonly code: string; readonly message: string; readonly details?: unknown }
    readonly spending?: RunSpending | undefined
    readonly written?: { readonly editId: string; readonly files: readonly string[] } | undefined
  }): Promise<void>
}

/** As in the contract of conversations, with space for the other fields. */
const maxMetadataUnits = 16_000
const maxThoughtUnits = 2000

export function createRecorder(options: {
  readonly taskId: string
  readonly conversationId: string
  readonly append: (event: ConversationEvent) => Promise<void>
  /** Stores a whole result in a file of its own; project-relative path. */
  readonly saveOutput: (name: string, text: string) => Promise<string>
  readonly now: () => number
}): Recorder {
  const { taskId, append, now } = options
  let finishing:
    | (AnsweredRequest & {
        readonly step: number
        readonly thought: string
        readonly notes: readonly StepNote[]
      })
    | undefined

  const write = (
    type: ConversationEvent['type'],
    role: ConversationEvent['role'],
    content: string,
    metadata: ConversationEvent['metadata'],
    timestamp = new Date(now()).toISOString(),
  ) =>
    append({
      ...{
        id: randomUUID(),
        type,
        role,
        content,
        timestamp,
        skillId: 'agent',
      },
      metadata: { ...metadata, taskId },
    })

  return {
    request: (text, { modelId, maxSteps, startedAt }) =>
      write('user', 'user', text, { model: modelId, maxSteps, promptVersion }, startedAt),
    action: (step, { modelText, thought, tool, input, usage, promptHash, sentHash }) =>
      write('action', 'assistant', modelText, {
        ...{ step, usage, promptHash, sentHash, thought: thought.slice(0, maxThoughtUnits).toWellFormed() },
        ...(tool === undefined ? {} : { tool_name: tool }),
        ...(input === undefined ? {} : { input }),
      }),
    async observation(step, { tool, result, notes }) {
      const brief = compressToolResult(tool, result)
      const isCut = brief.includes('"truncated":true')
      const fullAt = isCut ? await options.saveOutput(`${taskId.slice(-8)}-${step}`, result.text) : undefined
      const observation = fullAt === undefined ? brief : compressToolResult(tool, result, fullAt)
      const { status, error } = result
      const recorded = { status, ...(error ? { error } : {}), ...(fullAt === undefined ? {} : { fullAt }) }
      await write('observation', 'tool', observation, {
        tool_name: tool,
        step,
        notes: [...notes],
        ...recorded,
      })
      return { observation, ...recorded }
    },
    plan: (step, { recap, todos }) => write('plan', 'assistant', recap, { step, todos: fitting([...todos]) }),
    async finish(step, { thought, notes, usage, promptHash, sentHash }) {
      const hashes = { promptHash, sentHash }
      finishing = { step, thought: thought.slice(0, maxThoughtUnits).toWellFormed(), notes, usage, ...hashes }
    },
    ended: ({ content, state, error, spending, written }) =>
      write('assistant', 'assistant', content, {
        ...{ ended: state, ...finishing },
        ...(error ? { error } : {}),
        ...(spending ? { spending } : {}),
        ...(written
          ? { editId: written.editId, files: fitting([...written.files]), fileCount: written.files.length }
          : {}),
      }),
  }
}

/** As many of a list as metadata takes. */
function fitting<T>(list: readonly T[]): readonly T[] {
  let units = 0
  return list.filter((entry) => {
    units += JSON.stringify(entry).length + 1
    return units <= maxMetadataUnits
  })
}
