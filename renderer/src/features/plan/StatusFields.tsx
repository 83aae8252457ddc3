import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocuments } from '../../app/useDocuments.ts'
import { chapterStatuses, filtersOf, useStatusWords } from './chapterStatus.ts'

interface StatusFieldsProps {
  /** As the book has it; empty: not stated. */
  readonly status: string
  /** Empty: not stated. */
  readonly label: string
  readonly onChange: (part: { readonly status?: string; readonly label?: string }) => void
}

const maxWordUnits = 200

/** How far a chapter is, and the author's word for a group of chapters; words that the book has are offered. */
export const StatusFields = ({ status, label, onChange }: StatusFieldsProps) => {
  const { t } = useTranslation()
  const { wordOf, statusOf } = useStatusWords()
  const used = filtersOf(useDocuments() ?? [])
  const wordsOf = (field: 'status' | 'label') =>
    used.filter((each) => each.field === field).map(({ word }) => word)
  return (
    <>
      <WordField
        label={t('plan.status')}
        value={wordOf(status)}
        words={[...new Set([...chapterStatuses, ...wordsOf('status')])].map(wordOf)}
        onChange={(word) => onChange({ status: statusOf(word) })}
      />
      <WordField
        label={t('plan.label')}
        value={label}
        words={wordsOf('label')}
        onChange={(word) => onChange({ label: word })}
      />
    </>
  )
}

interface WordFieldProps {
  readonly label: string
  readonly value: string
  /** Offered while one writes. */
  readonly words: readonly string[]
  readonly onChange: (word: string) => void
}

const WordField = ({ label, value, words, onChange }: WordFieldProps) => {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="form-field form-field-row">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field"
        list={`${id}-words`}
        placeholder={t('plan.noPov')}
        maxLength={maxWordUnits}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={`${id}-words`}>
        {words.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
    </div>
  )
}
