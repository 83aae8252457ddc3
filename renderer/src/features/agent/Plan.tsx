import { Check, Circle, CircleDot } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AgentTodo } from '#contract/agent.ts'

const icons = { done: Check, doing: CircleDot, pending: Circle } as const

/** What the task has set out to do. */
export const Plan = ({ todos }: { readonly todos: readonly AgentTodo[] }) => {
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
