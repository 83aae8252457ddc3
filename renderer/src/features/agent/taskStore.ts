import type { AgentApproval, AgentEvent, AgentHead, AgentStep, AgentTask } from '#contract/agent.ts'

const maxThought = 20_000

/** A task after one more of its events: what `agent:read` would answer now. */
export const afterEvent = (task: AgentTask, { task: changed, step, delta = '' }: AgentEvent): AgentTask => {
  const next = { ...task, ...changed } as AgentTask // what has changed unsets nothing
  if (!step) return next
  const old = task.steps.find(({ number }) => number === step.number) ?? { number: step.number, thought: '' }
  const thought = `${step.thought ?? old.thought}${delta}`.slice(0, maxThought)
  const otherSteps = task.steps.filter(({ number }) => number !== step.number)
  return { ...next, steps: [...otherSteps, { ...old, ...step, thought } as AgentStep] } // as above
}

export const isWorking = (task: AgentHead | null): boolean =>
  task !== null && (task.state === 'working' || task.state === 'asking')

/** The approval that the author has to decide; null: none is pending. */
export function pendingApproval(task: AgentTask | null): AgentApproval | null {
  if (task?.state !== 'asking') return null
  const step = task.steps.find(({ approval, decision }) => approval !== undefined && decision === undefined)
  return step?.approval ?? null
}
