import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChat, useProjectId } from '../../app/AppContext.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'

/** The deleted talks of the work, folded away under the others: to be taken back, or removed for good. */
export const DeletedThreads = ({ onChosen }: { readonly onChosen: () => void }) => {
  const { t } = useTranslation()
  const chat = useChat()
  const { data } = useChannelQuery('chat:trash', { projectId: useProjectId() })
  const [asked, setAsked] = useState(false)
  if (data === undefined || data.conversations.length === 0) return null
  const { conversations, more } = data
  const n = conversations.length
  return (
    <details className="chat-deleted" data-testid="chat-deleted" onToggle={() => setAsked(false)}>
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
            <button
              type="button"
              className="button"
              aria-label={t('chat.restoreOne', { title: title || t('chat.untitled') })}
              onClick={() => void chat.restore(id).then((done) => done && onChosen())}
            >
              {t('chat.restore')}
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="panel-note">{t('chat.deletedMore', { n: more })}</p>}
      {asked ? (
        <div className="run-question" role="alert">
          <p>{t('chat.emptyAsk', { n })}</p>
          <div className="run-actions">
            <button
              type="button"
              className="button"
              data-testid="chat-empty-confirm"
              onClick={() => {
                setAsked(false)
                void chat.emptyTrash(conversations.map(({ id }) => id))
              }}
            >
              {t('chat.emptyYes')}
            </button>
            <button type="button" className="button" onClick={() => setAsked(false)}>
              {t('chat.emptyNo')}
            </button>
          </div>
        </div>
      ) : (
        <button type="button" className="button" data-testid="chat-empty" onClick={() => setAsked(true)}>
          {t('chat.emptyTrash')}
        </button>
      )}
    </details>
  )
}
