import { useTranslation } from 'react-i18next'
import { formatCount, percent } from '../../i18n/format.ts'
import type { Segment } from './evidence.ts'
import './StackedBar.css'

interface StackedBarProps {
  readonly segments: readonly Segment[]
  /** Tokens of the whole window. */
  readonly total: number
  readonly tall?: boolean
}

/** The whole window in one bar; pointing at a part gives its tokens and share. */
export const StackedBar = ({ segments, total, tall = false }: StackedBarProps) => {
  const { t } = useTranslation()
  const sentence = ({ name, tokens }: Segment) =>
    t('viewer.segment', {
      name: t(`layer.${name}`),
      tokens: formatCount(tokens),
      share: percent(tokens, total),
    })
  return (
    <span
      className={tall ? 'stack stack-tall' : 'stack'}
      role="img"
      aria-label={segments.map(sentence).join(t('viewer.semicolon'))}
    >
      {segments.map((segment) => (
        <span
          key={segment.name}
          className={`stack-part layer-${segment.name}`}
          title={sentence(segment)}
          style={{ flexGrow: segment.tokens }}
        />
      ))}
    </span>
  )
}
