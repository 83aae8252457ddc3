import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentSummary } from '#contract/documents.ts'
import { useChapterParts } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { DialogFrame } from '../../components/DialogFrame.tsx'
import { Field } from '../../components/Field.tsx'
import { firstNumberOf } from './firstNumber.ts'

interface RenumberChaptersProps {
  readonly document: DocumentSummary
  readonly onDone: (documentId: string) => void
}

/** Asks with which number a chapter is to go on, and those behind it with the next ones. */
export const RenumberChapters = ({ document, onDone }: RenumberChaptersProps) => {
  const { t } = useTranslation()
  const parts = useChapterParts()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const { documentId, title } = document
  const first = firstNumberOf(typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (first === null) return
    onDone(documentId)
    void parts.renumber(documentId, first)
  }
  return (
    <DialogFrame
      open
      onClose={() => onDone(documentId)}
      title={t('chapters.renumberTitle', { title })}
      closeLabel={t('chapters.close')}
      testId="chapter-renumber"
      initialFocus={field}
      className="dialog-small"
    >
      <form className="dialog-body chapter-move" onSubmit={submit}>
        <Field
          inputRef={field}
          label={t('chapters.firstNumber')}
          value={typed}
          onChange={setTyped}
          maxLength={8}
          hint={t('chapters.firstNumberHint')}
          error={first === null ? t('chapters.firstNumberRefused') : undefined}
        />
        <div className="chapter-move-buttons">
          <Button onClick={() => onDone(documentId)}>{t('chapters.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={first === null}>
            {t('chapters.renumberNow')}
          </Button>
        </div>
      </form>
    </DialogFrame>
  )
}
