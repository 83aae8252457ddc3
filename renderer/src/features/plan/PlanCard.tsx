import { Check, Circle, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentSummary } from '#contract/documents.ts'
import { useIpc, useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { AutosavedForm } from '../autosavedForm/AutosavedForm.tsx'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { shortBeats } from './beats.ts'
import { PlanFields, usePlanFormat, usePovName } from './PlanFields.tsx'
import { isEmptyPlan, type PlanValue, planPlace, planValue, storedPlan } from './storedPlan.ts'

interface PlanCardProps {
  readonly chapter: Pick<DocumentSummary, 'documentId' | 'title'>
  /** The plan is closed: the focus goes back to the chapter's row. */
  readonly onDone: (documentId: string) => void
}

/** The plan of one chapter in short, and the form that changes it. */
export const PlanCard = ({ chapter, onDone }: PlanCardProps) => {
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const [isWriting, setIsWriting] = useState(false)
  const { documentId } = chapter
  // Also while the form is open: it is shown at once when that is closed.
  const { data: value, error } = useChannelQuery('plan:get', { projectId, documentId }, { select: planValue })
  if (isWriting) {
    const close = () => {
      setIsWriting(false)
      onDone(documentId)
    }
    return <PlanForm chapter={chapter} onDone={close} />
  }
  if (error !== null) return <Notice tone="danger">{sentence(error)}</Notice>
  return value === undefined ? null : (
    <PlanSummary chapter={chapter} value={value} onEdit={() => setIsWriting(true)} />
  )
}

interface PlanFormProps extends Pick<PlanCardProps, 'chapter'> {
  readonly onDone: () => void
}

const PlanForm = ({ chapter: { documentId, title }, onDone }: PlanFormProps) => {
  const { t } = useTranslation()
  return (
    <AutosavedForm
      source={storedPlan(useIpc(), { projectId: useProjectId(), documentId })}
      className="plan-form"
      label={t('plan.editOf', { title })}
      testId="plan-form"
      formatValue={usePlanFormat()}
      done={t('plan.done')}
      onDone={onDone}
    >
      {(value, change) => <PlanFields value={value} onChange={change} isFocused />}
    </AutosavedForm>
  )
}

interface PlanSummaryProps {
  readonly chapter: Pick<DocumentSummary, 'documentId' | 'title'>
  readonly value: PlanValue
  readonly onEdit: () => void
}

const PlanSummary = ({ chapter, value, onEdit }: PlanSummaryProps) => {
  const { t } = useTranslation()
  const pov = usePovName(value.pov)
  const place = planPlace(useProjectId(), chapter.documentId)
  const { beats, more } = shortBeats(value.beats)
  const isEmpty = isEmptyPlan(value)
  const { title } = chapter
  return (
    <div className="plan-card" data-testid="plan-card">
      {value.text !== '' && <p className="plan-card-text">{value.text}</p>}
      {beats.length > 0 && (
        <ul aria-label={t('plan.beats')}>
          {beats.map(({ id, text, written }) => (
            <li key={id} className="plan-card-beat" data-state={written ? 'written' : 'open'}>
              {written ? <Check size={12} aria-hidden /> : <Circle size={12} aria-hidden />}
              <span>{text}</span>
            </li>
          ))}
          {more > 0 && <li className="plan-card-beat quiet">{t('plan.more', { n: more })}</li>}
        </ul>
      )}
      <div className="plan-card-foot">
        {pov !== '' && (
          <span className="quiet" title={t('plan.povOf', { name: pov })}>
            <UserRound size={14} aria-label={t('plan.pov')} /> {pov}
          </span>
        )}
        <DraftMark place={place} />
        <span className="grow" />
        <Button aria-label={t(isEmpty ? 'plan.writeOf' : 'plan.editOf', { title })} onClick={onEdit}>
          {t(isEmpty ? 'plan.writeOne' : 'plan.edit')}
        </Button>
      </div>
    </div>
  )
}
