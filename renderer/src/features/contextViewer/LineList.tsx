import { useTranslation } from 'react-i18next'
import { formatCount } from '../../i18n/format.ts'
import type { DiffRow } from './lineDiff.ts'

const stateKeys = {
  changed: 'viewer.blockChanged',
  added: 'viewer.blockAdded',
  removed: 'viewer.blockRemoved',
} as const

// A line that differs by its ending alone would look as if nothing had changed.
const visible = (text: string) => text.replaceAll('\r', '␍')

/** Two prompts line by line; what stayed as it was is folded. */
export const LineList = ({ rows }: { readonly rows: readonly DiffRow[] }) => {
  const { t } = useTranslation()
  return (
    <ul className="line-list" data-testid="ai-context-lines">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their order
        <li key={index} className={`line line-${row.state}`}>
          {row.state === 'folded' ? (
            <span className="line-text">{t('compare.folded', { n: formatCount(row.count) })}</span>
          ) : (
            <>
              <span className="block-state">{row.state !== 'same' && t(stateKeys[row.state])}</span>
              <span className="line-text">
                {row.state === 'same' && visible(row.text)}
                {row.state === 'changed' && <del>{visible(row.before)}</del>}
                {row.state === 'removed' && <del>{visible(row.text)}</del>}
                {(row.state === 'changed' || row.state === 'added') && <ins>{visible(row.text)}</ins>}
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
