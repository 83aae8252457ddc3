import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useSettings } from '../../app/AppContext.tsx'
import { Select } from '../../components/SelectField.tsx'
import { useModels } from '../settings/useAppSettings.ts'
import { useCacheNote } from './CacheNote.tsx'
import type { ChosenRun } from './runChoices.ts'

interface ModelSelectProps {
  /** Of the run that is started with the model; absent: a chat's. */
  readonly run?: ChosenRun
  /** Absent: it counts for all that has no model of its own. */
  readonly onChoose?: (modelId: string) => void
}

/** The model of the next run or question; without a choice, the default one of the settings. */
export const ModelSelect = ({ run, onChoose }: ModelSelectProps) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const { models, defaultModelId } = useModels()
  const chosenModelId = useStore(settings.store, (state) => state.chosenModelId)
  const note = useCacheNote('model', run)
  if (models.length === 0) return null
  return (
    <Select
      variant="quiet"
      label={t('panel.model')}
      testId="ai-model"
      note={note}
      value={(run === undefined ? chosenModelId : run.modelId) ?? defaultModelId ?? ''}
      options={models.map(({ id, name, available }) => ({
        value: id,
        label: available ? name : t('panel.unavailable', { name }),
        disabled: !available,
      }))}
      onChange={onChoose ?? settings.chooseModel}
    />
  )
}
