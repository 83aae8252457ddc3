import { useTranslation } from 'react-i18next'
import type { DocumentSummary } from '#contract/documents.ts'
import { useChapterActions } from '../../app/AppContext.tsx'
import { TitleField } from './TitleField.tsx'

interface RenameChapterProps {
  readonly document: DocumentSummary
  /** With the chapter's id as it is now; null when the writer has gone elsewhere meanwhile. */
  readonly onDone: (documentId: string | null) => void
}

/** The chapter's title, to be changed where it stands. */
export const RenameChapter = ({ document, onDone }: RenameChapterProps) => {
  const { t } = useTranslation()
  const chapters = useChapterActions()
  const { documentId, title } = document
  const answer = async (next: string | null, stay: boolean) => {
    const id = next === null ? documentId : await chapters.rename(documentId, next)
    onDone(stay ? (id ?? documentId) : null)
  }
  return (
    <TitleField
      label={t('chapters.newName', { title })}
      value={title}
      onAnswer={(next, stay) => void answer(next, stay)}
    />
  )
}
