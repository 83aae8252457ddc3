import { useTranslation } from 'react-i18next'
import { useIpc } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { AutosavedNotice } from '../autosavedForm/AutosavedForm.tsx'
import { useAutosaved } from '../autosavedForm/useAutosaved.ts'
import { isComplete, listOf, rowsOf, type WordRow, type WordRows } from './wordRows.ts'

const path = '.creonow/rules/terminology.json'
const maxTerms = 5000

/** Words to write, words to write them instead of, and words that never stand in the book. */
export const TerminologyScreen = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const ipc = useIpc()
  const saved = useAutosaved<WordRows>({
    path,
    place: { projectId, form: 'terminology', row: '' },
    async read() {
      const answer = await ipc.invoke('creonow:terminology:get', { projectId })
      return answer.ok
        ? { ok: true, data: { value: rowsOf(answer.data.terminology), hash: answer.data.hash } }
        : answer
    },
    write: (rows, baseHash) =>
      ipc.invoke('creonow:terminology:save', { projectId, terminology: listOf(rows), baseHash }),
    isReady: isComplete,
  })
  const { value } = saved
  const setRows = (rows: readonly WordRow[]) => saved.change({ rows })
  return (
    <div className="sheet-body">
      <p className="quiet">{t('terms.lead')}</p>
      <AutosavedNotice saved={saved} formatValue={wordsOf} invalid={t('terms.incomplete')} />
      {value !== null && (
        <>
          {value.rows.map((row, at) => (
            <TermRow
              key={row.key}
              row={row}
              name={row.use.trim() === '' ? String(at + 1) : row.use}
              onChange={(part) =>
                setRows(value.rows.map((each) => (each.key === row.key ? { ...each, ...part } : each)))
              }
              onRemove={() => setRows(value.rows.filter((each) => each.key !== row.key))}
            />
          ))}
          <div className="sheet-tools">
            <Button
              disabled={value.rows.length >= maxTerms}
              onClick={() =>
                setRows([...value.rows, { key: crypto.randomUUID(), use: '', avoid: '', note: '' }])
              }
            >
              {t('terms.add')}
            </Button>
          </div>
          <Field
            label={t('terms.banned')}
            hint={t('terms.bannedHint')}
            value={value.banned}
            rows={3}
            maxLength={50_000}
            onChange={(banned) => saved.change({ banned })}
          />
        </>
      )}
    </div>
  )
}

interface TermRowProps {
  readonly row: WordRow
  readonly name: string
  readonly onChange: (part: Partial<WordRow>) => void
  readonly onRemove: () => void
}

const TermRow = ({ row, name, onChange, onRemove }: TermRowProps) => {
  const { t } = useTranslation()
  return (
    <fieldset className="sheet-row" data-testid="term" aria-label={t('terms.row', { name })}>
      <div className="sheet-tools">
        <Field label={t('terms.use')} value={row.use} maxLength={200} onChange={(use) => onChange({ use })} />
        <Field
          label={t('terms.avoid')}
          value={row.avoid}
          maxLength={5000}
          onChange={(avoid) => onChange({ avoid })}
        />
      </div>
      <div className="sheet-tools">
        <Field
          label={t('terms.note')}
          value={row.note}
          maxLength={1000}
          onChange={(note) => onChange({ note })}
        />
        <Button aria-label={t('terms.removeOf', { name })} onClick={onRemove}>
          {t('terms.remove')}
        </Button>
      </div>
    </fieldset>
  )
}

const wordsOf = ({ rows, banned }: WordRows) =>
  [...rows.map(({ use, avoid, note }) => `${use} ← ${avoid} ${note}`.trim()), banned].join('\n')
