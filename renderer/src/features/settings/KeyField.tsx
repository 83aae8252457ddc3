import { useTranslation } from 'react-i18next'
import { Field } from '../../components/Field.tsx'
import type { TypedKey } from './useTypedKey.ts'

interface KeyFieldProps {
  readonly typedKey: TypedKey
  readonly hasKey: boolean
  /** The address that was typed is on another server than the stored key's. */
  readonly isElsewhere: boolean
}

/** The key of a service: stored when the field is left, and it says so. */
export const KeyField = ({ typedKey, hasKey, isElsewhere }: KeyFieldProps) => {
  const { t } = useTranslation()
  const { typed, state } = typedKey
  const about = isElsewhere && hasKey ? 'keyElsewhere' : 'keyHint'
  return (
    <div className="form-field">
      <Field
        label={t('settings.key')}
        hint={t(`settings.${about}`)}
        value={typed}
        maxLength={4000}
        type="password"
        onChange={typedKey.type}
        onLeave={() => void typedKey.store()}
      />
      <p className="quiet" role="status" data-testid="key-state">
        {state === 'none'
          ? typed === '' && hasKey && t('settings.keyStored')
          : t(`settings.keyStates.${state}`)}
      </p>
    </div>
  )
}
