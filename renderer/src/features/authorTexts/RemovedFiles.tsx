import { useTranslation } from 'react-i18next'
import type { AuthorFiles } from './useAuthorFiles.ts'

interface RemovedFilesProps {
  readonly files: AuthorFiles
  readonly onBack: (path: string) => void
}

/** Deleted files, to be put back. */
export const RemovedFiles = ({ files, onBack }: RemovedFilesProps) => {
  const { t, i18n } = useTranslation()
  const removed = files.listed?.removed ?? []
  if (removed.length === 0) return null
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <details data-testid="removed-files">
      <summary>{t('texts.removed', { n: removed.length })}</summary>
      <ul className="sheet-list">
        {removed.map(({ trashId, name, removedAt }) => (
          <li key={trashId} className="sheet-item">
            <span className="sheet-item-name">
              {name} <span className="number">{time.format(new Date(removedAt))}</span>
            </span>
            <button
              type="button"
              className="button"
              aria-label={t('texts.restoreOf', { name })}
              onClick={() => void files.restore(trashId).then((back) => back && onBack(back.path))}
            >
              {t('texts.restore')}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
