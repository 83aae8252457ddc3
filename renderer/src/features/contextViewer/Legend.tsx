import { useTranslation } from 'react-i18next'
import { formatCount } from '../../i18n/format.ts'
import type { Segment } from './evidence.ts'
import './Legend.css'

/** The names and tokens of the bar's parts. */
export const Legend = ({ segments }: { readonly segments: readonly Segment[] }) => {
  const { t } = useTranslation()
  return (
    <span className="legend">
      {segments.map(({ name, tokens }) => (
        <span key={name} className={`legend-item layer-${name}`}>
          <span className="legend-mark" aria-hidden="true" />
          {t(`layer.${name}`)} <span className="number">{formatCount(tokens)}</span>
        </span>
      ))}
    </span>
  )
}
