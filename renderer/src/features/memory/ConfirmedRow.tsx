import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preference } from '#contract/memory.ts'
import { useApp } from '../../app/AppContext.tsx'
import { percent } from '../../i18n/format.ts'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { PreferenceForm } from './PreferenceForm.tsx'
import { preferencePlace } from './preferencePlace.ts'

interface ConfirmedRowProps {
  readonly projectId: string
  readonly preference: Preference
}

/** One preference in use, to be changed or forgotten. */
export const ConfirmedRow = ({ projectId, preference }: ConfirmedRowProps) => {
  const { t } = useTranslation()
  const { drafts, memory } = useApp()
  const [editing, setEditing] = useState(false)
  const { id, text, kind, confidence, asConstraint = false, source, evidenceCount } = preference
  if (editing) return <PreferenceForm projectId={projectId} id={id} onDone={() => setEditing(false)} />
  const facts = [
    t(`memory.kinds.${kind}`),
    asConstraint ? t('memory.isRule') : t('memory.sure', { n: percent(confidence, 1) }),
    ...(source === 'manual' ? [] : [t('memory.evidence', { n: evidenceCount })]),
  ]
  return (
    <div className="memory-row">
      <p className="memory-text">
        {text}
        <DraftMark place={preferencePlace(projectId, id)} />
        <span className="quiet">{facts.join(' · ')}</span>
      </p>
      <button type="button" className="button" onClick={() => setEditing(true)}>
        {t('memory.edit')}
      </button>
      <button
        type="button"
        className="button"
        onClick={() => {
          drafts.keep(preferencePlace(projectId, id), null)
          void memory.forget(projectId, preference)
        }}
      >
        {t('memory.forget')}
      </button>
    </div>
  )
}
