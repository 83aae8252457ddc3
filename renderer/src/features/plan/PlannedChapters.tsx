import { Plus } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProjectId, useQueries } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelMutation } from '../../ipc/queries.ts'
import { DraftMark } from '../drafts/DraftMark.tsx'
import type { DraftPlace } from '../drafts/drafts.ts'
import { useDraft } from '../drafts/useDraft.ts'
import { type PlannedChapter, plannedChapters } from './plannedChapters.ts'

interface PlannedChaptersProps {
  /** With the last chapter that was added. */
  readonly onAdded: (documentId: string) => void
}

/** Chapters to be written, several at once behind the last: a line each, with its plan behind a colon. */
export const PlannedChapters = ({ onAdded }: PlannedChaptersProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const id = useId()
  const projectId = useProjectId()
  const queries = useQueries()
  const place: DraftPlace = { projectId, form: 'plannedChapters', row: 'new' }
  const form = useDraft(place, { lines: '' })
  const [isOpen, setIsOpen] = useState(false)
  const { send, error, isPending } = useChannelMutation('documents:create', 'plan:set')
  const chapters = plannedChapters(form.value.lines)

  /** A chapter whose plan was refused: sent again, it is not created a second time. */
  const withoutPlan = useRef<{ readonly line: string; readonly documentId: string } | null>(null)

  /** The chapter's id; null when it or its plan was refused. */
  const add = async ({ title, plan, line }: PlannedChapter): Promise<string | null> => {
    const created =
      withoutPlan.current?.line === line
        ? withoutPlan.current
        : await send('documents:create', { projectId, title, planned: true })
    if (created === null || plan === '') return created?.documentId ?? null
    const { documentId } = created
    withoutPlan.current = { line, documentId }
    const read = await queries.fetchChannel('plan:get', { projectId, documentId })
    if (!read.ok) return null
    const input = { projectId, documentId, plan: { text: plan, beats: [] }, baseHash: read.data.hash }
    if ((await send('plan:set', input)) === null) return null
    withoutPlan.current = null
    return documentId
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    let last: string | null = null
    for (const [at, chapter] of chapters.entries()) {
      last = await add(chapter)
      // What is not in the book yet stays in the field.
      const rest = chapters.slice(last === null ? at : at + 1)
      form.change({ lines: rest.map(({ line }) => line).join('\n') })
      if (last === null) return
    }
    setIsOpen(false)
    if (last !== null) onAdded(last)
  }
  if (!isOpen)
    return (
      <div className="planned-open">
        <Button data-testid="planned-open" onClick={() => setIsOpen(true)}>
          <Plus size={14} aria-hidden />
          {t('plan.addChapters')}
        </Button>
        <DraftMark place={place} />
      </div>
    )
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
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      <div className="form-actions">
        <Button type="submit" variant="primary" disabled={chapters.length === 0 || isPending}>
          {t('plan.addCount', { n: chapters.length })}
        </Button>
        <Button onClick={() => setIsOpen(false)}>{t('plan.cancel')}</Button>
      </div>
    </form>
  )
}
