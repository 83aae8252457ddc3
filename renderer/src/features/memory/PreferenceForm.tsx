import { useTranslation } from 'react-i18next'
import { useIpc, useProjectId } from '../../app/AppContext.tsx'
import { percent } from '../../i18n/format.ts'
import { AutosavedForm } from '../autosavedForm/AutosavedForm.tsx'
import { PreferenceFieldset } from './PreferenceFieldset.tsx'
import { type PreferenceFields, storedPreference } from './storedPreference.ts'

interface PreferenceFormProps {
  readonly id: string
  readonly onDone: () => void
}

/** One preference, stored by itself. */
export const PreferenceForm = ({ id, onDone }: PreferenceFormProps) => {
  const { t } = useTranslation()
  const source = storedPreference(useIpc(), { projectId: useProjectId(), id })
  const words = ({ text, kind, confidence, asConstraint }: PreferenceFields) => {
    const weight = asConstraint ? t('memory.isRule') : t('memory.sure', { n: percent(confidence, 1) })
    return `${text}\n${t(`memory.kinds.${kind}`)} · ${weight}`
  }
  return (
    <AutosavedForm
      source={source}
      className="provider-form"
      words={words}
      unready={t('memory.noText')}
      done={t('memory.done')}
      onDone={onDone}
    >
      {(value, change, isReady) => (
        <PreferenceFieldset
          value={value}
          withConfidence
          textError={isReady ? undefined : t('memory.noText')}
          onChange={change}
        />
      )}
    </AutosavedForm>
  )
}
