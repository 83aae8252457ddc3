import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentSummary } from '#contract/documents.ts'
import { useChapterActions } from '../../app/AppContext.tsx'
import { useBookChapters } from './useBookChapters.ts'

interface MoveChapterProps {
  readonly document: DocumentSummary
  readonly onDone: (documentId: string) => void
}

/** Asks behind which chapter another one is to stand. */
export const MoveChapter = ({ document, onDone }: MoveChapterProps) => {
  const chapters = useBookChapters()
  const { t } = useTranslation()
  const actions = useChapterActions()
  const { documentId, title } = document
  const at = chapters.findIndex((one) => one.documentId === documentId)
  const [after, setAfter] = useState(chapters[at - 1]?.documentId ?? '')
  const field = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void actions.move(documentId, after === '' ? null : after).then((id) => onDone(id ?? documentId))
  }
  return (
    <Dialog.Root open onOpenChange={(open) => open || onDone(documentId)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog dialog-small" data-testid="chapter-move">
          <header className="dialog-header">
            <Dialog.Title>{t('chapters.moveTitle', { title })}</Dialog.Title>
          </header>
          <form className="dialog-body chapter-move" onSubmit={submit}>
            <label htmlFor={field}>{t('chapters.behind')}</label>
            <select
              id={field}
              className="field"
              value={after}
              onChange={(event) => setAfter(event.target.value)}
            >
              <option value="">{t('chapters.first')}</option>
              {chapters
                .filter((one) => one.documentId !== documentId)
                .map((one) => (
                  <option key={one.documentId} value={one.documentId}>
                    {t('chapters.behindOne', { title: one.title })}
                  </option>
                ))}
            </select>
            <div className="chapter-move-buttons">
              <button type="button" className="button" onClick={() => onDone(documentId)}>
                {t('chapters.cancel')}
              </button>
              <button type="submit" className="button button-primary">
                {t('chapters.move')}
              </button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
