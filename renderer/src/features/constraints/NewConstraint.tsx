import { useTranslation } from 'react-i18next'
import { useProjectId } from '../../app/AppContext.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import type { ChannelMutation } from '../../ipc/queries.ts'
import { DraftNote } from '../drafts/DraftNote.tsx'
import { useDraft } from '../drafts/useDraft.ts'
import { ConstraintFieldset } from './ConstraintFieldset.tsx'
import {
  type ConstraintFields,
  constraintOf,
  constraintPlace,
  emptyFields,
  isReady,
} from './constraintFields.ts'

interface NewConstraintProps {
  readonly mutation: ChannelMutation<'constraints:create'>
  readonly onDone: () => void
}

/** A constraint that is none yet: a draft until the button adds it. */
export const NewConstraint = ({ mutation, onDone }: NewConstraintProps) => {
  const { t } = useTranslation()
  const projectId = useProjectId()
  const form = useDraft<ConstraintFields>(constraintPlace(projectId), emptyFields)
  const ready = isReady(form.value)
  const add = async () => {
    const input = { projectId, ...constraintOf(form.value) }
    if ((await mutation.send('constraints:create', input)) === null) return
    form.settle(form.value)
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
