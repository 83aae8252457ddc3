import { useTranslation } from 'react-i18next'
import { useIpc, useProjectId } from '../../app/AppContext.tsx'
import { AutosavedForm } from '../autosavedForm/AutosavedForm.tsx'
import { ConstraintFieldset } from './ConstraintFieldset.tsx'
import { useConstraintFacts } from './constraintFacts.ts'
import { constraintOf, storedConstraint } from './constraintFields.ts'

interface ConstraintFormProps {
  readonly id: string
  readonly onDone: () => void
}

/** One constraint, stored by itself. */
export const ConstraintForm = ({ id, onDone }: ConstraintFormProps) => {
  const { t } = useTranslation()
  const facts = useConstraintFacts()
  return (
    <AutosavedForm
      source={storedConstraint(useIpc(), { projectId: useProjectId(), id })}
      className="constraint-form"
      testId="constraint-form"
      words={(fields) => `${fields.text}\n${facts(constraintOf(fields))}`}
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
