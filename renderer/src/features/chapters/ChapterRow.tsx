import { useTranslation } from 'react-i18next'
import type { DocumentSummary } from '#contract/documents.ts'
import { formatCount } from '../../i18n/format.ts'
import { shortTitle } from './shortTitle.ts'

interface ChapterRowProps {
  readonly document: DocumentSummary
  readonly current: boolean
  readonly onOpen: (documentId: string) => void
}

/** One chapter: number, title, length. */
export const ChapterRow = ({ document, current, onOpen }: ChapterRowProps) => {
  const { t } = useTranslation()
  const { documentId, kind, title, chapterNumber, characters } = document
  return (
    <button
      type="button"
      className="chapter-row"
      aria-current={current ? 'page' : undefined}
      title={title}
      onClick={() => onOpen(documentId)}
    >
      <span className="chapter-number">{kind === 'front' ? '' : chapterNumber}</span>
      <span className="chapter-title">{shortTitle(title) || t('chapters.front')}</span>
      <span className="chapter-length">{formatCount(characters)}</span>
    </button>
  )
}
