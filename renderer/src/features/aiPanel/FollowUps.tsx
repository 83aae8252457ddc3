import { useTranslation } from 'react-i18next'
import type { FollowUp, FollowUpRecord } from '#contract/judge.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { RunSpending } from './RunSpending.tsx'

/** What the model was asked behind a run's request, as it was sent, and what each question has cost. */
export const FollowUps = ({ followUps }: { readonly followUps: readonly FollowUp[] }) => {
  const { t } = useTranslation()
  return (
    <details className="run-other" data-testid="run-follow-ups">
      <summary>{t('judge.asked', { n: followUps.length })}</summary>
      <p className="run-usage">{t('judge.howChecked')}</p>
      {followUps.map(({ purpose, question, spending }) => (
        <div key={question}>
          <p className="run-state">{t(`judge.purposes.${purpose}`)}</p>
          {spending === undefined ? (
            <p className="run-usage">{t('judge.unanswered')}</p>
          ) : (
            <RunSpending {...spending} />
          )}
          <p className="run-text run-output">{question}</p>
          <CopyButton text={question} label={t('judge.copyQuestion')} done={t('run.copied')} wide />
        </div>
      ))}
    </details>
  )
}

/** What a receipt knows of them: the words are not kept with it. */
export const FollowUpCosts = ({ followUps }: { readonly followUps: readonly FollowUpRecord[] }) => {
  const { t } = useTranslation()
  return followUps.map(({ purpose, spending, questionHash }) => (
    <div key={questionHash} className="fingerprint-row" data-testid="follow-up-cost">
      <span>{t(`judge.purposes.${purpose}`)}</span>
      {spending === undefined ? <span>{t('judge.unanswered')}</span> : <RunSpending {...spending} />}
    </div>
  ))
}
