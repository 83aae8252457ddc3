import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApp } from '../../app/AppContext.tsx'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { PreferenceForm, preferencePlace } from './PreferenceForm.tsx'

/** A preference the author says outright; it is in use at once. */
export const AddPreference = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const { memory } = useApp()
  const [open, setOpen] = useState(false)
  if (!open) {
    return (
      <button type="button" className="button" data-testid="memory-add" onClick={() => setOpen(true)}>
        {t('memory.add')}
        <DraftMark place={preferencePlace(projectId)} />
      </button>
    )
  }
  return (
    <PreferenceForm
      place={preferencePlace(projectId)}
      initial={{ text: '', kind: 'style', confidence: 1, asConstraint: false }}
      submitLabel={t('memory.confirmAdd')}
      withConfidence={false}
      onCancel={() => setOpen(false)}
      onSubmit={async ({ text, kind, asConstraint }) => {
        const done = await memory.save(projectId, { text, kind, asConstraint })
        if (done) setOpen(false)
        return done
      }}
    />
  )
}
