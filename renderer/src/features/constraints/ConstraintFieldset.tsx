import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocuments } from '../../app/useDocuments.ts'
import { Choice } from '../../components/Choice.tsx'
import { Field } from '../../components/Field.tsx'
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
      <ChapterSelect
        label={t('constraints.from')}
        value={from}
        onChange={(next) => onChange({ from: next })}
      />
      <ChapterSelect label={t('constraints.to')} value={to} onChange={(next) => onChange({ to: next })} />
    </>
  )
}

interface ChapterSelectProps {
  readonly label: string
  readonly value: string
  readonly onChange: (documentId: string) => void
}

/** A chapter of the book as the edge of a constraint; one that is gone stays chosen and says so. */
const ChapterSelect = ({ label, value, onChange }: ChapterSelectProps) => {
  const { t } = useTranslation()
  const id = useId()
  const documents = useDocuments() ?? []
  const isMissing = value !== '' && documents.every(({ documentId }) => documentId !== value)
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="field" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t('constraints.anywhere')}</option>
        {isMissing && <option value={value}>{`${value}${t('constraints.missingChapter')}`}</option>}
        {documents.map(({ documentId, title }) => (
          <option key={documentId} value={documentId}>
            {title}
          </option>
        ))}
      </select>
    </div>
  )
}
