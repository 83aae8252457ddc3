import { useTranslation } from 'react-i18next'
import { useApp } from '../../app/AppContext.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { DraftNote } from '../drafts/DraftNote.tsx'
import { useDraft } from '../drafts/useDraft.ts'
import { ConstraintFieldset } from './ConstraintFieldset.tsx'
import { type ConstraintFields, constraintOf, emptyFields, isReady } from './constraintFields.ts'
import { constraintPlace } from './constraintPlace.ts'

interface NewConstraintProps {
  readonly projectId: string
  readonly onDone: () => void
}

/** A constraint that is none yet: a draft until the button adds it. */
export const NewConstraint = ({ projectId, onDone }: NewConstraintProps) => {
  const { t } = useTranslation()
  const { constraints } = useApp()
  const form = useDraft<ConstraintFields>(constraintPlace(projectId), emptyFields)
  const ready = isReady(form.value)
  const add = async () => {
    if (!(await constraints.add(projectId, constraintOf(form.value)))) return
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
