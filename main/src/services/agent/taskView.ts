import { z } from 'zod'
import type { AgentEvent, AgentHead, AgentStep, AgentTask, AgentTodo, StepNote } from '#contract/agent.ts'
import type { Conversation, ConversationEvent } from '#contract/creonow.ts'
import { compactionOf } from '../conversation/index.ts'

/** A task as it is shown, after one more event of it. */
export function afterEvent(task: AgentTask, event: Pick<AgentEvent, 'task' | 'step' | 'delta'>): AgentTask {
  const { step, delta = '' } = event
  const changed = { ...task, ...event.task } as AgentTask // what has changed unsets nothing
  if (!step) return changed
  const old = task.steps.find(({ number }) => number === step.number) ?? { number: step.number, thought: '' }
  const next: AgentStep = {
    ...old,
    ...step,
    thought: `${step.thought ?? old.thought}${delta}`.slice(0, maxThought),
  }
  return { ...changed, steps: [...task.steps.filter(({ number }) => number !== step.number), next] }
}

const maxThought = 20_000

/** The task without its steps. */
export const headOf = ({ steps: _steps, ...head }: AgentTask): AgentHead => head

/** Every task in a conversation, oldest first. One without an end was cut short when the program ended. */
export function tasksIn(projectId: string, conversation: Conversation): readonly AgentTask[] {
  const tasks = new Map<string, AgentTask>()
  let currentTaskId: unknown
  for (const event of conversation.events) {
    if (event.type === 'user') currentTaskId = event.metadata.taskId
    // A compaction belongs to the turn for which it was made; one of a chat belongs to no task.
    const done = typeof currentTaskId === 'string' ? compactionOf(event) : undefined
    const taskId = done ? currentTaskId : event.metadata.taskId
    if (typeof taskId !== 'string') continue
    const task = tasks.get(taskId) ?? initialTask(projectId, conversation.id, taskId, event)
    tasks.set(taskId, withLogged(task, event))
  }
  return [...tasks.values()]
}

const initialTask = (
  projectId: string,
  conversationId: string,
  taskId: string,
  event: ConversationEvent,
): AgentTask => {
  const modelId = textIn(event, 'model') ?? ''
  const { maxSteps } = event.metadata
  return {
    ...{ taskId, projectId, conversationId, input: event.content.slice(0, maxThought), modelId },
    isExample: modelId === 'fake',
    ...(typeof maxSteps === 'number' && { maxSteps }),
    startedAt: event.timestamp,
    ...{ state: 'interrupted', answer: '', todos: [], files: [], steps: [] },
  }
}

function withLogged(task: AgentTask, event: ConversationEvent): AgentTask {
  const { type, content, metadata } = event
  const compaction = compactionOf(event)
  if (compaction) {
    const messages = (task.compaction?.messages ?? 0) + compaction.messages
    return { ...task, compaction: { state: compaction.state, messages } }
  }
  const number = typeof metadata.step === 'number' ? metadata.step : undefined
  if (type === 'assistant') return afterEvent(task, endOf(event, number))
  if (number === undefined) return task
  if (type === 'plan') return { ...task, todos: (metadata.todos as readonly AgentTodo[] | undefined) ?? [] }
  const tool = textIn(event, 'tool_name')
  if (type === 'action') {
    const input = textIn(event, 'input')
    const usage = metadata.usage as AgentStep['usage']
    return afterEvent(task, {
      step: {
        ...{ number, thought: textIn(event, 'thought') ?? '' },
        ...(tool === undefined ? {} : { tool }),
        ...(input === undefined ? {} : { input }),
        ...(usage === undefined ? {} : { usage }),
        ...hashesIn(event),
      },
    })
  }
  if (type !== 'observation') return task
  const { status, error, fullAt, notes } = metadata as Partial<AgentStep>
  return afterEvent(task, {
    step: {
      ...{ number, observation: content, notes: (notes ?? []) as StepNote[] },
      ...(status ? { status } : {}),
      ...(error ? { error } : {}),
      ...(fullAt ? { fullAt } : {}),
    },
    task: writtenIn(task, content),
  })
}

/** What a task has written so far, by the result of its latest step; the end of it says it once more. */
function writtenIn({ files }: AgentTask, result: string): Partial<AgentHead> {
  const parsed = applied.safeParse(parseResult(result))
  if (!parsed.success) return {}
  const { changes = [], path, editId } = parsed.data.data
  const paths = path === undefined ? changes.map((change) => change.path) : [path]
  return { editId, files: [...new Set([...files, ...paths])] }
}

/** Of the tools that write, as the log has it: one file, or several. */
const applied = z.object({
  data: z.object({
    applied: z.literal(true),
    path: z.string().optional(),
    changes: z.array(z.object({ path: z.string() })).optional(),
    editId: z.string(),
  }),
})

function parseResult(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What is written with the last event of a task: see `record.ts`. */
function endOf(
  { content, metadata }: ConversationEvent,
  number: number | undefined,
): Pick<AgentEvent, 'task' | 'step'> {
  const { ended, error, spending, editId, files, thought, notes, usage } = metadata as {
    readonly ended?: AgentTask['state']
    readonly error?: AgentTask['error']
    readonly spending?: AgentTask['spending']
    readonly editId?: string
    readonly files?: readonly string[]
    readonly thought?: string
    readonly notes?: StepNote[]
    readonly usage?: AgentStep['usage']
  } // as `record.ts` writes it; the answer to the page is checked by the contract
  const isOwn = ended === 'finished'
  return {
    task: {
      ...{ state: ended ?? 'finished', answer: isOwn ? content : '' },
      ...(error ? { error } : {}),
      ...(spending ? { spending } : {}),
      ...(editId ? { editId } : {}),
      ...(files ? { files } : {}),
    },
    ...(isOwn && number !== undefined
      ? {
          step: {
            ...{ number, thought: thought ?? '', tool: 'Finish', notes: notes ?? [] },
            ...(usage ? { usage } : {}),
            ...hashesIn({ metadata }),
          },
        }
      : {}),
  }
}

/** Absent in tasks of older versions. */
function hashesIn(event: Pick<ConversationEvent, 'metadata'>): Pick<AgentStep, 'promptHash' | 'sentHash'> {
  const [promptHash, sentHash] = [textIn(event, 'promptHash'), textIn(event, 'sentHash')]
  return promptHash !== undefined && sentHash !== undefined ? { promptHash, sentHash } : {}
}

const textIn = ({ metadata }: Pick<ConversationEvent, 'metadata'>, field: string): string | undefined => {
  const value = metadata[field]
  return typeof value === 'string' ? value : undefined
}
