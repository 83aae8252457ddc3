import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { ModelText } from './ModelText.tsx'
import type { ChatSummary } from './summaries.ts'

const headUnits = 60

/** What stands for the older part of a talk: to read, to change, to take back. */
export const SummaryCard = ({ summary }: { readonly summary: ChatSummary }) => {
  const { t } = useTranslation()
  const { chat } = useApp()
  const { state, messages, edited, isLatest } = summary
  const draft = useStore(chat.store, ({ summaryDraft }) =>
    summaryDraft?.eventId === summary.id ? summaryDraft : null,
  )
  return (
    <article className="chat-summary" data-testid="chat-summary" data-state={state}>
      <p className="run-who">
        {t('talkSummary.title', { count: messages.length })}
        {edited && ` · ${t('talkSummary.edited')}`}
      </p>
      <p className="run-state">{t(`talkSummary.${state}`)}</p>
      {state === 'summary' &&
        (draft === null ? (
          <details>
            <summary>{t('talkSummary.open')}</summary>
            <ModelText text={summary.content} />
          </details>
        ) : (
          <SummaryForm text={draft.text} />
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
      {draft === null && (
        <div className="run-actions">
          {state === 'summary' && (
            <button type="button" className="button" onClick={() => chat.editSummary(summary)}>
              {t('talkSummary.edit')}
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

const SummaryForm = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation()
  const { chat } = useApp()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void chat.saveSummary()
      }}
    >
      <textarea
        className="field chat-summary-text"
        // biome-ignore lint/a11y/noAutofocus: the form stands in the place of the summary whose button was just pressed
        autoFocus
        aria-label={t('talkSummary.words')}
        maxLength={40_000}
        rows={12}
        value={text}
        onChange={(event) => chat.draftSummary(event.target.value)}
      />
      <div className="run-actions">
        <button type="submit" className="button button-primary" disabled={text.trim() === ''}>
          {t('talkSummary.save')}
        </button>
        <button type="button" className="button" onClick={chat.dropSummary}>
          {t('talkSummary.cancel')}
        </button>
      </div>
    </form>
  )
}
