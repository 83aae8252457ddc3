import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useApp } from '../../app/AppContext.tsx'
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
  /** Tells that what the list shows is old. */
  readonly onStored: () => void
  readonly onDone: () => void
}

/** One constraint, stored by itself. */
export const ConstraintForm = ({ projectId, id, onStored, onDone }: ConstraintFormProps) => {
  const { t } = useTranslation()
  const { ipc } = useApp()
  const facts = useConstraintFacts()
  const kept = useKept<ConstraintFields>({
    path: '.creonow/rules/constraints.json',
    place: constraintPlace(projectId, id),
    ...storedConstraint(ipc, { projectId, id }),
  })
  const { flush, value } = kept
  // The list is ordered by priority: its rows change places once nobody types in one of them any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form goes
  useEffect(() => () => void flush().then(onStored), [])
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
