import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../components/Field.tsx'
import { RemovedFiles } from './RemovedFiles.tsx'
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
    const made = await files.create(name.trim())
    if (made === null) return
    setName('')
    onOpen(made.path)
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
        <button type="submit" className="button" disabled={name.trim() === ''}>
          {t('texts.make')}
        </button>
      </form>
      <RemovedFiles files={files} onBack={onOpen} />
    </>
  )
}
