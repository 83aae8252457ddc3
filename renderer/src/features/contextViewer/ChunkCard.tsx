import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { Receipt, ReceiptChunk } from '#contract/context.ts'
import { useChoices, useCodex, useWorkspace } from '../../app/AppContext.tsx'
import { formatCount } from '../../i18n/format.ts'
import { useCodexRows } from '../codex/useCodexRows.ts'
import type { Card } from './constraintGroup.ts'
import { glance, reasonChips } from './evidence.ts'
import { MarkedText } from './MarkedText.tsx'
import { chunkName, chunkPlace, chunkReference } from './sources.ts'
import './ChunkCard.css'

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
  const chips = [...new Set(of.flatMap((each) => reasonChips(each, t)))]
  const reasons = of.length === 1 ? chips : [...chips, t('viewer.constraints', { n: of.length })]
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
          {reasons.map((part, index) => (
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

/** What can be done with a part: go to where it stands, keep it out of the next request, pin its entry. */
const CardActions = ({ chunk }: { readonly chunk: ReceiptChunk }) => {
  const { t } = useTranslation()
  const choices = useChoices()
  const codex = useCodex()
  const workspace = useWorkspace()
  const { pinned, without } = useStore(choices.store)
  const rows = useCodexRows()
  const entry = rows?.find(({ path }) => path === chunk.source)
  const reference = chunkReference(chunk)
  const from = chunk.from ?? 0
  return (
    <span className="card-actions">
      {chunk.source.startsWith('manuscript/') && (
        <button
          type="button"
          className="viewer-tool"
          onClick={() => void workspace.reveal(chunk.source, { from, to: from })}
        >
          {t('card.open')}
        </button>
      )}
      {entry !== undefined && (
        <>
          <button type="button" className="viewer-tool" onClick={() => void codex.openEntry(entry.id)}>
            {t('card.openEntry')}
          </button>
          <button
            type="button"
            className="viewer-tool"
            aria-pressed={pinned.includes(entry.id)}
            onClick={() => choices.toggle('pinned', entry.id)}
          >
            {t(pinned.includes(entry.id) ? 'card.unpin' : 'card.pin')}
          </button>
        </>
      )}
      {chunk.layer === 'retrieved' && (
        <button
          type="button"
          className="viewer-tool"
          aria-pressed={without.includes(reference)}
          onClick={() => choices.toggle('without', reference)}
        >
          {t(without.includes(reference) ? 'card.with' : 'card.without')}
        </button>
      )}
    </span>
  )
}
