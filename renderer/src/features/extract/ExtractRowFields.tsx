import { useTranslation } from 'react-i18next'
import { Select } from '../../components/SelectField.tsx'
import { codexTypes } from '../codex/codexModel.ts'
import type { ExtractKind } from './extract.ts'
import type { ExtractRow } from './extractRows.ts'
import { maxTitleUnits } from './storeItems.ts'

interface ExtractRowFieldsProps {
  readonly row: ExtractRow
  readonly kind: ExtractKind
  /** From 1. */
  readonly number: number
  readonly onChange: (part: Partial<ExtractRow>) => void
}

const maxTextUnits = 20_000

/** One thing that an answer lists: whether it is stored, and its words. */
export const ExtractRowFields = ({ row, kind, number, onChange }: ExtractRowFieldsProps) => {
  const { t } = useTranslation()
  const { ticked, title, text, beats, type, isPresent } = row
  const area = (name: 'text' | 'beats', value: string) => (
    <textarea
      className="field"
      aria-label={t(`extract.${name}`, { n: number })}
      placeholder={t(`extract.${name}Hint`)}
      rows={1}
      maxLength={maxTextUnits}
      spellCheck={false}
      value={value}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  )
  return (
    <li className="extract-row" data-testid="extract-row" data-ticked={ticked}>
      <input
        type="checkbox"
        aria-label={t('extract.tick', { n: number, title: title || text })}
        checked={ticked}
        onChange={(event) => onChange({ ticked: event.target.checked })}
      />
      <div className="extract-fields">
        {kind !== 'beats' && (
          <input
            className="field"
            aria-label={t('extract.name', { n: number })}
            maxLength={maxTitleUnits}
            spellCheck={false}
            autoComplete="off"
            value={title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
        {isPresent && <p className="quiet">{t('extract.present')}</p>}
        {kind === 'cards' && (
          <Select
            label={t('extract.type', { n: number })}
            value={type}
            options={codexTypes.map((each) => ({ value: each, label: t(`codex.types.${each}`) }))}
            onChange={(next) => onChange({ type: next })}
          />
        )}
        {kind !== 'threads' && area('text', text)}
        {kind === 'chapters' && area('beats', beats)}
      </div>
    </li>
  )
}
