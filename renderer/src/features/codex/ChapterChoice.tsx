import { useTranslation } from 'react-i18next'
import { chapterNamed } from '../../app/chapterNamed.ts'
import { useDocuments } from '../../app/useDocuments.ts'
import { SelectField } from '../../components/SelectField.tsx'

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
    <SelectField
      label={label}
      value={chosen}
      options={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...(isMissing ? [{ value, label: t('codex.missingChapter', { id: value }) }] : []),
        ...documents.map(({ documentId, title }) => ({ value: documentId, label: title })),
      ]}
      onChange={onChange}
    />
  )
}
