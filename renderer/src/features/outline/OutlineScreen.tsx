import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentSummary } from '#contract/documents.ts'
import {
  useChapterActions,
  useEditor,
  useProjectId,
  useViewStore,
  useWorkspace,
} from '../../app/AppContext.tsx'
import { isOverlayOpen } from '../../app/useModeKeys.ts'
import { withText } from '../../app/viewStore.ts'
import { Choice } from '../../components/Choice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatCount } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { ChapterRow } from '../chapters/ChapterRow.tsx'
import { VolumeRow } from '../chapters/VolumeRow.tsx'
import { PlanCard } from '../plan/PlanCard.tsx'
import { PlannedChapters } from '../plan/PlannedChapters.tsx'
import { PlanTable } from '../plan/PlanTable.tsx'
import { SynopsisProblems } from '../synopses/SynopsesScreen.tsx'
import { SynopsisRow } from '../synopses/SynopsisRow.tsx'
import { CardThreads } from './CardThreads.tsx'
import { useOutlineGrid } from './useOutlineGrid.ts'
import './OutlineScreen.css'

/**
 * The book in place of its text: volumes as headings, chapters as cards with synopsis, plan, point of view and threads.
 * Escape leads back to the text, to the caret as it was; a long book is drawn only where it is seen.
 */
export const OutlineScreen = () => {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const view = useViewStore()
  const editor = useEditor()
  const actions = useChapterActions()
  const frame = useRef<HTMLElement>(null)
  const { scroller, documents, current, columns, grid, rows, tabStop, focusRow, goTo, place } =
    useOutlineGrid()
  const [isTable, setTable] = useState(false)
  const chapters = documents?.filter(({ kind }) => kind === 'chapter') ?? []
  const planned = chapters.filter((each) => each.planned).length

  const showText = useCallback(() => withText(view, editor.focus), [view, editor])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isOverlayOpen()) return
      const { target, key } = event
      const isHere = target instanceof HTMLElement && frame.current?.contains(target)
      // A card that goes to another row leaves the focus to the page for a moment.
      if (!isHere && document.activeElement !== document.body) return
      // In a field the key is the field's.
      const isField = isHere && target.matches('input, textarea')
      const isUndo = key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !isField
      if (key !== 'Escape' && !isUndo) return
      event.preventDefault()
      if (isUndo) void actions.undo()
      else showText()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [showText, actions])

  // Where one writes, once, as soon as the book is there.
  const isPlaced = useRef(false)
  useEffect(() => {
    if (isPlaced.current || documents === null) return
    isPlaced.current = true
    if (current !== null) goTo(current, 'center')
  })

  const open = useCallback(
    (documentId: string) => void workspace.openDocument(documentId).then(showText),
    [workspace, showText],
  )
  return (
    <section ref={frame} className="outline" data-testid="outline" aria-labelledby="outline-title">
      <header className="outline-head">
        <h2 id="outline-title">{t('outline.title')}</h2>
        <p className="quiet number">
          {t('outline.counts', {
            written: formatCount(chapters.length - planned),
            planned: formatCount(planned),
          })}
        </p>
        <p className="quiet outline-about">{t('outline.about')}</p>
        <SynopsisProblems />
        {documents === null && <Skeleton label={t('app.loading')} lines={5} />}
        {documents?.length === 0 && <p className="quiet">{t('chapters.empty')}</p>}
        <Choice
          label={t('plan.view')}
          value={isTable ? 'table' : 'cards'}
          options={(['cards', 'table'] as const).map((each) => ({
            value: each,
            label: t(`plan.views.${each}`),
          }))}
          onChange={(next) => setTable(next === 'table')}
        />
        {documents !== null && <PlannedChapters onAdded={(id) => goTo(id, 'end')} />}
      </header>
      {isTable && <PlanTable onOpen={open} />}
      <div ref={scroller} className="outline-scroller" hidden={isTable} {...place}>
        <div className="outline-rows" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((item) => (
            <div
              key={item.key}
              ref={rows.measureElement}
              data-index={item.index}
              className="outline-row"
              style={{
                transform: `translateY(${item.start}px)`,
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              }}
            >
              {grid[item.index]?.cells.map((cell) => {
                if (cell.kind === 'scene') return null
                const isTabStop = cell.id === tabStop
                return cell.kind === 'volume' ? (
                  <VolumeRow key={cell.id} volume={cell} isTabStop={isTabStop} onDone={focusRow} />
                ) : (
                  <OutlineCard
                    key={cell.id}
                    document={cell.document}
                    isTabStop={isTabStop}
                    current={cell.id === current}
                    onOpen={open}
                    onDone={focusRow}
                  />
                )
              })}
            </div>
          ))}
        </div>
      </div>
    </section>
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
 * A chapter, its synopsis, its plan and its threads, to be changed and moved; front matter has none of them. Drawn again
 * only when one of them changes.
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
      {/* What has no text has nothing to sum up. */}
      {kind === 'chapter' && own !== undefined && !(planned && own.synopsis === undefined) && (
        <SynopsisRow chapter={document} isUntitled synopsis={own.synopsis} />
      )}
      {kind === 'chapter' && <CardThreads documentId={documentId} />}
      {kind === 'chapter' && <PlanCard chapter={document} onDone={props.onDone} />}
    </article>
  )
})
