import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preference } from '#contract/memory.ts'
import { useDrafts, useIpc, useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { percent } from '../../i18n/format.ts'
import { AutosavedForm } from '../autosavedForm/AutosavedForm.tsx'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { PreferenceFieldset } from './PreferenceFieldset.tsx'
import {
  type MemoryMutation,
  type PreferenceFields,
  preferencePlace,
  storedPreference,
} from './storedPreference.ts'

interface ConfirmedRowProps {
  readonly preference: Preference
  readonly mutation: MemoryMutation
}

/** One preference in use, to be changed or forgotten. */
export const ConfirmedRow = ({ preference, mutation }: ConfirmedRowProps) => {
  const { t } = useTranslation()
  const drafts = useDrafts()
  const projectId = useProjectId()
  const [editing, setEditing] = useState(false)
  const { id, text, kind, confidence, asConstraint = false, source, evidenceCount } = preference
  if (editing) return <PreferenceForm id={id} onDone={() => setEditing(false)} />
  const facts = [
    t(`memory.kinds.${kind}`),
    asConstraint ? t('memory.isRule') : t('memory.sure', { n: percent(confidence, 1) }),
    ...(source === 'manual' ? [] : [t('memory.evidence', { n: evidenceCount })]),
  ]
  /** A manual one is deleted; a noticed one is rejected, so that it is not proposed again. */
  const forget = () => {
    drafts.save(preferencePlace(projectId, id), null)
    if (source === 'manual') void mutation.send('memory:delete', { projectId, id })
    else void mutation.send('memory:decide', { projectId, id, accept: false })
  }
  return (
    <div className="memory-row">
      <p className="memory-text">
        {text}
        <DraftMark place={preferencePlace(projectId, id)} />
        <span className="quiet">{facts.join(' · ')}</span>
      </p>
      <Button
        aria-label={t('memory.about', { action: t('memory.edit'), text })}
        onClick={() => setEditing(true)}
      >
        {t('memory.edit')}
      </Button>
      <Button aria-label={t('memory.about', { action: t('memory.forget'), text })} onClick={forget}>
        {t('memory.forget')}
      </Button>
    </div>
  )
}

interface PreferenceFormProps {
  readonly id: string
  readonly onDone: () => void
}

/** One preference, stored by itself. */
const PreferenceForm = ({ id, onDone }: PreferenceFormProps) => {
  const { t } = useTranslation()
  const source = storedPreference(useIpc(), { projectId: useProjectId(), id })
  const describe = ({ text, kind, confidence, asConstraint }: PreferenceFields) => {
    const weight = asConstraint ? t('memory.isRule') : t('memory.sure', { n: percent(confidence, 1) })
    return `${text}\n${t(`memory.kinds.${kind}`)} · ${weight}`
  }
  return (
    <AutosavedForm
      source={source}
      className="provider-form"
      formatValue={describe}
      invalid={t('memory.noText')}
      done={t('memory.done')}
      onDone={onDone}
    >
      {(value, change, isReady) => (
        <PreferenceFieldset
          value={value}
          withConfidence
          textError={isReady ? undefined : t('memory.noText')}
          onChange={change}
        />
      )}
    </AutosavedForm>
  )
}
