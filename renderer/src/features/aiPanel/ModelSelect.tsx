import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useSettings } from '../../app/AppContext.tsx'
import { useModels } from '../settings/useAppSettings.ts'

/** The model of the next run; without a choice, the default one of the settings. */
export const ModelSelect = () => {
  const { t } = useTranslation()
  const settings = useSettings()
  const { models, defaultModelId } = useModels()
  const chosenModelId = useStore(settings.store, (state) => state.chosenModelId)
  if (models.length === 0) return null
  return (
    <select
      className="model-select"
      data-testid="ai-model"
      aria-label={t('panel.model')}
      value={chosenModelId ?? defaultModelId ?? ''}
      onChange={(event) => settings.chooseModel(event.target.value)}
    >
      {models.map(({ id, name, available }) => (
        <option key={id} value={id} disabled={!available}>
          {available ? name : t('panel.unavailable', { name })}
        </option>
      ))}
    </select>
  )
}
