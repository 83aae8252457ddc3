import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeFault } from '../../../../main/src/contract/sentences/fileFault.ts'
import { useCodex, useProjectId } from '../../app/AppContext.tsx'
import { Select } from '../../components/SelectField.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { languageOf } from '../contextViewer/sentences.ts'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { type CodexRow, type CodexType, codexTypes } from './codexModel.ts'
import { entryPlace, newPlace } from './codexPlace.ts'
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
      <ul className="codex-list">
        {matches?.map((row) => (
          <li key={row.path}>
            <Row row={row} projectId={projectId} current={row.id === openId} />
          </li>
        ))}
      </ul>
      <button type="button" className="new-chapter" onClick={() => codex.create(shown)}>
        <Plus size={16} aria-hidden />
        {t('codex.create')}
        <DraftMark place={newPlace(projectId, shown)} />
      </button>
      <button type="button" className="new-chapter" onClick={codex.close} disabled={!canClose}>
        {t('codex.test')}
      </button>
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
  const button = useRef<HTMLButtonElement>(null)
  // It may be opened from elsewhere, far down the list.
  useEffect(() => {
    if (current) button.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <button
      ref={button}
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
