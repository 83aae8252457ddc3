import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApp } from '../../app/AppContext.tsx'
import { PreferenceForm } from './PreferenceForm.tsx'

/** A preference the author says outright; it is in use at once. */
export const AddPreference = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const { memory } = useApp()
  const [open, setOpen] = useState(false)
  if (!open) {
    return (
      <button type="button" className="button" data-testid="memory-add" onClick={() => setOpen(true)}>
        {t('memory.add')}
      </button>
    )
  }
  return (
    <PreferenceForm
      initial={{ text: '', kind: 'style', confidence: 1, asConstraint: false }}
      submitLabel={t('memory.confirmAdd')}
      withConfidence={false}
      onCancel={() => setOpen(false)}
      onSubmit={async ({ text, kind, asConstraint }) => {
        if (await memory.save(projectId, { text, kind, asConstraint })) setOpen(false)
      }}
    />
  )
}
