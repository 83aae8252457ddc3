import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../i18n/format.ts'
import { diffProse, type ProsePiece, type ProseRow } from './proseDiff.ts'
import './ProseDiff.css'

interface ProseDiffProps {
  readonly earlier: string
  readonly now: string
  readonly testId: string
}

/** What became of a text, paragraph by paragraph; the earlier one where the two have too little in common. */
export const ProseDiff = ({ earlier, now, testId }: ProseDiffProps) => {
  const { t, i18n } = useTranslation()
  const rows = useMemo(
    () => diffProse(earlier, now, new Intl.Segmenter(i18n.language, { granularity: 'word' })),
    [earlier, now, i18n.language],
  )
  return (
    <>
      {rows === null && <p className="history-empty">{t('history.tooDifferent')}</p>}
      {rows === null && <p className="history-prose">{earlier}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to be reached by keyboard */}
      <div className="history-prose" data-testid={testId} tabIndex={0}>
        {earlier !== now &&
          rows?.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their order
            <Row key={index} row={row} />
          ))}
      </div>
    </>
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
