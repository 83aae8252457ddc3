import { useTranslation } from 'react-i18next'
import { CheckField } from '../../components/CheckField.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Field } from '../../components/Field.tsx'
import { NumberChoice } from '../../components/NumberChoice.tsx'
import type { PreferenceFields } from './storedPreference.ts'

const kinds = ['style', 'scene', 'vocabulary', 'other'] as const

interface PreferenceFieldsetProps {
  readonly value: PreferenceFields
  /** Manual ones are sure; only a stored one can be made less so. */
  readonly withConfidence: boolean
  readonly textError?: string | undefined
  readonly onChange: (part: Partial<PreferenceFields>) => void
}

/** The words of a preference, its kind, how sure it is, and whether it is a rule. */
export const PreferenceFieldset = (props: PreferenceFieldsetProps) => {
  const { value, withConfidence, textError, onChange } = props
  const { t } = useTranslation()
  return (
    <>
      <Field
        label={t('memory.text')}
        value={value.text}
        rows={2}
        maxLength={2000}
        error={textError}
        onChange={(text) => onChange({ text })}
      />
      <Choice
        label={t('memory.kind')}
        value={value.kind}
        options={kinds.map((each) => ({ value: each, label: t(`memory.kinds.${each}`) }))}
        onChange={(kind) => onChange({ kind })}
      />
      {withConfidence && (
        <NumberChoice
          label={t('memory.confidence')}
          value={value.confidence}
          min={0}
          max={1}
          step={0.1}
          onChange={(confidence) => onChange({ confidence })}
        />
      )}
      <CheckField
        label={t('memory.asRule')}
        checked={value.asConstraint}
        onChange={(asConstraint) => onChange({ asConstraint })}
      />
    </>
  )
}
