import type { TFunction } from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LookupAnswer } from '#contract/factLookup.ts'
import type { ChannelOutput } from '#contract/index.ts'
import { useCodex, useWorkspace } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { zh } from '../../i18n/zh.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import type { ReceiptView } from './contextModel.ts'
import { MarkedText } from './MarkedText.tsx'
import './LookupTab.css'

type Answer = ChannelOutput<'context:ask'>

/** Asks where a name or a fact stands in this run's prompt, or why it does not. */
export const LookupTab = ({ shown }: { readonly shown: ReceiptView }) => {
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
          <span>{t('lookup.label')}</span>
          <input
            className="field"
            type="text"
            maxLength={500}
            placeholder={t('lookup.hint')}
            value={question}
            onChange={({ target }) => setQuestion(target.value)}
          />
        </label>
        <Button type="submit" disabled={question.trim() === ''}>
          {t('lookup.submit')}
        </Button>
      </form>
      <div role="status">
        {submitted !== null && data === undefined && error === null && (
          <p className="quiet">{t('lookup.searching')}</p>
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
  if (about.length === 0) return <p className="quiet">{t('lookup.nothing')}</p>
  return (
    <>
      <p className="quiet">{t('lookup.searchedFor', { words: about.join(t('lookup.comma')) })}</p>
      <ul className="ask-answers">
        {answers.map((answer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: answers have no identity but their order
          <LookupAnswerRow key={index} answer={answer} />
        ))}
      </ul>
    </>
  )
}

/** One thing that is known of what was asked, with its words and the way to them. */
const LookupAnswerRow = ({ answer }: { readonly answer: LookupAnswer }) => {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const codex = useCodex()
  const { code, layer, excerpt, open } = answer
  return (
    <li className="ask-answer" data-code={code}>
      {layer !== undefined && (
        <span className={`left-layer layer-${layer}`}>
          <span className="legend-mark" aria-hidden="true" />
          {t(`layer.${layer}`)}
        </span>
      )}
      <p>{t(`lookup.said.${code}`, { replace: inWords(answer.params, t) })}</p>
      {excerpt !== undefined && (
        <blockquote className="ask-excerpt">
          <MarkedText text={excerpt} />
        </blockquote>
      )}
      {open?.kind === 'chapter' && (
        <Button onClick={() => void workspace.reveal(open.documentId, open)}>{t('lookup.open')}</Button>
      )}
      {open?.kind === 'entry' && (
        <Button onClick={() => void codex.openEntry(open.id)}>
          {t('lookup.openEntry', { name: answer.params.name ?? '' })}
        </Button>
      )}
    </li>
  )
}

const isLevel = (level: unknown): level is keyof typeof zh.level => Object.hasOwn(zh.level, String(level))
const isReason = (reason: unknown): reason is Exclude<keyof typeof zh.evidence, 'getIn'> =>
  reason !== 'getIn' && Object.hasOwn(zh.evidence, String(reason))

/** Codes among the parameters as words of the page. */
const inWords = ({ level, reason, ...params }: LookupAnswer['params'], t: TFunction) => ({
  ...params,
  ...(isLevel(level) ? { level: t(`level.${level}`) } : {}),
  ...(isReason(reason) ? { reason: t(`evidence.${reason}`) } : {}),
})
