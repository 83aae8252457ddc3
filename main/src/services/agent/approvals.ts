import { randomUUID } from 'node:crypto'
import type { AgentApproval, AgentEvent, Decision } from '#contract/agent.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import type { RequestApproval } from './toolbox.ts'

/** Tells of what a step wants, and waits until the author has decided or the task ends. */
export function createApprovalRequester(options: {
  readonly step: number
  readonly signal: AbortSignal
  /** By approval: whoever decides finds here whom to tell. */
  readonly pendingApprovals: Map<string, (decision: Decision) => void>
  readonly isAttended: () => boolean
  readonly publish: (event: Omit<AgentEvent, 'taskId' | 'projectId'>) => void
}): RequestApproval {
  const { step: number, signal, pendingApprovals, publish } = options
  return async (request) => {
    if (!options.isAttended()) return 'no'
    const approval: AgentApproval = { ...request, approvalId: randomUUID() }
    const { promise, resolve, reject } = Promise.withResolvers<Decision>()
    const stop = () => reject(new AppError(ErrorCode.CANCELLED, '已取消。'))
    signal.addEventListener('abort', stop, { once: true })
    pendingApprovals.set(approval.approvalId, resolve)
    publish({ type: 'approval', task: { state: 'asking' }, step: { number, approval } })
    try {
      const decision = await promise
      publish({ type: 'approval', task: { state: 'working' }, step: { number, decision } })
      return decision
    } finally {
      pendingApprovals.delete(approval.approvalId)
      signal.removeEventListener('abort', stop)
    }
  }
}
