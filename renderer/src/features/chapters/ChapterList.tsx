import { useVirtualizer } from '@tanstack/react-virtual'
import { TextSearch } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { openBookSearch } from '../../app/useBookSearchKey.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatCount } from '../../i18n/format.ts'
import { sceneHeadings } from '../editor/scenes.ts'
import { ChapterRow } from './ChapterRow.tsx'
import { listRows, volumeRowId } from './listRows.ts'
import { NewChapter } from './NewChapter.tsx'
import { SceneRow } from './SceneRow.tsx'
import { Trash } from './Trash.tsx'
import { VolumeRow } from './VolumeRow.tsx'

const rowHeightPx = 33
const framesToWait = 30

/** Where a key leads from the row at an index; undefined for a key with no such meaning. */
const target = (key: string, at: number, count: number): number | undefined =>
  ({ ArrowDown: Math.min(at + 1, count - 1), ArrowUp: Math.max(at - 1, 0), Home: 0, End: count - 1 })[key]

/** The chapters of the work, in order, under their volumes; a long list is drawn only where it is seen. */
export const ChapterList = () => {
  const { t } = useTranslation()
  const app = useApp()
  const { workspace, editor, view, foldedVolumes, scenes } = app
  const scroller = useRef<HTMLDivElement>(null)
  const documents = useStore(workspace.store, (state) => state.documents)
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
    overscan: 12,
  })
  const [stop, setStop] = useState<string | null>(null)
  const currentIndex = lines.findIndex(({ id }) => id === current)
  /** Folding a volume gives the open chapter another index, and is no reason to go there. */
  const scrolledTo = useRef<string | null>(null)
  useEffect(() => {
    if (currentIndex < 0 || scrolledTo.current === current) return
    scrolledTo.current = current
    rows.scrollToIndex(currentIndex, { align: 'auto' })
  }, [current, currentIndex, rows])

  const total = documents?.reduce((sum, document) => sum + document.words, 0) ?? 0
  const chapters = documents?.filter(({ kind }) => kind === 'chapter') ?? []
  /** After the list has been drawn with the chapter's new name and place, which may take some frames. */
  const focusRow = (id: string, frames = framesToWait) => {
    requestAnimationFrame(() => {
      const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
      if (row) row.focus()
      else if (frames > 0) focusRow(id, frames - 1)
    })
  }
  /** One row is a stop of the Tab key, with its menu; the arrow keys go through the others. */
  const shown = rows.getVirtualItems().map(({ index }) => lines[index]?.id)
  const tabStop = [stop, current].find((id) => id !== null && shown.includes(id)) ?? shown[0]
  /** To the left of a scene stands its chapter, of a chapter its volume. */
  const volumeOf = (key: string, at: number): number | undefined => {
    const line = lines[at]
    if (key === 'ArrowLeft' && line?.kind === 'scene')
      return lines.findIndex(({ id }) => id === line.documentId)
    if (key !== 'ArrowLeft' || line?.kind !== 'chapter' || !line.document.volume) return undefined
    const volumeId = volumeRowId(line.document.volume.index)
    return lines.findIndex(({ id }) => id === volumeId)
  }
  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    // With Alt they move the chapter itself.
    if (event.altKey) return
    const from = event.target instanceof HTMLElement ? event.target.dataset.row : undefined
    const at = lines.findIndex(({ id }) => id === from)
    const to = at < 0 ? undefined : (target(event.key, at, lines.length) ?? volumeOf(event.key, at))
    const next = to === undefined ? undefined : lines[to]
    if (to === undefined || next === undefined) return
    event.preventDefault()
    rows.scrollToIndex(to, { align: 'auto' })
    setStop(next.id)
    focusRow(next.id)
  }
  const open = (documentId: string) => {
    if (view.getState().narrow) view.setState({ chaptersOpen: false })
    void workspace.openDocument(documentId)
  }
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
        <IconButton label={t('bookSearch.open')} onPress={() => openBookSearch(app)}>
          <TextSearch size={16} aria-hidden />
        </IconButton>
      </div>
      <div ref={scroller} className="chapter-scroller">
        {documents === null && <Skeleton label={t('app.loading')} lines={5} />}
        {documents?.length === 0 && <p className="side-empty">{t('chapters.empty')}</p>}
        <ol
          className="chapter-list"
          style={{ height: rows.getTotalSize() }}
          onKeyDown={moveFocus}
          onFocus={({ target }) => setStop(target.dataset.row ?? stop)}
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
                  chapters={chapters}
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
