import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useAgent, useProjectId } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { AgentBar } from './AgentBar.tsx'
import { AgentBox } from './AgentBox.tsx'
import { Interrupted } from './Interrupted.tsx'
import { Permissions } from './Permissions.tsx'
import { TaskList } from './TaskList.tsx'
import { TaskView } from './TaskView.tsx'

/** Work in the whole book: one task with its steps and the box for the next, or the list of them. */
export const AgentPanel = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const agent = useAgent()
  const { error, task } = useStore(agent.store)
  const projectId = useProjectId()
  const [listed, setListed] = useState(false)
  return (
    <section className="chat" data-testid="agent" aria-label={t('agent.title')}>
      <AgentBar listed={listed} onList={setListed} />
      <Interrupted />
      {listed ? (
        <TaskList onChosen={() => setListed(false)} />
      ) : task === null ? (
        <p className="panel-note chat-fill agent-empty">{t('agent.empty')}</p>
      ) : (
        <TaskView task={task} />
      )}
      {error !== null && (
        <Notice tone="danger" actions={[{ label: t('agent.dismiss'), onPress: agent.dismiss }]}>
          {sentence(error)}
        </Notice>
      )}
      <Permissions />
      {!listed && <AgentBox projectId={projectId} />}
    </section>
  )
}
