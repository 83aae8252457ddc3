import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelOutput } from '#contract/index.ts'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { AskAnswerRow } from './AskAnswerRow.tsx'
import type { ReceiptView } from './contextModel.ts'

type Answer = ChannelOutput<'context:ask'>

/** Asks where a name or a fact stands in this run's prompt, or why it does not. */
export const AskTab = ({ shown }: { readonly shown: ReceiptView }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const [question, setQuestion] = useState('')
  /** The question that was sent. */
  const [submitted, setSubmitted] = useState<string | null>(null)
  const { projectId, receiptId } = shown.receipt

  const { data, error } = useChannelQuery(
    'context:ask',
    submitted === null ? null : { projectId, receiptId, question: submitted },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (question.trim() !== '') setSubmitted(question.trim())
  }

  return (
    <div className="viewer-scroll ask" data-testid="ai-context-ask">
      <form className="ask-form" onSubmit={submit}>
        <label className="ask-question">
          <span>{t('ask.label')}</span>
          <input
            className="field"
            type="text"
            maxLength={500}
            placeholder={t('ask.hint')}
            value={question}
            onChange={({ target }) => setQuestion(target.value)}
          />
        </label>
        <button type="submit" className="button" disabled={question.trim() === ''}>
          {t('ask.submit')}
        </button>
      </form>
      <div role="status">
        {submitted !== null && data === undefined && error === null && (
          <p className="quiet">{t('ask.asking')}</p>
        )}
        {error !== null && <p>{t('viewer.failed', { message: sentence(error) })}</p>}
        {data !== undefined && <Answers {...data} />}
      </div>
    </div>
  )
}

const Answers = ({ names, words, answers }: Answer) => {
  const { t } = useTranslation()
  const about = [...names, ...words]
  if (about.length === 0) return <p className="quiet">{t('ask.nothing')}</p>
  return (
    <>
      <p className="quiet">{t('ask.looked', { words: about.join(t('ask.comma')) })}</p>
      <ul className="ask-answers">
        {answers.map((answer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: answers have no identity but their order
          <AskAnswerRow key={index} answer={answer} />
        ))}
      </ul>
    </>
  )
}
