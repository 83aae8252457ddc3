import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Receipt } from '#contract/context.ts'
import { formatCount } from '../../i18n/format.ts'
import { CardActions } from './CardActions.tsx'
import type { Card } from './constraintGroup.ts'
import { glance, reasonChips } from './evidence.ts'
import { MarkedText } from './MarkedText.tsx'
import { chunkName, chunkPlace } from './sources.ts'

interface ChunkCardProps {
  readonly card: Card
  readonly redaction: Receipt['redaction']
}

const sourceOnly = (reference: string) => reference.replace(/#\d+-\d+$/, '')

/** One chunk: where from, why it is here, its first line; opens to the whole text. */
export const ChunkCard = ({ card, redaction }: ChunkCardProps) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { chunk, of } = card
  const { text, source, state, tokens } = chunk
  const name = chunkName(chunk, t)
  const place = chunkPlace(chunk, t)
  const redacted = redaction
    .filter((row) => sourceOnly(row.sourceRef) === sourceOnly(source))
    .reduce((sum, row) => sum + row.matchCount, 0)
  const chips = [...new Set(of.flatMap((one) => reasonChips(one, t)))]
  const why = of.length === 1 ? chips : [...chips, t('viewer.constraints', { n: of.length })]
  const missing = state === 'same' ? t('viewer.textMissing') : t(`viewer.${state}`)
  return (
    <li>
      <button
        type="button"
        className="chunk"
        data-chunk=""
        aria-expanded={open}
        title={t(open ? 'viewer.collapse' : 'viewer.expand')}
        onClick={() => setOpen(!open)}
      >
        <span className="chunk-source">
          <span className="chunk-name">{name}</span>
          {!name.includes(place) && <span className="chunk-path">{place}</span>}
        </span>
        <span className="number">{formatCount(tokens)}</span>
        {!open && (
          <span className="chunk-line">
            {text === null ? missing : <MarkedText text={glance(text, chunk)} />}
          </span>
        )}
        <span className="chips">
          {why.map((part, index) => (
            <span key={part} className={index === 0 ? 'chip chip-layer' : 'chip'}>
              {part}
            </span>
          ))}
          {chunk.from !== undefined && chunk.to !== undefined && (
            <span className="chip">
              {t('viewer.from', { from: formatCount(chunk.from), to: formatCount(chunk.to) })}
            </span>
          )}
          {redacted > 0 && <span className="chip">{t('viewer.redactedCount', { n: redacted })}</span>}
        </span>
      </button>
      {open && (
        <>
          <div className="chunk-text">{text === null ? missing : <MarkedText text={text} />}</div>
          {of.length === 1 && <CardActions chunk={chunk} />}
        </>
      )}
    </li>
  )
}
