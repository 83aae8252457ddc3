import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ListedConstraint } from '#contract/constraints.ts'
import { useApp } from '../../app/AppContext.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Field } from '../../components/Field.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { DraftNote } from '../drafts/DraftNote.tsx'
import type { DraftPlace } from '../drafts/drafts.ts'
import { useDraft } from '../drafts/useDraft.ts'
import type { ConstraintDraft } from './constraintsModel.ts'

interface ConstraintFormProps {
  readonly projectId: string
  /** Null for a new one. */
  readonly item: ListedConstraint | null
  readonly onSave: (draft: ConstraintDraft) => Promise<boolean>
  readonly onDone: () => void
}

const kinds = ['narrative', 'character', 'world', 'style', 'plot'] as const
const usualPriority = 100

/** Where the unfinished words of a constraint lie; without an id, those of a new one. */
export const constraintPlace = (projectId: string, id = 'new'): DraftPlace => ({
  projectId,
  form: 'constraint',
  row: id,
})

/** The words of a constraint, its kind, its priority and the chapters it holds for. */
export const ConstraintForm = ({ projectId, item, onSave, onDone }: ConstraintFormProps) => {
  const { t } = useTranslation()
  const form = useDraft(constraintPlace(projectId, item?.id), {
    text: item?.text ?? '',
    kind: item?.kind ?? ('narrative' as const),
    priority: String(item?.priority ?? usualPriority),
    from: item?.scope?.from ?? '',
    to: item?.scope?.to ?? '',
  })
  const { text, kind, priority, from, to } = form.value
  const ready = text.trim() !== '' && /^\d{1,4}$/.test(priority) && Number(priority) <= 1000
  const scope = { ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) }

  const save = async () => {
    const draft = {
      text: text.trim(),
      kind,
      priority: Number(priority),
      scope: from === '' && to === '' ? undefined : scope,
    }
    if (!(await onSave(draft))) return
    form.settle(form.value)
    onDone()
  }
  return (
    <form
      className="constraint-form"
      data-testid="constraint-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void save()
      }}
    >
      <Field
        label={t('constraints.text')}
        value={text}
        rows={3}
        maxLength={2000}
        onChange={(value) => form.change({ text: value })}
      />
      <Choice
        label={t('constraints.kind')}
        value={kind}
        options={kinds.map((value) => ({ value, label: t(`constraints.kinds.${value}`) }))}
        onChange={(value) => form.change({ kind: value })}
      />
      <Field
        label={t('constraints.priority')}
        value={priority}
        maxLength={4}
        onChange={(value) => form.change({ priority: value })}
      />
      <ChapterSelect
        label={t('constraints.from')}
        value={from}
        onChange={(value) => form.change({ from: value })}
      />
      <ChapterSelect
        label={t('constraints.to')}
        value={to}
        onChange={(value) => form.change({ to: value })}
      />
      <DraftNote draft={form} />
      <FormActions
        submit={t('constraints.save')}
        cancel={t('constraints.cancel')}
        ready={ready}
        onCancel={onDone}
      />
    </form>
  )
}

interface ChapterSelectProps {
  readonly label: string
  readonly value: string
  readonly onChange: (documentId: string) => void
}

const ChapterSelect = ({ label, value, onChange }: ChapterSelectProps) => {
  const { t } = useTranslation()
  const { workspace } = useApp()
  const id = useId()
  const documents = useStore(workspace.store, (state) => state.documents) ?? []
  const gone = value !== '' && documents.every(({ documentId }) => documentId !== value)
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="field" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t('constraints.anywhere')}</option>
        {gone && <option value={value}>{`${value}${t('constraints.goneChapter')}`}</option>}
        {documents.map(({ documentId, title }) => (
          <option key={documentId} value={documentId}>
            {title}
          </option>
        ))}
      </select>
    </div>
  )
}
