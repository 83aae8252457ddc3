import { LRUCache } from 'lru-cache'
import type { agent as channels } from '../contract/agent.ts'
import { ErrorCode } from '../contract/errorCodes.ts'
import { AppError } from '../lib/appError.ts'
import type { AgentService } from '../services/agent/index.ts'
import type { Handlers } from './router.ts'
import type { LiveSessions } from './session.ts'

/** Tasks whose starter is remembered; one that is forgotten has ended long ago. */
const maxTasks = 1000

export function agentHandlers(options: {
  readonly agent: AgentService
  readonly sessions: Pick<LiveSessions, 'broadcast'>
}): Handlers<typeof channels> {
  const { agent, sessions } = options
  const starters = new LRUCache<string, string>({ max: maxTasks })
  // A task that somebody else has started is none to this caller, in the same project too.
  const requireOwn = (taskId: string, owner: string) => {
    if (starters.get(taskId) !== owner) throw new AppError(ErrorCode.NOT_FOUND, { why: 'task' })
  }
  return {
    'agent:run': async (input, { session }) => {
      const { taskId, conversationId } = await agent.start(input, (event) =>
        // Whoever has left and come back is another session by then.
        sessions.broadcast(input.projectId, 'agent', event),
      )
      starters.set(taskId, session.owner)
      return { taskId, conversationId }
    },
    'agent:cancel': async ({ taskId }, { session }) => {
      requireOwn(taskId, session.owner)
      return { cancelled: agent.cancel(taskId) }
    },
    'agent:approve': async ({ taskId, approvalId, decision, placeIds }, { session }) => {
      requireOwn(taskId, session.owner)
      return { decided: await agent.approve(taskId, approvalId, { decision, placeIds }) }
    },
    'agent:list': async ({ projectId }) => ({ tasks: [...(await agent.list(projectId))] }),
    'agent:read': ({ projectId, taskId }) => agent.read(projectId, taskId),
  }
}
