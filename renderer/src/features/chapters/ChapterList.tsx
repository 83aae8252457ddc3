import { Plus, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentSummary } from '#contract/documents.ts'
import {
  useChapterActions,
  useProjectId,
  useSceneActions,
  useViewStore,
  useWorkspace,
} from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { DialogFrame } from '../../components/DialogFrame.tsx'
import { Select } from '../../components/SelectField.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatCount } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { type ChapterFilter, filtersOf, useStatusWords } from '../plan/chapterStatus.ts'
import { ChapterRow } from './ChapterRow.tsx'
import { SceneRow } from './SceneRow.tsx'
import { useChapterRows } from './useChapterRows.ts'
import { VolumeRow } from './VolumeRow.tsx'
import './ChapterList.css'

const rowHeightPx = 33

/** The chapters of the work, in order, under their volumes; a long list is drawn only where it is seen. */
export const ChapterList = () => {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const view = useViewStore()
  const scenes = useSceneActions()
  const [filter, setFilter] = useState<ChapterFilter | null>(null)
  const { scroller, documents, current, lines, rows, tabStop, focusRow, onKeyDown, onFocus } = useChapterRows(
    rowHeightPx,
    true,
    filter,
  )
  const currentIndex = lines.findIndex(({ id }) => id === current)
  /** Folding a volume gives the open chapter another index, and is no reason to go there. */
  const scrolledTo = useRef<string | null>(null)
  useEffect(() => {
    if (currentIndex < 0 || scrolledTo.current === current) return
    scrolledTo.current = current
    rows.scrollToIndex(currentIndex, { align: 'auto' })
  }, [current, currentIndex, rows])

  const total = documents?.reduce((sum, document) => sum + document.words, 0) ?? 0
  const open = useCallback(
    (documentId: string) => {
      if (view.getState().narrow) view.setState({ leftOpen: false })
      void workspace.openDocument(documentId)
    },
    [view, workspace],
  )
  const showScene = (at: number) => {
    if (view.getState().narrow) view.setState({ leftOpen: false })
    scenes.show(at)
  }
  return (
    <>
      <div className="side-heading">
        <h2>{t('chapters.title')}</h2>
        <span className="grow" />
        <FilterChoice documents={documents ?? []} filter={filter} onChoose={setFilter} />
        <span className="number">{t('chapters.total', { n: formatCount(total) })}</span>
      </div>
      <div ref={scroller} className="chapter-scroller">
        {documents === null && <Skeleton label={t('app.loading')} lines={5} />}
        {documents?.length === 0 && <p className="side-empty">{t('chapters.empty')}</p>}
        <ol
          className="chapter-list"
          style={{ height: rows.getTotalSize() }}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
        >
          {rows.getVirtualItems().map((item) => {
            const line = lines[item.index]
            if (line === undefined) return null
            const place = { transform: `translateY(${item.start}px)` }
            const isTabStop = line.id === tabStop
            if (line.kind === 'volume')
              return (
                <li key={line.id} style={place}>
                  <VolumeRow volume={line} isTabStop={isTabStop} onDone={focusRow} />
                </li>
              )
            if (line.kind === 'scene')
              return (
                <li key={line.id} className={line.inVolume ? 'in-volume' : undefined} style={place}>
                  <SceneRow scene={line} isTabStop={isTabStop} onShow={showScene} onDone={focusRow} />
                </li>
              )
            const { document } = line
            return (
              <li key={line.id} className={document.volume && 'in-volume'} style={place}>
                <ChapterRow
                  document={document}
                  current={document.documentId === current}
                  isTabStop={isTabStop}
                  hasPov
                  onOpen={open}
                  onDone={focusRow}
                />
              </li>
            )
          })}
        </ol>
      </div>
      <NewChapter />
      <Trash />
    </>
  )
}

interface FilterChoiceProps {
  readonly documents: readonly DocumentSummary[]
  /** Null: all chapters are shown. */
  readonly filter: ChapterFilter | null
  readonly onChoose: (filter: ChapterFilter | null) => void
}

/** Which chapters are shown, once one of them has a status or a label. */
const FilterChoice = ({ documents, filter, onChoose }: FilterChoiceProps) => {
  const { t } = useTranslation()
  const { wordOf } = useStatusWords()
  const filters = filtersOf(documents)
  const keyOf = ({ field, word }: ChapterFilter) => `${field} ${word}`
  const isUnused = filter !== null && !filters.some((each) => keyOf(each) === keyOf(filter))
  useEffect(() => {
    if (isUnused) onChoose(null)
  }, [isUnused, onChoose])
  if (filters.length === 0) return null
  return (
    <Select
      variant="quiet"
      testId="chapter-filter"
      label={t('plan.filter')}
      value={filter === null ? '' : keyOf(filter)}
      options={[
        { value: '', label: t('plan.allChapters') },
        ...filters.map((each) => ({ value: keyOf(each), label: wordOf(each.word) })),
      ]}
      onChange={(key) => onChoose(filters.find((each) => keyOf(each) === key) ?? null)}
    />
  )
}

/** Adds a chapter behind the open one; its name is the next number until the writer gives it another. */
const NewChapter = () => {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  return (
    <button
      type="button"
      className="new-chapter"
      data-testid="new-chapter"
      onClick={() => void workspace.createDocument()}
    >
      <Plus size={16} aria-hidden />
      {t('chapters.create')}
    </button>
  )
}

/** The deleted chapters, shown when there are any. */
const Trash = () => {
  const { t } = useTranslation()
  const chapters = useChapterActions()
  const trash = useChannelQuery('documents:trash', { projectId: useProjectId() }).data?.items ?? []
  const [open, setOpen] = useState(false)
  if (trash.length === 0) return null
  return (
    <>
      <button
        type="button"
        className="new-chapter chapter-trash"
        data-testid="chapters-trash"
        onClick={() => setOpen(true)}
      >
        <Trash2 size={16} aria-hidden />
        {t('chapters.trash', { n: String(trash.length) })}
      </button>
      <DialogFrame
        open={open}
        onClose={() => setOpen(false)}
        title={t('chapters.trashTitle')}
        closeLabel={t('chapters.close')}
        testId="chapters-trash-list"
        className="dialog-small"
      >
        <div className="dialog-body">
          <p className="quiet">{t('chapters.trashLead')}</p>
          <ul className="trash-list">
            {trash.map(({ trashId, title, characters, words = characters }) => (
              <li key={trashId}>
                <span className="chapter-title">{title}</span>
                <span className="chapter-length">{formatCount(words)}</span>
                <Button
                  aria-label={t('chapters.restoreOne', { title })}
                  onClick={() => void chapters.restore(trashId)}
                >
                  {t('chapters.restore')}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      </DialogFrame>
    </>
  )
}
