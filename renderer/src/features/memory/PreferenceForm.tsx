import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preference } from '#contract/memory.ts'
import { Choice } from '../../components/Choice.tsx'
import { Field } from '../../components/Field.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { NumberChoice } from '../../components/NumberChoice.tsx'

export type PreferenceDraft = Pick<Preference, 'text' | 'kind' | 'confidence'> & {
  readonly asConstraint: boolean
}

interface PreferenceFormProps {
  readonly initial: PreferenceDraft
  readonly submitLabel: string
  /** Manual ones are sure; only a stored one can be made less so. */
  readonly withConfidence: boolean
  readonly onSubmit: (draft: PreferenceDraft) => void
  readonly onCancel: () => void
}

const kinds = ['style', 'scene', 'vocabulary', 'other'] as const

/** The words of a preference, its kind, how sure it is, and whether it is a rule. */
export const PreferenceForm = (props: PreferenceFormProps) => {
  const { initial, submitLabel, withConfidence, onSubmit, onCancel } = props
  const { t } = useTranslation()
  const [draft, setDraft] = useState(initial)
  const ready = draft.text.trim() !== ''
  return (
    <form
      className="provider-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) onSubmit({ ...draft, text: draft.text.trim() })
      }}
    >
      <Field
        label={t('memory.text')}
        value={draft.text}
        rows={2}
        maxLength={2000}
        onChange={(text) => setDraft({ ...draft, text })}
      />
      <Choice
        label={t('memory.kind')}
        value={draft.kind}
        options={kinds.map((value) => ({ value, label: t(`memory.kinds.${value}`) }))}
        onChange={(kind) => setDraft({ ...draft, kind })}
      />
      {withConfidence && (
        <NumberChoice
          label={t('memory.confidence')}
          value={draft.confidence}
          min={0}
          max={1}
          step={0.1}
          onChange={(confidence) => setDraft({ ...draft, confidence })}
        />
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={draft.asConstraint}
          onChange={(event) => setDraft({ ...draft, asConstraint: event.target.checked })}
        />
        {t('memory.asRule')}
      </label>
      <FormActions submit={submitLabel} cancel={t('memory.cancel')} ready={ready} onCancel={onCancel} />
    </form>
  )
}
