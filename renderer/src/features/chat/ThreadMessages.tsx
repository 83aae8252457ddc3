import { Fragment, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import { useChat, useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatTime } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { ProviderWords } from '../aiPanel/ProviderWords.tsx'
import { RetryCountdown } from '../aiPanel/RunWait.tsx'
import { RunWarnings } from '../aiPanel/RunWarnings.tsx'
import { failureOf, isWorking } from '../aiPanel/runStore.ts'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { WayToSettings } from '../settings/WayToSettings.tsx'
import { AnswerActions } from './AnswerActions.tsx'
import type { ChatTurn } from './chatModel.ts'
import { FirstQuestions } from './FirstQuestions.tsx'
import { ModelText } from './ModelText.tsx'
import { type ChatMessage, messagesOf } from './messages.ts'
import { RepeatQuestion } from './RepeatQuestion.tsx'
import { SummaryForm, summaryPlace } from './SummaryForm.tsx'
import { type ChatSummary, summariesOf } from './summaries.ts'
import { WentAlong } from './WentAlong.tsx'
import './ThreadMessages.css'

/** What was said, and what is being said. */
export const ThreadMessages = () => {
  const { t } = useTranslation()
  const chat = useChat()
  const sentence = useErrorSentence()
  const { openId, turn: any } = useStore(chat.store)
  const { messages, summaries, error } = useConversation()
  const turn = any?.conversationId === openId ? any : null
  const end = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said last is what moves the end
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [last?.id, turn])
  const unanswered = turn === null && last?.role === 'user' ? last : undefined
  return (
    <div className="chat-messages chat-fill" data-testid="chat-messages" aria-live="polite">
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      {messages.length === 0 && turn === null && error === null && (
        <>
          <p className="panel-note">{t('chat.empty')}</p>
          <FirstQuestions />
        </>
      )}
      {messages.map((message) => (
        <Fragment key={message.id}>
          <Message message={message} />
          {summaries.map(
            (summary) => summary.after === message.id && <SummaryCard key={summary.id} summary={summary} />,
          )}
        </Fragment>
      ))}
      {summaries.map((summary) => !summary.after && <SummaryCard key={summary.id} summary={summary} />)}
      {turn !== null && <LiveTurn turn={turn} answered={last?.role === 'assistant'} />}
      {unanswered && <Unanswered text={unanswered.content} />}
      <div ref={end} />
    </div>
  )
}

const Message = ({ message }: { readonly message: ChatMessage }) => {
  const { t } = useTranslation()
  const { role, content, timestamp, cutShort } = message
  return (
    <article className={`chat-message chat-${role}`} data-testid={`chat-${role}`}>
      <p className="run-who">
        {t(role === 'user' ? 'run.you' : 'chat.model')}{' '}
        <span className="number">{formatTime(timestamp)}</span>
      </p>
      {role === 'user' ? <p className="run-text">{content}</p> : <ModelText text={content} />}
      {cutShort && <p className="run-state">{t(`chat.cut.${cutShort}`)}</p>}
      {role === 'assistant' && <AnswerActions message={message} />}
    </article>
  )
}

/** The app was closed, or the service failed, before a word of the answer was stored. */
const Unanswered = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation()
  return (
    <div className="chat-message">
      <p className="run-state">{t('chat.unanswered')}</p>
      <RepeatQuestion question={text} />
    </div>
  )
}

interface Conversation {
  readonly messages: readonly ChatMessage[]
  /** What is sent in the place of older messages. */
  readonly summaries: readonly ChatSummary[]
  readonly error: ErrorPayload | null
}

