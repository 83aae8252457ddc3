import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatCount } from '../../i18n/format.ts'
import { diffProse, type ProsePiece, type ProseRow } from './proseDiff.ts'

/** What became of a version until now, and the button that brings it back. */
export const VersionCompare = () => {
  const { t, i18n } = useTranslation()
  const { history } = useApp()
  const { chosen, compared, busy, error } = useStore(history.store)
  const rows = useMemo(() => {
    const words = new Intl.Segmenter(i18n.language, { granularity: 'word' })
    return compared && diffProse(compared.earlier, compared.now, words)
  }, [compared, i18n.language])
  if (compared === null || chosen === null)
    return error === null ? <Skeleton label={t('app.loading')} lines={4} /> : null
  const isSame = compared.earlier === compared.now
  return (
    <section className="history-compare" aria-label={t('history.compare')}>
      <div className="history-actions">
        <span className="quiet">{t(isSame ? 'history.same' : 'history.sinceThen')}</span>
        <span className="grow" />
        <button
          type="button"
          className="button button-primary"
          data-testid="history-restore"
          disabled={busy || isSame || compared.versionId !== chosen}
          onClick={() => void history.restore(chosen)}
        >
          {t('history.restore')}
        </button>
      </div>
      {rows === null && <p className="history-empty">{t('history.tooDifferent')}</p>}
      {rows === null && <p className="history-prose">{compared.earlier}</p>}
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
      {row.pieces.map((piece, index) => (
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
