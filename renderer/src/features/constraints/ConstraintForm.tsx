import { useTranslation } from 'react-i18next'
import { useIpc } from '../../app/AppContext.tsx'
import { KeptNotice } from '../kept/KeptNotice.tsx'
import { useKept } from '../kept/useKept.ts'
import { ConstraintFieldset } from './ConstraintFieldset.tsx'
import { useConstraintFacts } from './constraintFacts.ts'
import { type ConstraintFields, constraintOf } from './constraintFields.ts'
import { constraintPlace } from './constraintPlace.ts'
import { storedConstraint } from './storedConstraint.ts'

interface ConstraintFormProps {
  readonly projectId: string
  readonly id: string
  readonly onDone: () => void
}

/** One constraint, stored by itself. */
export const ConstraintForm = ({ projectId, id, onDone }: ConstraintFormProps) => {
  const { t } = useTranslation()
  const ipc = useIpc()
  const facts = useConstraintFacts()
  const kept = useKept<ConstraintFields>({
    path: '.creonow/rules/constraints.json',
    place: constraintPlace(projectId, id),
    ...storedConstraint(ipc, { projectId, id }),
  })
  const { flush, value } = kept
  return (
    <form
      className="constraint-form"
      data-testid="constraint-form"
      onSubmit={(event) => {
        event.preventDefault()
        void flush().then((done) => done && onDone())
      }}
    >
      {value !== null && (
        <ConstraintFieldset
          value={value}
          textError={value.text.trim() === '' ? t('constraints.noText') : undefined}
          onChange={kept.change}
        />
      )}
      <KeptNotice kept={kept} words={(fields) => `${fields.text}\n${facts(constraintOf(fields))}`} />
      <div className="form-actions">
        <button type="submit" className="button">
          {t('constraints.done')}
        </button>
      </div>
    </form>
  )
}
