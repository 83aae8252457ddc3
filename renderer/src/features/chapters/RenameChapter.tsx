import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentSummary } from '#contract/documents.ts'
import { useApp } from '../../app/AppContext.tsx'

interface RenameChapterProps {
  readonly document: DocumentSummary
  /** With the chapter's id as it is now; null when the writer has gone elsewhere meanwhile. */
  readonly onDone: (documentId: string | null) => void
}

/** The chapter's title, to be changed where it stands. */
export const RenameChapter = ({ document, onDone }: RenameChapterProps) => {
  const { t } = useTranslation()
  const { chapters } = useApp()
  const { documentId, title } = document
  const [wanted, setWanted] = useState(title)
  /** Leaving the field is an answer too, but only the first answer counts. */
  const answered = useRef(false)
  const answer = async (next: string, stay: boolean) => {
    if (answered.current) return
    answered.current = true
    const id = next === '' || next === title ? documentId : await chapters.rename(documentId, next)
    onDone(stay ? (id ?? documentId) : null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void answer(wanted.trim(), true)
  }
  return (
    <form className="chapter-rename" onSubmit={submit}>
      <input
        className="field"
        aria-label={t('chapters.newName', { title })}
        maxLength={200}
        // biome-ignore lint/a11y/noAutofocus: the field replaces the row whose menu the writer has just used
        autoFocus
        value={wanted}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setWanted(event.target.value)}
        onBlur={() => void answer(wanted.trim(), false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          void answer(title, true)
        }}
      />
    </form>
  )
}
