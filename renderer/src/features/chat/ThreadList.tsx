import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ConversationSummary } from '#contract/creonow.ts'
import { useChat, useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatMoment } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { useThreads } from './ChatBar.tsx'
import './ThreadList.css'

/** All talks of the work, newest first. */
export const ThreadList = ({ onChosen }: { readonly onChosen: () => void }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { data, error } = useThreads()
  if (error !== null) return <Notice tone="danger">{sentence(error)}</Notice>
  if (data === undefined) return <Skeleton label={t('chat.threads')} lines={3} />
  const threads = data.conversations
  return (
    <div className="chat-fill">
      {threads.length === 0 ? (
        <p className="panel-note">{t('chat.noThreads')}</p>
      ) : (
        <ul className="chat-list" aria-label={t('chat.threads')}>
          {threads.map((thread) => (
            <ThreadRow key={thread.id} thread={thread} onChosen={onChosen} />
          ))}
        </ul>
      )}
      <DeletedThreads onChosen={onChosen} />
    </div>
  )
}

const ThreadRow = ({
  thread,
  onChosen,
}: {
  readonly thread: ConversationSummary
  readonly onChosen: () => void
}) => {
  const { t } = useTranslation()
  const chat = useChat()
  const openId = useStore(chat.store, (state) => state.openId)
  const [naming, setNaming] = useState<string | null>(null)
  const { id, updatedAt, messageCount } = thread
  const title = thread.title || t('chat.untitled')
  const name = () => {
    const newName = naming?.trim() ?? ''
    setNaming(null)
    if (newName !== '' && newName !== thread.title) void chat.rename(id, newName)
  }
  if (naming !== null) {
    return (
      <li className="chat-row">
        <input
          className="field"
          aria-label={t('chat.newName', { title })}
          maxLength={200}
          // biome-ignore lint/a11y/noAutofocus: the field replaces the row whose button was just pressed
          autoFocus
          value={naming}
          onChange={(event) => setNaming(event.target.value)}
          onBlur={name}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Enter') name()
            if (event.key !== 'Escape') return
            event.preventDefault()
            setNaming(null)
          }}
        />
      </li>
    )
  }
  return (
    <li className="chat-row">
      <button
        type="button"
        className="chat-thread"
        aria-current={id === openId}
        onClick={() => {
          chat.openThread(id)
          onChosen()
        }}
      >
        <span className="chat-title">{title}</span>
        <span className="chat-about number">
          {t('chat.count', { count: messageCount, time: formatMoment(updatedAt) })}
        </span>
      </button>
      <IconButton
        icon={Pencil}
        iconSize={14}
        label={t('chat.rename', { title })}
        onPress={() => setNaming(thread.title)}
      />
      <IconButton
        icon={Trash2}
        iconSize={14}
        label={t('chat.delete', { title })}
        onPress={() => void chat.remove({ id, title: thread.title })}
      />
    </li>
  )
}

/** The deleted talks of the work, folded away under the others: to be taken back, or removed for good. */
const DeletedThreads = ({ onChosen }: { readonly onChosen: () => void }) => {
  const { t } = useTranslation()
  const chat = useChat()
  const { data } = useChannelQuery('chat:trash', { projectId: useProjectId() })
  const [isConfirming, setConfirming] = useState(false)
  if (data === undefined || data.conversations.length === 0) return null
  const { conversations, more } = data
  const n = conversations.length
  return (
    <details className="chat-deleted" data-testid="chat-deleted" onToggle={() => setConfirming(false)}>
      <summary>{t('chat.deleted', { n: n + more })}</summary>
      <ul>
        {conversations.map(({ id, title, deletedAt }) => (
          <li key={id} className="chat-row">
            <span className="chat-thread">
              <span className="chat-title">{title || t('chat.untitled')}</span>
              <span className="chat-about number">
                {t('chat.deletedAt', { time: formatMoment(deletedAt) })}
              </span>
            </span>
            <Button
              aria-label={t('chat.restoreOne', { title: title || t('chat.untitled') })}
              onClick={() => void chat.restore(id).then((done) => done && onChosen())}
            >
              {t('chat.restore')}
            </Button>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="panel-note">{t('chat.deletedMore', { n: more })}</p>}
      {isConfirming ? (
        <div className="run-question" role="alert">
          <p>{t('chat.confirmDeleteAll', { n })}</p>
          <div className="run-actions">
            <Button
              data-testid="chat-empty-confirm"
              onClick={() => {
                setConfirming(false)
                void chat.emptyTrash(conversations.map(({ id }) => id))
              }}
            >
              {t('chat.emptyYes')}
            </Button>
            <Button onClick={() => setConfirming(false)}>{t('chat.emptyNo')}</Button>
          </div>
        </div>
      ) : (
        <Button data-testid="chat-empty" onClick={() => setConfirming(true)}>
          {t('chat.emptyTrash')}
        </Button>
      )}
    </details>
  )
}
