import { useTranslation } from 'react-i18next'
import type { Preview } from './useImportPreview.ts'

interface WrappedLinesProps {
  readonly wrapped: NonNullable<Preview['wrapped']>
  readonly join: boolean
  readonly onJoin: (join: boolean) => void
}

/** The file's lines were broken by a program: joins them on demand, and shows what that does. */
export const WrappedLines = ({ wrapped, join, onJoin }: WrappedLinesProps) => {
  const { t } = useTranslation()
  return (
    <section className="import-wrapped" aria-label={t('preview.wrapped')} data-testid="import-wrapped">
      <p>{t('preview.wrapped')}</p>
      <label className="check">
        <input type="checkbox" checked={join} onChange={(event) => onJoin(event.target.checked)} />
        {t('preview.join')}
      </label>
      <p className="form-hint">{t('preview.joinHint')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long paragraph is scrolled by keyboard */}
      <pre tabIndex={0}>{join ? wrapped.after : wrapped.before}</pre>
    </section>
  )
}