/** The open conversation as the log has it; empty until it is read, and for a new one. */
const useConversation = (): Conversation => {
  const chat = useChat()
  const projectId = useProjectId()
  const id = useStore(chat.store, ({ openId }) => openId)
  // The log has the question of a turn before its answer: it is shown as the turn until both are there.
  const isAnswering = useStore(
    chat.store,
    ({ turn, openId }) =>
      turn !== null && turn.run.state.phase !== 'failed' && !turn.stored && turn.conversationId === openId,
  )
  const input = id === null ? null : { projectId, id }
  const { data, error } = useChannelQuery('context:creonow:conversations:read', input, {
    enabled: !isAnswering,
  })
  const log = data?.conversation
  return useMemo(
    () => ({
      ...(log ? { messages: messagesOf(log), summaries: summariesOf(log) } : { messages: [], summaries: [] }),
      error,
    }),
    [log, error],
  )
}

interface LiveTurnProps {
  readonly turn: ChatTurn
  /** The log ends with an answer: this one, once it is stored. */
  readonly answered: boolean
}

const preparing = {
  assembling: 'chat.thinking',
  warmingUp: 'run.warmingUp',
  compacting: 'chatSummary.working',
} as const

/** The question that is being answered; afterwards what the log does not tell: failure, warnings, what went along. */
const LiveTurn = ({ turn: { run, stored }, answered }: LiveTurnProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { state } = run
  const working = isWorking(run)
  const error = failureOf(run)
  const showText = run.text !== '' && !(stored && answered)
  return (
    <div className="chat-message chat-live" data-testid="chat-live" data-phase={state.phase}>
      {!stored && (
        <>
          <p className="run-who">{t('run.you')}</p>
          <p className="run-text">{run.instruction}</p>
        </>
      )}
      {showText && (
        <>
          <p className="run-who">{t('chat.model')}</p>
          <ModelText text={run.text} />
          {!working && <AnswerActions message={{ content: run.text }} />}
        </>
      )}
      {state.phase === 'waitingForRetry' && <RetryCountdown retrying={state} />}
      {working && state.phase !== 'waitingForRetry' && run.text === '' && (
        <p className="run-state" role="status">
          {t(state.phase === 'preparing' ? preparing[state.step] : 'chat.thinking')}
        </p>
      )}
      {state.phase === 'cancelled' && run.text === '' && (
        <p className="run-state">{t('run.cancelledEmpty')}</p>
      )}
      {error !== null && (
        <p className="run-error" role="alert">
          {t('chat.failed', { message: sentence(error) })}
          {stored && run.text === '' && t('chat.kept')}
        </p>
      )}
      {error !== null && <ProviderWords failed={error} />}
      {error !== null && <WayToSettings error={error} />}
      {!working && stored && run.text === '' && <RepeatQuestion question={run.instruction} />}
      <RunWarnings run={run} />
      {!working && run.context?.history && <WentAlong history={run.context.history} />}
    </div>
  )
}

const headUnits = 60

/** What stands for the older part of a talk: to read, to change, to take back. */
const SummaryCard = ({ summary }: { readonly summary: ChatSummary }) => {
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
        {t('chatSummary.title', { count: messages.length })}
        {edited && ` · ${t('chatSummary.edited')}`}
      </p>
      <p className="run-state">{t(`chatSummary.${state}`)}</p>
      {summary.isSent &&
        (editing && place !== null ? (
          <SummaryForm place={place} onDone={() => setEditing(false)} />
        ) : (
          <details>
            <summary>{t('chatSummary.open')}</summary>
            <ModelText text={summary.content} />
          </details>
        ))}
      {messages.length > 0 && (
        <details>
          <summary>{t('chatSummary.list', { count: messages.length })}</summary>
          <ul className="chat-summary-list">
            {messages.map(({ id, role, content }) => (
              <li key={id}>
                {t('chatSummary.said', {
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
          {summary.isSent && place !== null && (
            <Button onClick={() => setEditing(true)}>
              {t('chatSummary.edit')}
              <DraftMark place={summaryPlace(place)} />
            </Button>
          )}
          {isLatest && (
            <Button onClick={() => void chat.undoSummary(summary.id)}>
              {t(edited ? 'chatSummary.undoEdited' : 'chatSummary.undo')}
            </Button>
          )}
        </div>
      )}
    </article>
  )
}

const head = (text: string) =>
  text.length > headUnits ? `${text.slice(0, headUnits).toWellFormed()}…` : text
