import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChapterActions, useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { DialogFrame } from '../../components/DialogFrame.tsx'
import type { DraftPlace } from '../drafts/drafts.ts'
import { useDraft } from '../drafts/useDraft.ts'
import type { InsertPlace } from './insertPlace.ts'
import { PlaceField } from './PlaceField.tsx'
import { plannedChapters } from './plannedChapters.ts'

/** Where the lines lie that are no chapters yet. */
export const plannedPlace = (projectId: string): DraftPlace => ({
  projectId,
  form: 'plannedChapters',
  row: 'new',
})

interface PlannedFormProps {
  /** Where they come unless the author chooses otherwise; absent: at the end of the book. */
  readonly place?: InsertPlace | undefined
  /** With the last chapter that was added. */
  readonly onAdded: (documentId: string) => void
  readonly onCancel: () => void
}

/** Chapters to be written, several at once: a line each, with its plan behind a colon. */
export const PlannedForm = ({ place: given, onAdded, onCancel }: PlannedFormProps) => {
  const { t } = useTranslation()
  const id = useId()
  const actions = useChapterActions()
  const form = useDraft(plannedPlace(useProjectId()), { lines: '' })
  const [place, setPlace] = useState(given)
  const [isPending, setPending] = useState(false)
  const chapters = plannedChapters(form.value.lines)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setPending(true)
    const added = await actions.plan(
      chapters.map(({ title, plan }) => ({ title, ...(plan !== '' && { plan: { text: plan, beats: [] } }) })),
      place,
    )
    setPending(false)
    const last = added?.at(-1)
    if (last === undefined) return
    form.change({ lines: '' })
    onAdded(last)
  }
  return (
    <form className="planned-form" data-testid="planned-form" onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>{t('plan.chapters')}</label>
      <textarea
        id={id}
        className="field"
        rows={4}
        maxLength={100_000}
        placeholder={t('plan.chaptersHint')}
        spellCheck={false}
        readOnly={isPending}
        // biome-ignore lint/a11y/noAutofocus: the field replaces the button the writer has just pressed
        autoFocus
        value={form.value.lines}
        onChange={(event) => form.change({ lines: event.target.value })}
      />
      <PlaceField place={place} onChange={setPlace} />
      <div className="form-actions">
        <Button type="submit" variant="primary" disabled={chapters.length === 0 || isPending}>
          {t('plan.addCount', { n: chapters.length })}
        </Button>
        <Button onClick={onCancel}>{t('plan.cancel')}</Button>
      </div>
    </form>
  )
}

interface PlannedDialogProps {
  readonly place: InsertPlace
  /** The row of this chapter, or of what it was opened from, gets the focus. */
  readonly onDone: (documentId: string | null) => void
}

/** The same form over the work, for a place that was pressed. */
export const PlannedDialog = ({ place, onDone }: PlannedDialogProps) => {
  const { t } = useTranslation()
  const hasAdded = useRef(false)
  const added = (documentId: string) => {
    hasAdded.current = true
    onDone(documentId)
  }
  return (
    <DialogFrame
      open
      onClose={() => onDone(null)}
      givesFocusBack={() => !hasAdded.current}
      title={t('plan.addChapters')}
      closeLabel={t('plan.cancel')}
      testId="planned-dialog"
      className="dialog-small"
    >
      <div className="dialog-body">
        <PlannedForm place={place} onAdded={added} onCancel={() => onDone(null)} />
      </div>
    </DialogFrame>
  )
}
