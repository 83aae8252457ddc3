import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelOutput } from '#contract/index.ts'
import { Button } from '../../components/Button.tsx'
import { formatCount, percent } from '../../i18n/format.ts'

interface ChapterSharesProps {
  readonly chapters: ChannelOutput<'words:statistics:get'>['chapters']
}

/** A page is slow with thousands of rows, and the last chapters are those that are written now. */
const shownFirst = 20

/** Who wrote what stands in each chapter, the last chapter first. */
export const ChapterShares = ({ chapters }: ChapterSharesProps) => {
  const { t } = useTranslation()
  const [shown, setShown] = useState(shownFirst)
  const total = chapters.reduce((sum, each) => sum + each.words, 0)
  const byAi = chapters.reduce((sum, each) => sum + each.ai, 0)
  const rows = chapters.toReversed().slice(0, shown)
  return (
    <section className="statistics-part" aria-labelledby="statistics-chapters">
      <h3 id="statistics-chapters">{t('statistics.chapters')}</h3>
      <p>
        {t('statistics.book', {
          ...{ total: formatCount(total), own: formatCount(total - byAi), ai: formatCount(byAi) },
          percent: percent(byAi, total),
        })}
      </p>
      <p className="quiet">{t('statistics.sharesHint')}</p>
      {rows.length > 0 && (
        <table className="statistics-table" data-testid="statistics-chapters">
          <thead>
            <tr>
              <th scope="col">{t('statistics.chapter')}</th>
              <th scope="col">{t('statistics.wordsColumn')}</th>
              <th scope="col">{t('statistics.aiColumn')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ documentId, title, words, ai }) => (
              <tr key={documentId}>
                <th scope="row">{title || t('chapters.front')}</th>
                <td className="number">{formatCount(words)}</td>
                <td className="number">
                  {formatCount(ai)}
                  {ai > 0 && ` · ${percent(ai, words)}%`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length < chapters.length && (
        <div className="sheet-tools">
          <Button onClick={() => setShown(shown + 200)}>
            {t('statistics.moreChapters', { n: formatCount(chapters.length - rows.length) })}
          </Button>
        </div>
      )}
    </section>
  )
}
