import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../i18n/format.ts'
import type { DiffRow } from './lineDiff.ts'

// A line that differs by its ending alone would look as if nothing had changed.
const visible = (text: string) => text.replaceAll('\r', '␍')

/** Two prompts line by line; what stayed as it was is folded. */
export const LineList = ({ rows }: { readonly rows: readonly DiffRow[] }) => (
  <ul className="line-list" data-testid="ai-context-lines">
    {rows.map((row, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their order
      <li key={index} className={`line line-${row.state}`}>
        <Cells row={row} />
      </li>
    ))}
  </ul>
)

const Cells = ({ row }: { readonly row: DiffRow }) => {
  const { t } = useTranslation()
  switch (row.state) {
    case 'folded':
      return <Cell state="">{t('compare.folded', { n: formatCount(row.count) })}</Cell>
    case 'same':
      return <Cell state="">{visible(row.text)}</Cell>
    case 'added':
      return (
        <Cell state={t('viewer.blockAdded')}>
          <ins>{visible(row.text)}</ins>
        </Cell>
      )
    case 'removed':
      return (
        <Cell state={t('viewer.blockRemoved')}>
          <del>{visible(row.text)}</del>
        </Cell>
      )
    case 'changed':
      return (
        <>
          <Cell state={t('compare.was')}>
            <del>{visible(row.before)}</del>
          </Cell>
          <Cell state={t('compare.is')}>
            <ins>{visible(row.text)}</ins>
          </Cell>
        </>
      )
  }
}

const Cell = ({ state, children }: { readonly state: string; readonly children: ReactNode }) => (
  <>
    <span className="block-state">{state}</span>
    <span className="line-text">{children}</span>
  </>
)
