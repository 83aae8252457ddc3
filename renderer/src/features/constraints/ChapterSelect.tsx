import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocuments } from '../../app/useDocuments.ts'

interface ChapterSelectProps {
  readonly label: string
  readonly value: string
  readonly onChange: (documentId: string) => void
}

/** A chapter of the book as the edge of a constraint; one that is gone stays chosen and says so. */
export const ChapterSelect = ({ label, value, onChange }: ChapterSelectProps) => {
  const { t } = useTranslation()
  const id = useId()
  const documents = useDocuments() ?? []
  const gone = value !== '' && documents.every(({ documentId }) => documentId !== value)
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="field" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t('constraints.anywhere')}</option>
        {gone && <option value={value}>{`${value}${t('constraints.goneChapter')}`}</option>}
        {documents.map(({ documentId, title }) => (
          <option key={documentId} value={documentId}>
            {title}
          </option>
        ))}
      </select>
    </div>
  )
}
