import { useTranslation } from 'react-i18next'
import { Choice } from '../../components/Choice.tsx'
import { Field } from '../../components/Field.tsx'
import { ChapterChoice } from '../codex/ChapterChoice.tsx'
import { type ConstraintFields, isPriority } from './constraintFields.ts'

const kinds = ['narrative', 'character', 'world', 'style', 'plot'] as const

interface ConstraintFieldsetProps {
  readonly value: ConstraintFields
  readonly textError?: string | undefined
  readonly onChange: (part: Partial<ConstraintFields>) => void
}

/** The words of a constraint, its kind, its priority and the chapters it holds for. */
export const ConstraintFieldset = ({ value, textError, onChange }: ConstraintFieldsetProps) => {
  const { t } = useTranslation()
  const { text, kind, priority, from, to } = value
  return (
    <>
      <Field
        label={t('constraints.text')}
        value={text}
        rows={3}
        maxLength={2000}
        error={textError}
        onChange={(next) => onChange({ text: next })}
      />
      <Choice
        label={t('constraints.kind')}
        value={kind}
        options={kinds.map((each) => ({ value: each, label: t(`constraints.kinds.${each}`) }))}
        onChange={(next) => onChange({ kind: next })}
      />
      <Field
        label={t('constraints.priority')}
        value={priority}
        maxLength={4}
        error={isPriority(priority) ? undefined : t('constraints.noPriority')}
        onChange={(next) => onChange({ priority: next })}
      />
      <ChapterChoice
        label={t('constraints.from')}
        value={from}
        none={t('constraints.anywhere')}
        onChange={(next) => onChange({ from: next })}
      />
      <ChapterChoice
        label={t('constraints.to')}
        value={to}
        none={t('constraints.anywhere')}
        onChange={(next) => onChange({ to: next })}
      />
    </>
  )
}
