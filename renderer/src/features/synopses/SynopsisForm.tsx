import { useTranslation } from 'react-i18next'
import { Field } from '../../components/Field.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { DraftNote } from '../drafts/DraftNote.tsx'
import type { DraftPlace } from '../drafts/drafts.ts'
import { useDraft } from '../drafts/useDraft.ts'

interface SynopsisFormProps {
  readonly place: DraftPlace
  readonly label: string
  readonly initial: { readonly text: string }
  /** True when it is stored. */
  readonly onSubmit: (text: string) => Promise<boolean>
  readonly onCancel: () => void
}

/** Where the unfinished synopsis of a chapter lies. */
export const synopsisPlace = (projectId: string, documentId: string): DraftPlace => ({
  projectId,
  form: 'synopsis',
  row: documentId,
})

/** The words of one synopsis. */
export const SynopsisForm = ({ place, label, initial, onSubmit, onCancel }: SynopsisFormProps) => {
  const { t } = useTranslation()
  const form = useDraft(place, initial)
  const { text } = form.value
  const submit = async () => {
    if (await onSubmit(text.trim())) form.settle({ text })
  }
  return (
    <form
      className="provider-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') void submit()
      }}
    >
      <Field
        label={label}
        value={text}
        rows={6}
        maxLength={20_000}
        onChange={(next) => form.change({ text: next })}
      />
      <DraftNote draft={form} />
      <FormActions
        submit={t('synopses.save')}
        cancel={t('synopses.cancel')}
        ready={text.trim() !== ''}
        onCancel={onCancel}
      />
    </form>
  )
}
