import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Receipt, ReceiptChunk } from '#contract/context.ts'
import { Button } from '../../components/Button.tsx'
import { formatCount } from '../../i18n/format.ts'
import { trimSentence } from './evidence.ts'
import { reasonParts } from './sentences.ts'
import { chunkName, chunkOf, chunkPlace, placeOf } from './sources.ts'
import './OmittedList.css'

interface OmittedListProps {
  readonly trim: Receipt['trim']
  readonly chunks: readonly ReceiptChunk[]
  readonly testId?: string
}

const shownAtFirst = 8

/** What was cut or left out, why, and what it would take to get it in. */
export const OmittedList = ({ trim, chunks, testId = 'ai-context-trim' }: OmittedListProps) => {
  const { t } = useTranslation()
  const heading = useId()
  const [all, setAll] = useState(false)
  const rows = trim.filter((row) => row.action !== 'kept')
  const shown = all ? rows : rows.slice(0, shownAtFirst)
  const named = (row: (typeof rows)[number]) => {
    const chunk = chunkOf(row, chunks)
    const place = chunk === undefined ? placeOf(row.sourceRef, chunks, t) : chunkPlace(chunk, t)
    return { row, place, name: chunk === undefined ? place : chunkName(chunk, t) }
  }
  return (
    <section className="left-out" data-testid={testId} aria-labelledby={heading}>
      <h3 id={heading}>{rows.length === 0 ? t('viewer.left') : t('viewer.leftCount', { n: rows.length })}</h3>
      {rows.length === 0 && <p className="quiet">{t('viewer.leftNone')}</p>}
      <ul className="left-list">
        {shown.map(named).map(({ row, place, name }) => (
          <li className="left-row" key={`${row.sourceRef}-${row.layer}-${row.reason}-${row.beforeChars}`}>
            <span className={`left-layer layer-${row.layer}`}>
              <span className="legend-mark" aria-hidden="true" />
              {t(`layer.${row.layer}`)}
            </span>
            <span className="left-name" title={place}>
              {name}
            </span>
            <span className="number">
              {row.beforeChars > 0 &&
                t('viewer.chars', {
                  before: formatCount(row.beforeChars),
                  after: formatCount(row.afterChars),
                })}
            </span>
            <span className="left-why">{[trimSentence(row, t), ...reasonParts(row, t)].join(' · ')}</span>
            <span className="left-why quiet">
              {row.reasonCode === 'unwanted' ? t('card.getIn') : t(`evidence.getIn.${row.reason}`)}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > shown.length && (
        <Button onClick={() => setAll(true)}>{t('viewer.more', { n: rows.length - shown.length })}</Button>
      )}
    </section>
  )
}
