import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useChat, useProjectId } from '../../app/AppContext.tsx'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { ModelText } from './ModelText.tsx'
import { SummaryForm, summaryPlace } from './SummaryForm.tsx'
import type { ChatSummary } from './summaries.ts'

const headUnits = 60

/** What stands for the older part of a talk: to read, to change, to take back. */
export const SummaryCard = ({ summary }: { readonly summary: ChatSummary }) => {
  const { t } = useTranslation()
  const chat = useChat()
  const { state, messages, edited, isLatest } = summary
  const conversationId = useStore(chat.store, ({ openId }) => openId)
  const projectId = useProjectId()
  const [editing, setEditing] = useState(false)
  const place = conversationId === null ? null : { projectId, conversationId, eventId: summary.id }
  return (
    <article className="chat-summary" data-testid="chat-summary" data-state={state}>
      <p className="run-who">
        {t('talkSummary.title', { count: messages.length })}
        {edited && ` · ${t('talkSummary.edited')}`}
      </p>
      <p className="run-state">{t(`talkSummary.${state}`)}</p>
      {state === 'summary' &&
        (editing && place !== null ? (
          <SummaryForm place={place} onDone={() => setEditing(false)} />
        ) : (
          <details>
            <summary>{t('talkSummary.open')}</summary>
            <ModelText text={summary.content} />
          </details>
        ))}
      {messages.length > 0 && (
        <details>
          <summary>{t('talkSummary.list', { count: messages.length })}</summary>
          <ul className="chat-summary-list">
            {messages.map(({ id, role, content }) => (
              <li key={id}>
                {t('talkSummary.said', {
                  who: t(role === 'user' ? 'run.you' : 'chat.model'),
                  words: head(content),
                })}
              </li>
            ))}
          </ul>
        </details>
      )}
      {!editing && (
        <div className="run-actions">
          {state === 'summary' && place !== null && (
            <button type="button" className="button" onClick={() => setEditing(true)}>
              {t('talkSummary.edit')}
              <DraftMark place={summaryPlace(place)} />
            </button>
          )}
          {isLatest && (
            <button type="button" className="button" onClick={() => void chat.undoSummary(summary.id)}>
              {t(edited ? 'talkSummary.undoEdited' : 'talkSummary.undo')}
            </button>
          )}
        </div>
      )}
    </article>
  )
}

const head = (text: string) =>
  text.length > headUnits ? `${text.slice(0, headUnits).toWellFormed()}…` : text
