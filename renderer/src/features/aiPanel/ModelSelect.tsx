import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useSettings } from '../../app/AppContext.tsx'
import { Select } from '../../components/SelectField.tsx'
import { useModels } from '../settings/useAppSettings.ts'
import { useCacheNote } from './CacheNote.tsx'

/** The model of the next run; without a choice, the default one of the settings. */
export const ModelSelect = () => {
  const { t } = useTranslation()
  const settings = useSettings()
  const { models, defaultModelId } = useModels()
  const chosenModelId = useStore(settings.store, (state) => state.chosenModelId)
  const note = useCacheNote('model')
  if (models.length === 0) return null
  return (
    <Select
      variant="quiet"
      label={t('panel.model')}
      testId="ai-model"
      note={note}
      value={chosenModelId ?? defaultModelId ?? ''}
      options={models.map(({ id, name, available }) => ({
        value: id,
        label: available ? name : t('panel.unavailable', { name }),
        disabled: !available,
      }))}
      onChange={settings.chooseModel}
    />
  )
}
