import { useTranslation } from 'react-i18next'
import type { DocumentSummary } from '#contract/documents.ts'
import { formatCount } from '../../i18n/format.ts'

interface ChapterRowProps {
  readonly document: DocumentSummary
  readonly current: boolean
  readonly onOpen: (documentId: string) => void
}

/** 第十章　灯塔下的信 → 灯塔下的信, since the number stands before it; a title of only a number stays. */
export const shortTitle = (title: string): string =>
  title.replace(/^第[0-9０-９零〇一二三四五六七八九十百千两]+[章回节卷][\s\u3000:：]+(?=\S)/, '')

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
