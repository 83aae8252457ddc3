import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ChapterVersion } from '#contract/history.ts'
import { useHistory } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { diffProse, type ProsePiece, type ProseRow } from './proseDiff.ts'
import './VersionCompare.css'

interface VersionCompareProps {
  readonly at: { readonly projectId: string; readonly documentId: string }
  readonly version: ChapterVersion
}

/** What became of a version until now, and the button that brings it back. */
export const VersionCompare = ({ at, version: { versionId, savedAt } }: VersionCompareProps) => {
  const { t, i18n } = useTranslation()
  const sentence = useErrorSentence()
  const history = useHistory()
  const busy = useStore(history.store, (state) => state.busy)
  const earlier = useChannelQuery('history:read', { ...at, versionId })
  const now = useChannelQuery('documents:read', at)
  const [textThen, textNow] = [earlier.data?.text, now.data?.text]
  const error = earlier.error ?? now.error
  const rows = useMemo(() => {
    const segmenter = new Intl.Segmenter(i18n.language, { granularity: 'word' })
    return textThen === undefined || textNow === undefined ? null : diffProse(textThen, textNow, segmenter)
  }, [textThen, textNow, i18n.language])
  if (error !== null) return <Notice tone="danger">{sentence(error)}</Notice>
  if (textThen === undefined || textNow === undefined) return <Skeleton label={t('app.loading')} lines={4} />
  const isSame = textThen === textNow
  return (
    <section className="history-compare" aria-label={t('history.compare')}>
      <div className="history-actions">
        <span className="quiet">{t(isSame ? 'history.same' : 'history.sinceThen')}</span>
        <span className="grow" />
        <Button
          variant="primary"
          data-testid="history-restore"
          disabled={busy || isSame}
          onClick={() => void history.restore({ versionId, savedAt })}
        >
          {t('history.restore')}
        </Button>
      </div>
      {rows === null && <p className="history-empty">{t('history.tooDifferent')}</p>}
      {rows === null && <p className="history-prose">{textThen}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to be reached by keyboard */}
      <div className="history-prose" data-testid="history-compare" tabIndex={0}>
        {!isSame &&
          rows?.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their order
            <Row key={index} row={row} />
          ))}
      </div>
    </section>
  )
}

const Row = ({ row }: { readonly row: ProseRow }) => {
  const { t } = useTranslation()
  if (row.state === 'folded')
    return <p className="history-folded">{t('history.folded', { n: formatCount(row.count) })}</p>
  return (
    <p className={`history-paragraph history-${row.state}`}>
      {row.chunks.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their order
        <Piece key={index} piece={piece} />
      ))}
    </p>
  )
}

const Piece = ({ piece: { state, text } }: { readonly piece: ProsePiece }) => {
  if (state === 'added') return <ins>{text}</ins>
  return state === 'removed' ? <del>{text}</del> : text
}
