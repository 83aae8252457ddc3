import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelOutput } from '#contract/index.ts'
import { useApp } from '../../app/AppContext.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { AskAnswerRow } from './AskAnswerRow.tsx'
import type { ReceiptView } from './contextModel.ts'

type Answer = ChannelOutput<'context:ask'>
type State =
  | { readonly phase: 'idle' | 'asking' }
  | { readonly phase: 'answered'; readonly answer: Answer }
  | { readonly phase: 'failed'; readonly message: string }

/** Asks where a name or a fact stands in this run's prompt, or why it does not. */
export const AskTab = ({ shown }: { readonly shown: ReceiptView }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { ipc } = useApp()
  const [question, setQuestion] = useState('')
  const [state, setState] = useState<State>({ phase: 'idle' })
  const { projectId, receiptId } = shown.receipt

  const ask = async (event: FormEvent) => {
    event.preventDefault()
    if (question.trim() === '') return
    setState({ phase: 'asking' })
    const answer = await ipc.invoke('context:ask', { projectId, receiptId, question: question.trim() })
    setState(
      answer.ok
        ? { phase: 'answered', answer: answer.data }
        : { phase: 'failed', message: sentence(answer.error) },
    )
  }

  return (
    <div className="viewer-scroll ask" data-testid="ai-context-ask">
      <form className="ask-form" onSubmit={(event) => void ask(event)}>
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
        {state.phase === 'asking' && <p className="quiet">{t('ask.asking')}</p>}
        {state.phase === 'failed' && <p>{t('viewer.failed', { message: state.message })}</p>}
        {state.phase === 'answered' && <Answers {...state.answer} />}
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
