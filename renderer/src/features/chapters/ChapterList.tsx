import { useVirtualizer } from '@tanstack/react-virtual'
import { LayoutList, TextSearch } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import {
  useEditor,
  useFoldedVolumes,
  useSceneActions,
  useViewStore,
  useWorkspace,
} from '../../app/AppContext.tsx'
import { useOpenBookSearch } from '../../app/useBookSearchKey.ts'
import { useDocuments } from '../../app/useDocuments.ts'
import { openSheet } from '../../app/viewStore.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatCount } from '../../i18n/format.ts'
import { sceneHeadings } from '../editor/scenes.ts'
import { ChapterRow } from './ChapterRow.tsx'
import { listRows } from './listRows.ts'
import { NewChapter } from './NewChapter.tsx'
import { SceneRow } from './SceneRow.tsx'
import { Trash } from './Trash.tsx'
import { useRowKeys } from './useRowKeys.ts'
import { VolumeRow } from './VolumeRow.tsx'

const rowHeightPx = 33

/** The chapters of the work, in order, under their volumes; a long list is drawn only where it is seen. */
export const ChapterList = () => {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const editor = useEditor()
  const view = useViewStore()
  const foldedVolumes = useFoldedVolumes()
  const scenes = useSceneActions()
  const openBookSearch = useOpenBookSearch()
  const scroller = useRef<HTMLDivElement>(null)
  const documents = useDocuments()
  const current = useStore(editor.store, (state) => state.documentId)
  const folded = useStore(foldedVolumes.store, (state) => state.titles)
  const headings = useStore(editor.store, (state) => state.headings)
  const lines = useMemo(() => {
    const title = documents?.find(({ documentId }) => documentId === current)?.title ?? ''
    const titles = sceneHeadings(headings, title).map((heading) => heading.title)
    return listRows(documents ?? [], folded, current, titles)
  }, [documents, folded, current, headings])
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: 4,
  })
  const { tabStop, focusRow, onKeyDown, onFocus } = useRowKeys({ scroller, lines, rows, current })
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
      if (view.getState().narrow) view.setState({ chaptersOpen: false })
      void workspace.openDocument(documentId)
    },
    [view, workspace],
  )
  const showScene = (at: number) => {
    if (view.getState().narrow) view.setState({ chaptersOpen: false })
    scenes.show(at)
  }
  return (
    <>
      <div className="side-heading">
        <h2>{t('chapters.title')}</h2>
        <span className="grow" />
        <span className="number">{t('chapters.total', { n: formatCount(total) })}</span>
        <IconButton label={t('outline.title')} onPress={() => openSheet(view, 'outline')}>
          <LayoutList size={16} aria-hidden />
        </IconButton>
        <IconButton label={t('bookSearch.open')} onPress={openBookSearch}>
          <TextSearch size={16} aria-hidden />
        </IconButton>
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
