import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProjectId } from '../../app/AppContext.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { DraftNote } from '../drafts/DraftNote.tsx'
import { useDraft } from '../drafts/useDraft.ts'
import { PreferenceFieldset } from './PreferenceFieldset.tsx'
import {
  isReady,
  type MemoryMutation,
  type PreferenceFields,
  preferencePlace,
  trimmed,
} from './storedPreference.ts'

const empty: PreferenceFields = { text: '', kind: 'style', confidence: 1, asConstraint: false }

/** The way to a new preference. */
export const AddPreference = ({ mutation }: { readonly mutation: MemoryMutation }) => {
  const { t } = useTranslation()
  const projectId = useProjectId()
  const [open, setOpen] = useState(false)
  if (open) return <NewPreference mutation={mutation} onDone={() => setOpen(false)} />
  return (
    <button type="button" className="button" data-testid="memory-add" onClick={() => setOpen(true)}>
      {t('memory.add')}
      <DraftMark place={preferencePlace(projectId)} />
    </button>
  )
}

interface NewPreferenceProps {
  readonly mutation: MemoryMutation
  readonly onDone: () => void
}

/** A preference the author says outright: a draft until the button adds it, then in use at once. */
const NewPreference = ({ mutation, onDone }: NewPreferenceProps) => {
  const { t } = useTranslation()
  const projectId = useProjectId()
  const form = useDraft<PreferenceFields>(preferencePlace(projectId), empty)
  const ready = isReady(form.value)
  const add = async () => {
    const { text, kind, asConstraint } = trimmed(form.value)
    const preference = { text, kind, asConstraint }
    if ((await mutation.send('memory:save', { projectId, preference })) === null) return
    form.settle(form.value)
    onDone()
  }
  return (
    <form
      className="provider-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void add()
      }}
    >
      <PreferenceFieldset value={form.value} withConfidence={false} onChange={form.change} />
      <DraftNote draft={form} />
      <FormActions
        submit={t('memory.confirmAdd')}
        cancel={t('memory.cancel')}
        ready={ready}
        onCancel={onDone}
      />
    </form>
  )
}
