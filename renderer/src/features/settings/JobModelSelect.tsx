import { useTranslation } from 'react-i18next'
import { useSettings } from '../../app/AppContext.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { useAppSettings, useModels } from './useAppSettings.ts'

/** For the price and the start of a job: the model that the author has set, as soon as it is read. */
export const useJobModel = (): { readonly modelId?: string } => {
  const modelId = useAppSettings(({ jobModelId, defaultModelId }) => jobModelId ?? defaultModelId)
  return modelId === undefined ? {} : { modelId }
}

/** Which model a job on many chapters uses: as the author set it, at first the default one. */
export const JobModelSelect = () => {
  const { t } = useTranslation()
  const settings = useSettings()
  const { models } = useModels()
  const { modelId: chosen } = useJobModel()
  if (chosen === undefined || models.length === 0) return null
  // A model whose service was removed is shown as it is set.
  const listed = models.map(({ id, name }) => ({ value: id, label: name }))
  const options = listed.some(({ value }) => value === chosen)
    ? listed
    : [...listed, { value: chosen, label: chosen }]
  return (
    <SelectField
      inRow
      label={t('jobs.model')}
      value={chosen}
      options={options}
      onChange={(jobModelId) => void settings.update({ jobModelId })}
    />
  )
}
