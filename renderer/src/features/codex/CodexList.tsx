import { useVirtualizer } from '@tanstack/react-virtual'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeFault } from '../../../../main/src/contract/sentences/fileFault.ts'
import { useCodex, useProjectId } from '../../app/AppContext.tsx'
import { Select } from '../../components/SelectField.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useFocusedRange } from '../../components/useFocusedRange.ts'
import { languageOf } from '../contextViewer/sentences.ts'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { type CodexRow, type CodexType, codexTypes } from './codexModel.ts'
import { entryPlace, newPlace } from './codexPlace.ts'
import { FromTextWay } from './FromTextWay.tsx'
import { matchingRows } from './matchingRows.ts'
import { useCodexRows } from './useCodexRows.ts'
import './CodexList.css'

interface CodexListProps {
  readonly shown: CodexType
  readonly openId: string | null
  /** A form stands where the tools are. */
  readonly canClose: boolean
}

/** The entries of one kind: name, aliases, level, and what is wrong with a file. */
export const CodexList = ({ shown, openId, canClose }: CodexListProps) => {
  const { t } = useTranslation()
  const codex = useCodex()
  const projectId = useProjectId()
  const rows = useCodexRows()
  const [query, setQuery] = useState('')
  const matches = rows === undefined ? null : matchingRows(rows, shown, query)
  return (
    <div className="codex-side">
      <div className="codex-type">
        <Select
          label={t('codex.type')}
          value={shown}
          options={codexTypes.map((type) => ({ value: type, label: t(`codex.types.${type}`) }))}
          onChange={codex.show}
        />
        <input
          type="search"
          className="field"
          aria-label={t('codex.find')}
          placeholder={t('codex.find')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {rows === undefined && <Skeleton label={t('app.loading')} lines={4} />}
      {matches?.length === 0 && (
        <p className="side-empty">{t(query.trim() === '' ? 'codex.empty' : 'codex.findNone')}</p>
      )}
      {matches !== null && <Rows matches={matches} projectId={projectId} openId={openId} />}
      <button type="button" className="new-chapter" onClick={() => codex.create(shown)}>
        <Plus size={16} aria-hidden />
        {t('codex.create')}
        <DraftMark place={newPlace(projectId, shown)} />
      </button>
      <button type="button" className="new-chapter" onClick={codex.close} disabled={!canClose}>
        {t('codex.test')}
      </button>
      <FromTextWay testId="codex-build" />
    </div>
  )
}

interface RowsProps {
  readonly matches: readonly CodexRow[]
  readonly projectId: string
  readonly openId: string | null
}

const rowHeightPx = 50

/** Drawn only where they are seen: a codex may have 20,000 entries. */
const Rows = ({ matches, projectId, openId }: RowsProps) => {
  const scroller = useRef<HTMLDivElement>(null)
  const { rangeExtractor, onFocus, onBlur } = useFocusedRange()
  const lines = useVirtualizer({
    count: matches.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    getItemKey: (index) => matches[index]?.path ?? index,
    overscan: 4,
    rangeExtractor,
  })
  const current = matches.findIndex(({ id }) => id === openId)
  // It may be opened from elsewhere, far down the list.
  useEffect(() => {
    if (current >= 0) lines.scrollToIndex(current, { align: 'auto' })
  }, [current, lines])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it follows the focus of the buttons inside
    <div ref={scroller} className="codex-list" onFocus={onFocus} onBlur={onBlur}>
      <ul style={{ height: lines.getTotalSize() }}>
        {lines.getVirtualItems().map(({ index, key, start }) => {
          const row = matches[index]
          if (row === undefined) return null
          return (
            <li
              key={key}
              ref={lines.measureElement}
              data-index={index}
              aria-setsize={matches.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Row row={row} projectId={projectId} current={row.id === openId} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface RowProps {
  readonly row: CodexRow
  readonly projectId: string
  readonly current: boolean
}

const Row = ({ row, projectId, current }: RowProps) => {
  const { t } = useTranslation()
  const codex = useCodex()
  return (
    <button
      type="button"
      className="codex-row"
      aria-current={current ? 'true' : undefined}
      onClick={() => void codex.openEntry(row.id)}
    >
      <span className="codex-row-name">
        {row.name}
        <DraftMark place={entryPlace(projectId, row.id)} />
      </span>
      <span className="codex-row-note">
        {row.fault === undefined ? t(`codex.levels.${row.aiContextLevel}`) : t('codex.broken')}
        {row.aliases.length > 0 && ` · ${row.aliases.join(t('run.comma'))}`}
      </span>
      {row.fault !== undefined && (
        <span className="codex-bad">{describeFault(row.fault, languageOf(t))}</span>
      )}
    </button>
  )
}
