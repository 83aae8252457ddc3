import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import type { AuthorFiles } from './useAuthorFiles.ts'

interface MoreFilesProps {
  /** What the name of a new one is asked with. */
  readonly label: string
  readonly files: AuthorFiles
  /** One that was made or put back. */
  readonly onOpen: (path: string) => void
}

/** Under a list of files: a new one by its name, and those that were deleted. The name stays until it is made. */
export const MoreFiles = ({ label, files, onOpen }: MoreFilesProps) => {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const make = async () => {
    const created = await files.create(name.trim())
    if (created === null) return
    setName('')
    onOpen(created.path)
  }
  return (
    <>
      <form
        className="sheet-tools"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') void make()
        }}
      >
        <Field label={label} value={name} maxLength={80} onChange={setName} />
        <Button type="submit" disabled={name.trim() === ''}>
          {t('texts.make')}
        </Button>
      </form>
      <RemovedFiles files={files} onBack={onOpen} />
    </>
  )
}

interface RemovedFilesProps {
  readonly files: AuthorFiles
  readonly onBack: (path: string) => void
}

/** Deleted files, to be put back. */
const RemovedFiles = ({ files, onBack }: RemovedFilesProps) => {
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
            <Button
              aria-label={t('texts.restoreOf', { name })}
              onClick={() => void files.restore(trashId).then((back) => back && onBack(back.path))}
            >
              {t('texts.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
