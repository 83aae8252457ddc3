import type { ConversationEvent } from '#contract/creonow.ts'
import type { ResolvedModel } from '../ai/index.ts'
import { nativeCalls } from './native/protocol.ts'
import { reactText } from './react/protocol.ts'
import type { StepProtocol } from './stepProtocol.ts'

/**
 * The forms of steps for a task, the first to be used and the others where its service refuses that one: what the
 * author has chosen for the service, else calls where the model is documented to have them. A service that has refused
 * tools in this conversation gets text.
 */
export function protocolsOf(
  { id, supportsTools, toolProtocol = 'auto' }: Pick<ResolvedModel, 'id' | 'supportsTools' | 'toolProtocol'>,
  earlier: readonly Pick<ConversationEvent, 'type' | 'metadata'>[],
): readonly [StepProtocol, ...StepProtocol[]] {
  const isNative = toolProtocol === 'native' || (toolProtocol === 'auto' && supportsTools === true)
  return isNative && !hasRefusedTools(id, earlier) ? [nativeCalls, reactText] : [reactText]
}

/** A step of an earlier task with this model has the note. */
function hasRefusedTools(
  modelId: string,
  events: readonly Pick<ConversationEvent, 'type' | 'metadata'>[],
): boolean {
  const tasks = new Set(
    events.flatMap(({ type, metadata: { taskId, model } }) =>
      type === 'user' && model === modelId ? [taskId] : [],
    ),
  )
  return events.some(
    ({ metadata: { taskId, notes } }) =>
      tasks.has(taskId) && Array.isArray(notes) && notes.includes('toolsRefused'),
  )
}
