import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedConstraint } from '#contract/constraints.ts'
import { useDrafts, useIpc, useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { type ChannelMutation, useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { CacheNote } from '../aiPanel/CacheNote.tsx'
import { AutosavedForm } from '../autosavedForm/AutosavedForm.tsx'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { DraftNote } from '../drafts/DraftNote.tsx'
import { useDraft } from '../drafts/useDraft.ts'
import { ConstraintFieldset } from './ConstraintFieldset.tsx'
import { useConstraintFacts } from './constraintFacts.ts'
import {
  type ConstraintFields,
  constraintOf,
  constraintPlace,
  emptyFields,
  isReady,
  storedConstraint,
} from './constraintFields.ts'
import './Constraints.css'

/** Changing one freezes the list: it is ordered by priority, and the row that is typed in must not move. */
type Editing =
  | { readonly kind: 'none' | 'new' }
  | { readonly kind: 'one'; readonly id: string; readonly listed: readonly ListedConstraint[] }

/** The rules of this book, above everything else in a prompt. */
export const Constraints = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const drafts = useDrafts()
  const projectId = useProjectId()
  const list = useChannelQuery('constraints:list', { projectId })
  const mutation = useChannelMutation('constraints:create', 'constraints:delete', 'constraints:restore')
  const [editing, setEditing] = useState<Editing>({ kind: 'none' })
  const [restored, setRestored] = useState(false)
  const items = editing.kind === 'one' ? editing.listed : list.data?.items
  const error = list.error ?? mutation.error
  const done = () => setEditing({ kind: 'none' })
  const restore = async () => {
    setRestored((await mutation.send('constraints:restore', { projectId })) !== null)
  }
  const remove = (id: string) => {
    setRestored(false)
    drafts.save(constraintPlace(projectId, id), null)
    void mutation.send('constraints:delete', { projectId, id })
  }
  const actions = [{ label: t('constraints.restore'), onPress: () => void restore() }]
  return (
    <>
      <p className="quiet">{t('constraints.lead')}</p>
      <CacheNote />
      {error !== null && (
        <Notice tone="danger" actions={error.code === 'CONSTRAINT_FILE_BROKEN' ? actions : []}>
          {sentence(error)}
        </Notice>
      )}
      {restored && <Notice tone="plain">{t('constraints.restored')}</Notice>}
      {items?.length === 0 && editing.kind === 'none' && <p className="quiet">{t('constraints.empty')}</p>}
      <ul className="constraint-list">
        {items?.map((item) =>
          editing.kind === 'one' && editing.id === item.id ? (
            <li key={item.id}>
              <ConstraintForm id={item.id} onDone={done} />
            </li>
          ) : (
            <ConstraintRow
              key={item.id}
              projectId={projectId}
              item={item}
              onEdit={() => setEditing({ kind: 'one', id: item.id, listed: list.data?.items ?? items })}
              onRemove={() => remove(item.id)}
            />
          ),
        )}
      </ul>
      {editing.kind === 'new' && <NewConstraint mutation={mutation} onDone={done} />}
      {items !== undefined && editing.kind === 'none' && (
        <Button data-testid="constraint-add" onClick={() => setEditing({ kind: 'new' })}>
          {t('constraints.add')}
          <DraftMark place={constraintPlace(projectId)} />
        </Button>
      )}
    </>
  )
}

interface ConstraintFormProps {
  readonly id: string
  readonly onDone: () => void
}

/** One constraint, stored by itself. */
const ConstraintForm = ({ id, onDone }: ConstraintFormProps) => {
  const { t } = useTranslation()
  const facts = useConstraintFacts()
  return (
    <AutosavedForm
      source={storedConstraint(useIpc(), { projectId: useProjectId(), id })}
      className="constraint-form"
      testId="constraint-form"
      formatValue={(fields) => `${fields.text}\n${facts(constraintOf(fields))}`}
      done={t('constraints.done')}
      onDone={onDone}
    >
      {(value, change) => (
        <ConstraintFieldset
          value={value}
          textError={value.text.trim() === '' ? t('constraints.noText') : undefined}
          onChange={change}
        />
      )}
    </AutosavedForm>
  )
}

interface NewConstraintProps {
  readonly mutation: ChannelMutation<'constraints:create'>
  readonly onDone: () => void
}

/** A constraint that is none yet: a draft until the button adds it. */
const NewConstraint = ({ mutation, onDone }: NewConstraintProps) => {
  const { t } = useTranslation()
  const projectId = useProjectId()
  const form = useDraft<ConstraintFields>(constraintPlace(projectId), emptyFields)
  const ready = isReady(form.value)
  const add = async () => {
    const input = { projectId, ...constraintOf(form.value) }
    if ((await mutation.send('constraints:create', input)) === null) return
    form.clearDraft(form.value)
    onDone()
  }
  return (
    <form
      className="constraint-form"
      data-testid="constraint-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void add()
      }}
    >
      <ConstraintFieldset value={form.value} onChange={form.change} />
      <DraftNote draft={form} />
      <FormActions
        submit={t('constraints.make')}
        cancel={t('constraints.cancel')}
        ready={ready}
        onCancel={onDone}
      />
    </form>
  )
}

interface ConstraintRowProps {
  readonly projectId: string
  readonly item: ListedConstraint
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** One constraint: its words, kind, priority and scope; a derived one says where it comes from. */
const ConstraintRow = ({ projectId, item, onEdit, onRemove }: ConstraintRowProps) => {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  const facts = useConstraintFacts()
  return (
    <li className="constraint-row" data-testid="constraint-row">
      <div className="constraint-words">
        <p>
          {item.text}
          <DraftMark place={constraintPlace(projectId, item.id)} />
        </p>
        <p className="quiet number">
          {[facts(item), ...(item.source === 'user' ? [] : [t(`constraints.derived.${item.source}`)])].join(
            ' · ',
          )}
        </p>
      </div>
      {!item.readOnly && !isConfirming && (
        <>
          <IconButton
            icon={Pencil}
            iconSize={14}
            label={t('constraints.editOf', { text: item.text })}
            onPress={onEdit}
          />
          <IconButton
            icon={Trash2}
            iconSize={14}
            label={t('constraints.removeOf', { text: item.text })}
            onPress={() => setConfirming(true)}
          />
        </>
      )}
      {isConfirming && (
        <div className="constraint-question" role="alertdialog" aria-label={t('constraints.removeQuestion')}>
          <span>{t('constraints.removeQuestion')}</span>
          <Button onClick={onRemove}>{t('constraints.remove')}</Button>
          <Button onClick={() => setConfirming(false)}>{t('constraints.cancel')}</Button>
        </div>
      )}
    </li>
  )
}
