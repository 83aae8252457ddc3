import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ListedConstraint } from '#contract/constraints.ts'
import { useApp } from '../../app/AppContext.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Field } from '../../components/Field.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import type { ConstraintDraft } from './constraintsModel.ts'

interface ConstraintFormProps {
  /** Null for a new one. */
  readonly item: ListedConstraint | null
  readonly onSave: (draft: ConstraintDraft) => Promise<boolean>
  readonly onDone: () => void
}

const kinds = ['narrative', 'character', 'world', 'style', 'plot'] as const
const usualPriority = 100

/** The words of a constraint, its kind, its priority and the chapters it holds for. */
export const ConstraintForm = ({ item, onSave, onDone }: ConstraintFormProps) => {
  const { t } = useTranslation()
  const [text, setText] = useState(item?.text ?? '')
  const [kind, setKind] = useState(item?.kind ?? 'narrative')
  const [priority, setPriority] = useState(String(item?.priority ?? usualPriority))
  const [from, setFrom] = useState(item?.scope?.from ?? '')
  const [to, setTo] = useState(item?.scope?.to ?? '')
  const ready = text.trim() !== '' && /^\d{1,4}$/.test(priority) && Number(priority) <= 1000
  const scope = { ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) }

  const save = async () => {
    const draft = {
      text: text.trim(),
      kind,
      priority: Number(priority),
      scope: from === '' && to === '' ? undefined : scope,
    }
    if (await onSave(draft)) onDone()
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
      <Field label={t('constraints.text')} value={text} rows={3} maxLength={2000} onChange={setText} />
      <Choice
        label={t('constraints.kind')}
        value={kind}
        options={kinds.map((value) => ({ value, label: t(`constraints.kinds.${value}`) }))}
        onChange={setKind}
      />
      <Field label={t('constraints.priority')} value={priority} maxLength={4} onChange={setPriority} />
      <ChapterSelect label={t('constraints.from')} value={from} onChange={setFrom} />
      <ChapterSelect label={t('constraints.to')} value={to} onChange={setTo} />
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
