import { type ReactNode, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../components/Notice.tsx'
import { Select } from '../../components/SelectField.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount, formatMoment } from '../../i18n/format.ts'
import { type BlockDiff, diffBlocks } from './blockDiff.ts'
import type { ReceiptView } from './contextModel.ts'
import { blockName } from './evidence.ts'
import { type DiffRow, diffLines, foldRows } from './lineDiff.ts'
import { useReceipt, useRunReceipts } from './useReceipt.ts'
import './CompareTab.css'

interface CompareTabProps {
  readonly shown: ReceiptView
  /** A receipt to compare with; null is the request before this one. */
  readonly base: string | null
  readonly onBase: (receiptId: string | null) => void
}

/** This prompt beside the one before it, or beside that of any earlier run of the chapter. */
export const CompareTab = ({ shown, base, onBase }: CompareTabProps) => {
  const { t } = useTranslation()
  const id = useId()
  const { delta, receiptId } = shown.receipt
  const earlier = useRunReceipts().filter((line) => line.receiptId !== receiptId)
  // By its kind such a prompt has grown at the end, by nothing.
  const alike = delta.removed.length === 0 && delta.blocks.every(({ state }) => state === 'same')
  const selected = earlier.find((line) => line.receiptId === base)?.receiptId ?? null
  return (
    <div className="viewer-scroll" data-testid="ai-context-compare">
      <div className="compare-base">
        <label htmlFor={id}>{t('compare.with')}</label>
        <Select
          variant="quiet"
          id={id}
          testId="ai-context-base"
          value={selected ?? ''}
          options={[
            { value: '', label: t('compare.before') },
            ...earlier.map(({ receiptId, createdAt, tokenCount }) => ({
              value: receiptId,
              label: t('compare.run', { time: formatMoment(createdAt), tokens: formatCount(tokenCount) }),
            })),
          ]}
          onChange={(next) => onBase(next === '' ? null : next)}
        />
      </div>
      {selected === null ? (
        <>
          <p className="compare-lead">
            {t(
              delta.baseHash === null ? 'viewer.noCompare' : alike ? 'compare.alike' : `delta.${delta.kind}`,
            )}
          </p>
          <BlockList blocks={delta.blocks} removed={delta.removed} />
        </>
      ) : (
        <AgainstRun shown={shown} receiptId={selected} />
      )}
    </div>
  )
}

const AgainstRun = ({ shown, receiptId }: { readonly shown: ReceiptView; readonly receiptId: string }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { data: base = null, error } = useReceipt(receiptId)
  const prompts = base !== null && base.prompt !== null && shown.prompt !== null
  const rows = useMemo(() => {
    if (base === null || base.prompt === null || shown.prompt === null) return null
    const lines = diffLines(base.prompt, shown.prompt)
    return lines && foldRows(lines)
  }, [base, shown.prompt])
  if (error !== null) return <Notice tone="danger">{t('viewer.failed', { message: sentence(error) })}</Notice>
  if (base === null) return <Skeleton label={t('viewer.loading')} lines={6} />
  const alike = base.receipt.promptHash === shown.receipt.promptHash
  const lead = alike ? 'alike' : rows !== null ? 'lines' : prompts ? 'tooDifferent' : 'byChunk'
  return (
    <>
      <p className="compare-lead" role="status">
        {t(`compare.${lead}`)}
      </p>
      {!alike && rows !== null && <LineList rows={rows} />}
      {rows === null && <BlockList {...diffBlocks(base.receipt.delta, shown.receipt.delta)} />}
    </>
  )
}

// A line that differs by its ending alone would look as if nothing had changed.
const visible = (text: string) => text.replaceAll('\r', '␍')

/** Two prompts line by line; what stayed as it was is folded. */
const LineList = ({ rows }: { readonly rows: readonly DiffRow[] }) => (
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

const stateKeys = {
  same: 'viewer.blockSame',
  changed: 'viewer.blockChanged',
  added: 'viewer.blockAdded',
} as const

type Block = BlockDiff['blocks'][number]

/** The blocks of this prompt beside those of another: what changed, came or went first; what did not, in a fold. */
const BlockList = ({ blocks, removed }: BlockDiff) => {
  const { t } = useTranslation()
  const same = blocks.filter(({ state }) => state === 'same')
  const changed = blocks.filter(({ state }) => state !== 'same')
  return (
    <>
      <ul className="block-list">
        {changed.map((block) => (
          <BlockRow key={block.blockId} {...block} />
        ))}
        {removed.map((blockId) => (
          <li key={blockId} className="block block-removed">
            <span className="block-state">{t('viewer.blockRemoved')}</span>
            <span className="block-name" title={blockName(blockId, t)}>
              {blockName(blockId, t)}
            </span>
          </li>
        ))}
      </ul>
      {same.length > 0 && (
        <details className="blocks-same">
          <summary>{t('viewer.blocksSame', { n: formatCount(same.length) })}</summary>
          <ul className="block-list">
            {same.map((block) => (
              <BlockRow key={block.blockId} {...block} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

const BlockRow = ({ blockId, state, stability, tokens }: Block) => {
  const { t } = useTranslation()
  return (
    <li className={`block block-${state}`}>
      <span className="block-state">{t(stateKeys[state])}</span>
      <span className="block-name" title={blockName(blockId, t)}>
        {blockName(blockId, t)}
      </span>
      <span className="block-stability">{t(`stability.${stability}`)}</span>
      <span className="number">{formatCount(tokens)}</span>
    </li>
  )
}
