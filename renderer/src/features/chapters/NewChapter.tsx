import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProjectId, useWorkspace } from '../../app/AppContext.tsx'
import { useDraft } from '../drafts/useDraft.ts'

/** Adds a chapter after the open one. */
export const NewChapter = () => {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const projectId = useProjectId()
  const form = useDraft({ projectId, form: 'chapter', row: 'new' }, { title: '' })
  const [open, setOpen] = useState(false)
  const { title } = form.value
  if (!open) {
    return (
      <button type="button" className="new-chapter" onClick={() => setOpen(true)}>
        <Plus size={16} aria-hidden />
        {t('chapters.create')}
      </button>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() === '') return
    void workspace.createDocument(title.trim())
    form.discard()
    setOpen(false)
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
        onChange={(event) => form.change({ title: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOpen(false)
        }}
      />
      <button type="submit" className="button" disabled={title.trim() === ''}>
        {t('chapters.add')}
      </button>
    </form>
  )
}
