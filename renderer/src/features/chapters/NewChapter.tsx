import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApp } from '../../app/AppContext.tsx'

/** Adds a chapter after the open one. */
export const NewChapter = () => {
  const { t } = useTranslation()
  const { workspace } = useApp()
  const [title, setTitle] = useState<string | null>(null)
  if (title === null) {
    return (
      <button type="button" className="new-chapter" onClick={() => setTitle('')}>
        <Plus size={16} aria-hidden />
        {t('chapters.create')}
      </button>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() === '') return
    void workspace.createDocument(title.trim())
    setTitle(null)
  }
  return (
    <form className="new-chapter-form" onSubmit={submit}>
      <input
        className="field"
        aria-label={t('chapters.name')}
        placeholder={t('chapters.name')}
        maxLength={200}
        // biome-ignore lint/a11y/noAutofocus: the field replaces the button the writer has just pressed
        autoFocus
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTitle(null)
        }}
      />
      <button type="submit" className="button" disabled={title.trim() === ''}>
        {t('chapters.add')}
      </button>
    </form>
  )
}
