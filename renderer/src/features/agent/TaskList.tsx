import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useAgent, useProjectId } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatMoment } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'

/** The tasks of the work, newest first. */
export const TaskList = ({ onChosen }: { readonly onChosen: () => void }) => {
  const { t } = useTranslation()
  const agent = useAgent()
  const sentence = useErrorSentence()
  const task = useStore(agent.store, (state) => state.task)
  const { data, error } = useChannelQuery('agent:list', { projectId: useProjectId() })
  if (error !== null) return <Notice tone="danger">{sentence(error)}</Notice>
  if (data === undefined) return <Skeleton label={t('agent.tasks')} lines={3} />
  const { tasks } = data
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
