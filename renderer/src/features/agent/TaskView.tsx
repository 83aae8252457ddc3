import { Check, Circle, CircleDot } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { AgentHead, AgentTask, AgentTodo } from '#contract/agent.ts'
import { useAgent } from '../../app/AppContext.tsx'
import { RetryCountdown } from '../aiPanel/RunWait.tsx'
import { StepRow } from './StepRow.tsx'
import { TaskEnd } from './TaskEnd.tsx'
import { isWorking } from './taskStore.ts'
import './TaskView.css'

/** A task from the author's words to what came of it. */
export const TaskView = ({ task }: { readonly task: AgentTask }) => {
  const { t } = useTranslation()
  const agent = useAgent()
  const retrying = useStore(agent.store, (state) => state.retrying)
  const working = isWorking(task)
  const end = useRef<HTMLDivElement>(null)
  const last = task.steps.at(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step or its question moves the end, its words do not
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [task.taskId, task.steps.length, task.state, last?.observation === undefined])
  return (
    <div className="chat-messages chat-fill" data-testid="agent-task" data-state={task.state}>
      {task.isExample && <p className="panel-note agent-example">{t('agent.example')}</p>}
      <div className="chat-message chat-user">
        <p className="run-who">{t('run.you')}</p>
        <p className="run-text">{task.input}</p>
      </div>
      {task.compaction && <Compacted compaction={task.compaction} working={working} />}
      {task.todos.length > 0 && <Plan todos={task.todos} />}
      <ol className="agent-steps" aria-label={t('agent.steps')}>
        {task.steps.map((step) => (
          <StepRow
            key={step.number}
            step={step}
            live={working && step.number === last?.number}
            isRequesting={task.state === 'asking'}
          />
        ))}
      </ol>
      {working && retrying !== null && <RetryCountdown retrying={{ ...retrying, busy: true }} />}
      {working && retrying === null && (
        <p className="run-state" role="status">
          {t(stateWords(task), { step: Math.max(1, task.steps.length), most: task.maxSteps ?? 0 })}
        </p>
      )}
      {!working && <TaskEnd task={task} />}
      <div ref={end} />
    </div>
  )
}

const stateWords = ({ state, maxSteps }: AgentTask) => {
  if (state === 'asking') return 'agent.awaitsApproval'
  return maxSteps === undefined ? 'agent.workingOn' : 'agent.working'
}

interface CompactedProps {
  readonly compaction: NonNullable<AgentHead['compaction']>
  readonly working: boolean
}

/** The conversation was too long for another task: how its older part is, or was, archived before the first step. */
const Compacted = ({ compaction: { state, messages }, working }: CompactedProps) => {
  const { t } = useTranslation()
  if (state === 'working' && !working) return null
  return (
    <div className="chat-summary" data-testid="agent-compaction" data-state={state}>
      {messages > 0 && <p className="run-who">{t('chatSummary.title', { count: messages })}</p>}
      <p className="run-state" role="status">
        {state === 'failed'
          ? t('agentCompaction.failed')
          : t(state === 'summary' ? 'agentCompaction.summary' : `chatSummary.${state}`)}
      </p>
    </div>
  )
}

const icons = { done: Check, doing: CircleDot, pending: Circle } as const

/** What the task has set out to do. */
const Plan = ({ todos }: { readonly todos: readonly AgentTodo[] }) => {
  const { t } = useTranslation()
  const done = todos.filter(({ state }) => state === 'done').length
  return (
    <section className="agent-plan" data-testid="agent-plan">
      <h3 className="agent-heading">
        {t('agent.plan')} <span className="number">{t('agent.planDone', { done, all: todos.length })}</span>
      </h3>
      <ul>
        {todos.map(({ text, state }, index) => {
          const Icon = icons[state]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same words may stand in a plan twice
            <li key={index} data-state={state}>
              <Icon size={14} aria-hidden />
              <span className="visually-hidden">{t(`agent.todo.${state}`)}</span>
              {text}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
