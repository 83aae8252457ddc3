import { randomUUID } from 'node:crypto'
import type { AgentApproval, AgentEvent, Decision } from '#contract/agent.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import type { AskAuthor } from './toolbox.ts'

/** Tells of what a step wants, and waits until the author has decided or the task ends. */
export function askAuthor(options: {
  readonly step: number
  readonly signal: AbortSignal
  /** By approval: whoever decides finds here whom to tell. */
  readonly waiting: Map<string, (decision: Decision) => void>
  readonly isAttended: () => boolean
  readonly tell: (event: Omit<AgentEvent, 'taskId' | 'projectId'>) => void
}): AskAuthor {
  const { step: number, signal, waiting, tell } = options
  return async (asked) => {
    if (!options.isAttended()) return 'no'
    const approval: AgentApproval = { ...asked, approvalId: randomUUID() }
    const { promise, resolve, reject } = Promise.withResolvers<Decision>()
    const stop = () => reject(new AppError(ErrorCode.CANCELLED, '已取消。'))
    signal.addEventListener('abort', stop, { once: true })
    waiting.set(approval.approvalId, resolve)
    tell({ type: 'approval', task: { state: 'asking' }, step: { number, approval } })
    try {
      const decision = await promise
      tell({ type: 'approval', task: { state: 'working' }, step: { number, decision } })
      return decision
    } finally {
      waiting.delete(approval.approvalId)
      signal.removeEventListener('abort', stop)
    }
  }
}
