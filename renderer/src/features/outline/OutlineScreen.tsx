import { memo, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentSummary } from '#contract/documents.ts'
import { useProjectId, useViewStore, useWorkspace } from '../../app/AppContext.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useChannelQuery } from '../../ipc/queries.ts'
import { ChapterRow } from '../chapters/ChapterRow.tsx'
import { useChapterRows } from '../chapters/useChapterRows.ts'
import { VolumeRow } from '../chapters/VolumeRow.tsx'
import { PlanCard } from '../plan/PlanCard.tsx'
import { PlannedChapters } from '../plan/PlannedChapters.tsx'
import { SynopsisProblems } from '../synopses/SynopsesScreen.tsx'
import { SynopsisRow } from '../synopses/SynopsisRow.tsx'
import './OutlineScreen.css'

/** Before a card has been drawn; its synopsis and plan decide. */
const cardHeightPx = 150

/** Volumes, chapters, synopses and plans of the book as cards; a long book is drawn only where it is seen. */
export const OutlineScreen = () => {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const view = useViewStore()
  const { scroller, documents, current, lines, rows, tabStop, focusRow, onKeyDown, onFocus } = useChapterRows(
    cardHeightPx,
    false,
  )
  const open = useCallback(
    (documentId: string) => {
      if (view.getState().narrow) view.setState({ sheet: null })
      void workspace.openDocument(documentId)
    },
    [view, workspace],
  )
  const showLast = (documentId: string) => {
    rows.scrollToIndex(rows.options.count - 1, { align: 'end' })
    focusRow(documentId)
  }
  return (
    <>
      <div className="outline-head">
        <p className="quiet">{t('outline.about')}</p>
        <SynopsisProblems />
        {documents === null && <Skeleton label={t('app.loading')} lines={5} />}
        {documents?.length === 0 && <p className="quiet">{t('chapters.empty')}</p>}
        {documents !== null && <PlannedChapters onAdded={showLast} />}
      </div>
      <div ref={scroller} className="outline-scroller">
        <ol
          className="outline-list"
          style={{ height: rows.getTotalSize() }}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
        >
          {rows.getVirtualItems().map((item) => {
            const line = lines[item.index]
            if (line === undefined || line.kind === 'scene') return null
            const isTabStop = line.id === tabStop
            return (
              <li
                key={line.id}
                ref={rows.measureElement}
                data-index={item.index}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {line.kind === 'volume' ? (
                  <VolumeRow volume={line} isTabStop={isTabStop} onDone={focusRow} />
                ) : (
                  <OutlineCard
                    document={line.document}
                    isTabStop={isTabStop}
                    current={line.id === current}
                    onOpen={open}
                    onDone={focusRow}
                  />
                )}
              </li>
            )
          })}
        </ol>
      </div>
    </>
  )
}

interface OutlineCardProps {
  readonly document: DocumentSummary
  readonly isTabStop: boolean
  readonly current: boolean
  readonly onOpen: (documentId: string) => void
  readonly onDone: (documentId: string) => void
}

/**
 * A chapter, its synopsis and its plan, to be changed and moved; front matter has neither. Drawn again only when one
 * of them changes.
 */
const OutlineCard = memo((props: OutlineCardProps) => {
  const { document, current } = props
  const { documentId, kind, planned } = document
  const { data: own } = useChannelQuery(
    'retrieval:synopses:list',
    { projectId: useProjectId() },
    { select: ({ synopses }) => ({ synopsis: synopses.find((each) => each.documentId === documentId) }) },
  )
  const state = `${current ? ' outline-current' : ''}${planned ? ' outline-planned' : ''}`
  return (
    <article className={`outline-card${state}`}>
      <ChapterRow {...props} />
      {kind === 'chapter' && <PlanCard chapter={document} onDone={props.onDone} />}
      {/* What has no text has nothing to sum up. */}
      {kind === 'chapter' && own !== undefined && !(planned && own.synopsis === undefined) && (
        <SynopsisRow chapter={document} isUntitled synopsis={own.synopsis} />
      )}
    </article>
  )
})
