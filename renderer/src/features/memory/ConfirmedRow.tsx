import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preference } from '#contract/memory.ts'
import { useApp } from '../../app/AppContext.tsx'
import { percent } from '../../i18n/format.ts'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { PreferenceForm, preferencePlace } from './PreferenceForm.tsx'

interface ConfirmedRowProps {
  readonly projectId: string
  readonly preference: Preference
}

/** One preference in use, to be changed or forgotten. */
export const ConfirmedRow = ({ projectId, preference }: ConfirmedRowProps) => {
  const { t } = useTranslation()
  const { memory } = useApp()
  const [editing, setEditing] = useState(false)
  const { id, text, kind, confidence, asConstraint = false, source, evidenceCount } = preference
  if (editing) {
    return (
      <PreferenceForm
        place={preferencePlace(projectId, id)}
        initial={{ text, kind, confidence, asConstraint }}
        submitLabel={t('memory.save')}
        withConfidence
        onCancel={() => setEditing(false)}
        onSubmit={async (draft) => {
          const done = await memory.save(projectId, { id, ...draft })
          if (done) setEditing(false)
          return done
        }}
      />
    )
  }
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
      <button type="button" className="button" onClick={() => void memory.forget(projectId, preference)}>
        {t('memory.forget')}
      </button>
    </div>
  )
}
