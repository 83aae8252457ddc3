import { useTranslation } from 'react-i18next'
import { CheckField } from '../../components/CheckField.tsx'
import { formatTogether } from '../../i18n/format.ts'
import type { Preview } from './useImportPreview.ts'
import './ImportPreview.css'

interface ImportPreviewProps {
  readonly preview: Preview
  readonly join: boolean
  readonly onHeadings: (family: string) => void
  readonly onJoin: (join: boolean) => void
}

/** More lines nobody reads; the rest is told as a number. */
const shownChapters = 500
const maxShownIssues = 100

/** What the file would become: chapters under their volumes, what to look at, and other ways to read its headings. */
export const ImportPreview = ({ preview, join, onHeadings, onJoin }: ImportPreviewProps) => {
  const { t, i18n } = useTranslation()
  const { chapters, doubts, families, encoding, brings } = preview
  const count = chapters.filter(({ kind }) => kind === 'chapter').length
  const characters = chapters.reduce((sum, chapter) => sum + chapter.words, 0)
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <section className="import-preview" aria-label={t('preview.label')} data-testid="import-preview">
      <p>
        {t('preview.total', {
          chapters: number.format(count),
          characters: number.format(characters),
          encoding,
        })}
      </p>
      {brings.length > 0 && (
        <p data-testid="import-brings">
          {t('preview.brings', {
            list: formatTogether(
              brings.map(({ kind, count: n }) => t(`brought.${kind}`, { n: number.format(n) })),
              i18n.language,
            ),
          })}
        </p>
      )}
      <p className="import-beginning">{preview.beginning.slice(0, 80)}…</p>
      {preview.wrapped && <WrappedLines wrapped={preview.wrapped} join={join} onJoin={onJoin} />}
      <ol className="import-list" aria-label={t('preview.chapters')}>
        {chapters.slice(0, shownChapters).map((chapter, index) => (
          <li key={chapter.line}>
            {chapter.volume !== undefined && chapter.volume !== chapters[index - 1]?.volume && (
              <b className="import-volume">{chapter.volume}</b>
            )}
            <span className={chapter.volume === undefined ? 'import-title' : 'import-title import-nested'}>
              <span>{chapter.title}</span>
              <span className="number">{number.format(chapter.words)}</span>
            </span>
          </li>
        ))}
        {chapters.length > shownChapters && (
          <li>{t('preview.more', { n: number.format(chapters.length - shownChapters) })}</li>
        )}
      </ol>
      {doubts.length > 0 && (
        <>
          <p>{t('imported.doubts', { n: number.format(doubts.length) })}</p>
          <ul className="import-list" aria-label={t('preview.doubts')}>
            {doubts.slice(0, maxShownIssues).map((issue) => (
              <li key={`${issue.line} ${issue.kind} ${issue.message}`}>
                {t('imported.line', {
                  line: number.format(issue.line),
                  message: i18n.language === 'en' ? issue.english : issue.message,
                })}
                {issue.heading !== '' && <q className="import-heading">{issue.heading}</q>}
              </li>
            ))}
          </ul>
        </>
      )}
      {families.length > 1 && (
        <fieldset className="import-families">
          <legend>{t('preview.families')}</legend>
          {families.map(({ id, count: makes, example, chosen }) => (
            <button
              key={id}
              type="button"
              className="import-family"
              aria-pressed={chosen}
              onClick={() => onHeadings(id)}
            >
              <span>{example}</span>
              <span className="number">{t('preview.makes', { n: number.format(makes) })}</span>
            </button>
          ))}
        </fieldset>
      )}
    </section>
  )
}

interface WrappedLinesProps {
  readonly wrapped: NonNullable<Preview['wrapped']>
  readonly join: boolean
  readonly onJoin: (join: boolean) => void
}

/** The file's lines were broken by a program: joins them on demand, and shows what that does. */
const WrappedLines = ({ wrapped, join, onJoin }: WrappedLinesProps) => {
  const { t } = useTranslation()
  return (
    <section className="import-wrapped" aria-label={t('preview.wrapped')} data-testid="import-wrapped">
      <p>{t('preview.wrapped')}</p>
      <CheckField label={t('preview.join')} checked={join} onChange={onJoin} />
      <p className="form-hint">{t('preview.joinHint')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long paragraph is scrolled by keyboard */}
      <pre tabIndex={0}>{join ? wrapped.after : wrapped.before}</pre>
    </section>
  )
}
