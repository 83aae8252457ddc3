import { type AssistantContent, jsonSchema, type ModelMessage, type ToolSet, tool } from 'ai'
import type { GenerationRequest } from '../providers/provider.ts'
import type { ToolTurn } from '../providers/toolTurns.ts'

/** What a part of a message carries besides its content: the marks of a cache. */
type Marked = Pick<ModelMessage, 'providerOptions'>

/** The tools of a request as the library takes them, in order; undefined: it has none. `strict`: see `Wire`. */
export function toolSetOf(
  { prompt: { tools = [] } }: GenerationRequest,
  strict: boolean | undefined,
): ToolSet | undefined {
  if (tools.length === 0) return undefined
  const entries = tools.map(({ name, description, parameters }) => [
    name,
    tool({ description, inputSchema: jsonSchema(parameters), ...(strict === undefined ? {} : { strict }) }),
  ])
  return Object.fromEntries(entries)
}

/**
 * Each turn as two messages, what the model wrote and what it got. `markedAt`: what goes with the last part of the
 * turn of that number.
 */
export const turnMessages = (
  turns: readonly ToolTurn[] = [],
  markedAt: (turn: number) => Marked = () => ({}),
): ModelMessage[] =>
  turns.flatMap((turn, at): ModelMessage[] => [
    { role: 'assistant', content: writtenParts(turn) },
    answerTo(turn, markedAt(at)),
  ])

function writtenParts({ thinking, text, calls }: ToolTurn): AssistantContent {
  return [
    ...thinking.map(({ text: thought, vendor }) => ({
      ...{ type: 'reasoning' as const, text: thought },
      ...(vendor && { providerOptions: vendor }),
    })),
    // An empty text is refused as a part.
    ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls.map(({ id, name, input, vendor }) => ({
      ...{ type: 'tool-call' as const, toolCallId: id, toolName: name, input },
      ...(vendor && { providerOptions: vendor }),
    })),
  ]
}

function answerTo({ calls, reply = '' }: ToolTurn, marked: Marked): ModelMessage {
  if (calls.length === 0) return { role: 'user', content: [{ type: 'text', text: reply, ...marked }] }
  return {
    role: 'tool',
    content: calls.map(({ id, name, result, isError }, at) => ({
      ...{ type: 'tool-result' as const, toolCallId: id, toolName: name },
      output: { type: isError ? ('error-text' as const) : ('text' as const), value: result },
      ...(at === calls.length - 1 ? marked : {}),
    })),
  }
}
