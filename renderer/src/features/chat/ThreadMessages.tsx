import { Fragment, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useChat } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatTime } from '../../i18n/format.ts'
import { AnswerActions } from './AnswerActions.tsx'
import { AskAgain } from './AskAgain.tsx'
import { LiveTurn } from './LiveTurn.tsx'
import { ModelText } from './ModelText.tsx'
import type { ChatMessage } from './messages.ts'
import { SummaryCard } from './SummaryCard.tsx'
import { useConversation } from './useConversation.ts'

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
        <p className="panel-note">{t('chat.empty')}</p>
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
      <AskAgain question={text} />
    </div>
  )
}
