import { Square } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { permissionResetSentence } from '../../../../main/src/contract/sentences/permissionReset.ts'
import { useAgent, useProjectId, useSettings, useWorkspace } from '../../app/AppContext.tsx'
import { useDocuments } from '../../app/useDocuments.ts'
import { Button } from '../../components/Button.tsx'
import { CheckField } from '../../components/CheckField.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatMoment } from '../../i18n/format.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { PanelBar } from '../chat/ChatBar.tsx'
import { Composer } from '../chat/Composer.tsx'
import { useCodexNames } from '../chat/useCodexNames.ts'
import { useMessage } from '../chat/useMessage.ts'
import { useAppSettings } from '../settings/useAppSettings.ts'
import { TaskView } from './TaskView.tsx'
import { isWorking } from './taskStore.ts'
import './AgentPanel.css'

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
      <PanelBar
        title={task?.input ?? t('agent.new')}
        testId="agent-tasks"
        listed={listed}
        onList={setListed}
        newLabel={t('agent.new')}
        onNew={task === null || isWorking(task) ? undefined : () => void agent.openTask(null)}
      />
      <Interrupted />
      {listed ? (
        <TaskList onChosen={() => setListed(false)} />
      ) : task === null ? (
        <p className="panel-note chat-fill agent-empty">{t('agent.empty')}</p>
      ) : (
        <TaskView task={task} />
      )}
      {error !== null && (
        <Notice
          tone="danger"
          actions={[
            {
              label: t('agent.dismiss'),
              onPress: agent.dismiss,
            },
          ]}
        >
          {sentence(error)}
        </Notice>
      )}
      <Permissions />
      {!listed && <AgentBox projectId={projectId} />}
    </section>
  )
}

/** Writing that a crash has cut short: take it back, or keep it. */
const Interrupted = () => {
  const { t } = useTranslation()
  const agent = useAgent()
  const { data } = useChannelQuery('edits:list', { projectId: useProjectId() })
  const edit = data?.edits.find(({ state }) => state === 'interrupted')
  if (!edit) return null
  const actions = [
    { label: t('agent.undo'), onPress: () => void agent.undo(edit.editId) },
    { label: t('agent.saveEdit'), onPress: () => void agent.saveEdit(edit.editId) },
  ]
  return (
    <Notice tone="warning" actions={actions}>
      {t('agent.interrupted', { label: edit.label, count: edit.files.length })}
    </Notice>
  )
}

/** The tasks of the work, newest first. */
const TaskList = ({ onChosen }: { readonly onChosen: () => void }) => {
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

/** What tasks may do without a question in this project, where that is more than nothing, and the way back. */
const Permissions = () => {
  const { t, i18n } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const { data } = useChannelQuery('agent:permissions:get', { projectId })
  const { send, error } = useChannelMutation('agent:permissions:set')
  const developerMode = useAppSettings(({ developerMode }) => developerMode) ?? false
  if (data === undefined) return null
  const { writes, bash, reset } = data
  return (
    <>
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      {reset !== undefined && (
        <Notice
          tone="warning"
          actions={[
            {
              label: t(reset === 'broken' ? 'agent.permission.startAnew' : 'agent.dismiss'),
              onPress: () => void send('agent:permissions:set', { projectId, writes: 'ask' }),
            },
          ]}
        >
          {permissionResetSentence(reset, i18n.language === 'zh' ? 'zh' : 'en')}
        </Notice>
      )}
      {writes === 'always' && (
        <p className="agent-permission" data-testid="agent-permission">
          {t('agent.permission.writes')}
          <Button
            variant="link"
            onClick={() => void send('agent:permissions:set', { projectId, writes: 'ask' })}
          >
            {t('agent.permission.requireApproval')}
          </Button>
        </p>
      )}
      {(developerMode || bash === 'ask') && (
        <div className="agent-permission">
          <CheckField
            label={t('agent.permission.bash')}
            checked={bash === 'ask'}
            onChange={(isAllowed) =>
              void send('agent:permissions:set', { projectId, bash: isAllowed ? 'ask' : 'off' })
            }
          />
        </div>
      )}
    </>
  )
}

const maxInput = 20_000
/** A path is a path without white space; with it, it stands in quotes. */
const called = (path: string) => (/\s/.test(path) ? `"${path}"` : path)

/** What is to be done. It is kept for each work until it is sent, also over a reload. */
const AgentBox = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const agent = useAgent()
  const settings = useSettings()
  const workspace = useWorkspace()
  const { task, busy } = useStore(agent.store)
  const documents = useDocuments()
  const access = useStore(workspace.store, (state) => state.access)
  const modelId = useStore(settings.store, (state) => state.chosenModelId)
  const { message, isEmpty, ...own } = useMessage({ projectId, form: 'agent', row: '' }, (text) =>
    agent.run(text, modelId),
  )
  const names = useCodexNames()
  const working = isWorking(task)
  const ready = access === 'write' && !working && !busy && !isEmpty
  const files = (documents ?? []).map(({ documentId }) => called(documentId))
  const send = () => ready && own.send()
  const box = (
    <Composer
      id="agent"
      label={t('agent.what')}
      hint={t('agent.hint')}
      listLabel={t('agent.names')}
      names={[...names, ...files]}
      maxLength={maxInput}
      message={message}
      onSend={send}
    >
      <Button data-testid="agent-stop" disabled={!working} onClick={() => void agent.stop()}>
        <Square size={12} aria-hidden />
        {t('panel.stop')}
      </Button>
      <Button type="submit" variant="primary" data-testid="agent-run" disabled={!ready}>
        {t('agent.start')}
      </Button>
    </Composer>
  )
  return (
    <>
      {task === null && isEmpty && <FirstTasks onChoose={(text) => message.change({ text })} />}
      {box}
    </>
  )
}

/** What a task may be; a press puts it into the box, to be changed before it is sent. */
const FirstTasks = ({ onChoose }: { readonly onChoose: (text: string) => void }) => {
  const { t } = useTranslation()
  const choose = (text: string) => {
    onChoose(text)
    document.querySelector<HTMLElement>('[data-testid="agent-input"]')?.focus()
  }
  return (
    <ul className="chat-first" data-testid="agent-first" aria-label={t('agent.first.label')}>
      {(['clash', 'days', 'names'] as const).map((key) => (
        <li key={key}>
          <Button onClick={() => choose(t(`agent.first.${key}`))}>{t(`agent.first.${key}`)}</Button>
        </li>
      ))}
    </ul>
  )
}
