import { useTranslation } from 'react-i18next'
import type { Preference } from '#contract/memory.ts'
import { Choice } from '../../components/Choice.tsx'
import { Field } from '../../components/Field.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { NumberChoice } from '../../components/NumberChoice.tsx'
import { DraftNote } from '../drafts/DraftNote.tsx'
import type { DraftPlace } from '../drafts/drafts.ts'
import { useDraft } from '../drafts/useDraft.ts'

export type PreferenceDraft = Pick<Preference, 'text' | 'kind' | 'confidence'> & {
  readonly asConstraint: boolean
}

interface PreferenceFormProps {
  /** Where its unfinished words lie. */
  readonly place: DraftPlace
  readonly initial: PreferenceDraft
  readonly submitLabel: string
  /** Manual ones are sure; only a stored one can be made less so. */
  readonly withConfidence: boolean
  /** True when it is stored. */
  readonly onSubmit: (draft: PreferenceDraft) => Promise<boolean>
  readonly onCancel: () => void
}

/** Where the unfinished words of a preference lie; without an id, those of a new one. */
export const preferencePlace = (projectId: string, id = 'new'): DraftPlace => ({
  projectId,
  form: 'preference',
  row: id,
})

const kinds = ['style', 'scene', 'vocabulary', 'other'] as const

/** The words of a preference, its kind, how sure it is, and whether it is a rule. */
export const PreferenceForm = (props: PreferenceFormProps) => {
  const { place, initial, submitLabel, withConfidence, onSubmit, onCancel } = props
  const { t } = useTranslation()
  const form = useDraft(place, initial)
  const draft = form.value
  const ready = draft.text.trim() !== ''
  const submit = async () => {
    if (await onSubmit({ ...draft, text: draft.text.trim() })) form.settle(draft)
  }
  return (
    <form
      className="provider-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void submit()
      }}
    >
      <Field
        label={t('memory.text')}
        value={draft.text}
        rows={2}
        maxLength={2000}
        onChange={(text) => form.change({ text })}
      />
      <Choice
        label={t('memory.kind')}
        value={draft.kind}
        options={kinds.map((value) => ({ value, label: t(`memory.kinds.${value}`) }))}
        onChange={(kind) => form.change({ kind })}
      />
      {withConfidence && (
        <NumberChoice
          label={t('memory.confidence')}
          value={draft.confidence}
          min={0}
          max={1}
          step={0.1}
          onChange={(confidence) => form.change({ confidence })}
        />
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={draft.asConstraint}
          onChange={(event) => form.change({ asConstraint: event.target.checked })}
        />
        {t('memory.asRule')}
      </label>
      <DraftNote draft={form} />
      <FormActions submit={submitLabel} cancel={t('memory.cancel')} ready={ready} onCancel={onCancel} />
    </form>
  )
}
