import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatMoment } from '../../i18n/format.ts'

/** The tasks of the work, newest first. */
export const TaskList = ({ onChosen }: { readonly onChosen: () => void }) => {
  const { t } = useTranslation()
  const { agent } = useApp()
  const { tasks, task } = useStore(agent.store)
  if (tasks === null) return <Skeleton label={t('agent.tasks')} lines={3} />
  if (tasks.length === 0) return <p className="panel-note chat-fill">{t('agent.none')}</p>
  return (
    <ul className="chat-list chat-fill" aria-label={t('agent.tasks')}>
      {tasks.map(({ taskId, input, state, startedAt }) => (
        <li key={taskId} className="chat-row">
          <button
            type="button"
            className="chat-thread"
            aria-current={taskId === task?.taskId}
            onClick={() => {
              void agent.openTask(taskId)
              onChosen()
            }}
          >
            <span className="chat-title">{input}</span>
            <span className="chat-about number">
              {t(`agent.state.${state}`)} · {formatMoment(startedAt)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
