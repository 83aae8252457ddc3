import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount, formatMoment } from '../../i18n/format.ts'
import { BlockList } from './BlockList.tsx'
import { diffBlocks } from './blockDiff.ts'
import type { ReceiptView } from './contextModel.ts'
import { LineList } from './LineList.tsx'
import { diffLines, foldRows } from './lineDiff.ts'
import { useReceipt, useRunReceipts } from './useReceipt.ts'

interface CompareTabProps {
  readonly shown: ReceiptView
  /** A receipt to compare with; null is the request before this one. */
  readonly base: string | null
  readonly onBase: (receiptId: string | null) => void
}

/** This prompt beside the one before it, or beside that of any earlier run of the chapter. */
export const CompareTab = ({ shown, base, onBase }: CompareTabProps) => {
  const { t } = useTranslation()
  const { delta, receiptId } = shown.receipt
  const earlier = useRunReceipts().filter((line) => line.receiptId !== receiptId)
  // By its kind such a prompt has grown at the end, by nothing.
  const alike = delta.removed.length === 0 && delta.blocks.every(({ state }) => state === 'same')
  const chosen = earlier.find((line) => line.receiptId === base)?.receiptId ?? null
  return (
    <div className="viewer-scroll" data-testid="ai-context-compare">
      <label className="compare-base">
        {t('compare.with')}
        <select
          className="viewer-which"
          data-testid="ai-context-base"
          value={chosen ?? ''}
          onChange={({ target }) => onBase(target.value === '' ? null : target.value)}
        >
          <option value="">{t('compare.before')}</option>
          {earlier.map((line) => (
            <option key={line.receiptId} value={line.receiptId}>
              {t('compare.run', { time: formatMoment(line.createdAt), tokens: formatCount(line.tokenCount) })}
            </option>
          ))}
        </select>
      </label>
      {chosen === null ? (
        <>
          <p className="compare-lead">
            {t(
              delta.baseHash === null ? 'viewer.noCompare' : alike ? 'compare.alike' : `delta.${delta.kind}`,
            )}
          </p>
          <BlockList blocks={delta.blocks} removed={delta.removed} />
        </>
      ) : (
        <AgainstRun shown={shown} receiptId={chosen} />
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
