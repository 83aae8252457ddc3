import { useTranslation } from 'react-i18next'
import { chapterNamed } from '../../app/chapterNamed.ts'
import { useDocuments } from '../../app/useDocuments.ts'

interface ChapterChoiceProps {
  readonly label: string
  /** A chapter by id or path; empty: none. */
  readonly value: string
  /** What stands for no chapter; absent: one must be chosen. */
  readonly none?: string
  readonly onChange: (value: string) => void
}

/** One of the book's chapters; one that is gone stays chosen and says so. */
export const ChapterChoice = ({ label, value, none, onChange }: ChapterChoiceProps) => {
  const { t } = useTranslation()
  const documents = useDocuments() ?? []
  const chosen = chapterNamed(documents, value)?.documentId ?? value
  const isMissing = chosen !== '' && !documents.some(({ documentId }) => documentId === chosen)
  return (
    <label>
      {label}
      <select className="field" value={chosen} onChange={(event) => onChange(event.target.value)}>
        {none !== undefined && <option value="">{none}</option>}
        {isMissing && <option value={value}>{t('codex.missingChapter', { id: value })}</option>}
        {documents.map(({ documentId, title }) => (
          <option key={documentId} value={documentId}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}
