import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentSummary } from '#contract/documents.ts'
import { useChapterActions } from '../../app/AppContext.tsx'
import { formatCount } from '../../i18n/format.ts'
import { ChapterMenu } from './ChapterMenu.tsx'
import { MoveChapter } from './MoveChapter.tsx'
import { RenameChapter } from './RenameChapter.tsx'
import { useChapterDrag } from './useChapterDrag.ts'
import { VolumeTitle } from './VolumeTitle.tsx'

interface ChapterRowProps {
  readonly document: DocumentSummary
  readonly current: boolean
  readonly isTabStop: boolean
  readonly onOpen: (documentId: string) => void
  /** The focus goes back to this chapter's row. */
  readonly onDone: (documentId: string) => void
}

/**
 * One chapter: its title as written, with a number where it has none, its length, and what can be done to it. Drawn
 * again only when it changes itself, so the functions it is given must stay the same.
 */
export const ChapterRow = memo((props: ChapterRowProps) => {
  const { document, current, isTabStop, onOpen, onDone } = props
  const { t } = useTranslation()
  const actions = useChapterActions()
  const [asking, setAsking] = useState<'title' | 'place' | 'volume' | null>(null)
  const { documentId, title, chapterNumber, unnumbered, words } = document
  const { isOver, source, place } = useChapterDrag(document)
  const done = (id: string | null) => {
    setAsking(null)
    if (id !== null) onDone(id)
  }
  if (asking === 'title') return <RenameChapter document={document} onDone={done} />
  if (asking === 'volume')
    return <VolumeTitle documentId={documentId} onDone={(stay) => done(stay ? documentId : null)} />
  return (
    <div className={isOver ? 'chapter-line chapter-over' : 'chapter-line'} {...place}>
      <button
        {...source}
        type="button"
        className="chapter-row"
        data-row={documentId}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={current ? 'page' : undefined}
        title={title}
        onClick={() => onOpen(documentId)}
        onKeyDown={(event) => {
          if (event.key === 'F2') setAsking('title')
          if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
            event.preventDefault()
            const way = event.key === 'ArrowUp' ? 'up' : 'down'
            void actions.step(documentId, way).then((id) => id !== null && onDone(id))
          }
        }}
      >
        {unnumbered && <span className="chapter-number">{chapterNumber}</span>}
        <span className="chapter-title">{title || t('chapters.front')}</span>
        <span className="chapter-length">{formatCount(words)}</span>
      </button>
      <ChapterMenu
        document={document}
        isTabStop={isTabStop}
        onRename={() => setAsking('title')}
        onMoveTo={() => setAsking('place')}
        onBeginVolume={() => setAsking('volume')}
        onMoved={onDone}
      />
      {asking === 'place' && <MoveChapter document={document} onDone={done} />}
    </div>
  )
})
