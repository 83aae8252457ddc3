import { useVirtualizer } from '@tanstack/react-virtual'
import { TextSearch } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { openBookSearch } from '../../app/useBookSearchKey.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatCount } from '../../i18n/format.ts'
import { ChapterRow } from './ChapterRow.tsx'
import { NewChapter } from './NewChapter.tsx'
import { Trash } from './Trash.tsx'

const rowHeightPx = 33

/** Where a key leads from the row at an index; undefined for a key with no such meaning. */
const target = (key: string, at: number, count: number): number | undefined =>
  ({ ArrowDown: Math.min(at + 1, count - 1), ArrowUp: Math.max(at - 1, 0), Home: 0, End: count - 1 })[key]

/** The chapters of the work, in order; a long list is drawn only where it is seen. */
export const ChapterList = () => {
  const { t } = useTranslation()
  const app = useApp()
  const { workspace, editor, view } = app
  const scroller = useRef<HTMLDivElement>(null)
  const documents = useStore(workspace.store, (state) => state.documents)
  const current = useStore(editor.store, (state) => state.documentId)
  const rows = useVirtualizer({
    count: documents?.length ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: 12,
  })
  const [stop, setStop] = useState<string | null>(null)
  const currentIndex = documents?.findIndex((document) => document.documentId === current) ?? -1
  useEffect(() => {
    if (currentIndex >= 0) rows.scrollToIndex(currentIndex, { align: 'auto' })
  }, [currentIndex, rows])

  const total = documents?.reduce((sum, document) => sum + document.words, 0) ?? 0
  const chapters = documents?.filter(({ kind }) => kind === 'chapter') ?? []
  /** After the list has been drawn with the chapter's new name and place. */
  const focusRow = (documentId: string) =>
    requestAnimationFrame(() => {
      const row = `[data-document="${CSS.escape(documentId)}"]`
      scroller.current?.querySelector<HTMLElement>(row)?.focus()
    })
  /** One row is a stop of the Tab key, with its menu; the arrow keys go through the others. */
  const shown = rows.getVirtualItems().map(({ index }) => documents?.[index]?.documentId)
  const tabStop = [stop, current].find((id) => id !== null && shown.includes(id)) ?? shown[0]
  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    const from = event.target instanceof HTMLElement ? event.target.dataset.document : undefined
    const at = documents?.findIndex(({ documentId }) => documentId === from) ?? -1
    const to = at < 0 ? undefined : target(event.key, at, documents?.length ?? 0)
    const next = to === undefined ? undefined : documents?.[to]
    if (to === undefined || next === undefined) return
    event.preventDefault()
    rows.scrollToIndex(to, { align: 'auto' })
    setStop(next.documentId)
    focusRow(next.documentId)
  }
  const open = (documentId: string) => {
    if (view.getState().narrow) view.setState({ chaptersOpen: false })
    void workspace.openDocument(documentId)
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
          onFocus={({ target }) => setStop(target.dataset.document ?? stop)}
        >
          {rows.getVirtualItems().map((item) => {
            const document = documents?.[item.index]
            if (document === undefined) return null
            return (
              <li key={document.documentId} style={{ transform: `translateY(${item.start}px)` }}>
                <ChapterRow
                  document={document}
                  chapters={chapters}
                  current={document.documentId === current}
                  isTabStop={document.documentId === tabStop}
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
