import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ModelSummary } from '#contract/ai.ts'
import { useApp } from '../../app/AppContext.tsx'

/** The models there are; the one without a service is named in the language of the page. */
export const useModels = (): readonly ModelSummary[] => {
  const { t } = useTranslation()
  const models = useStore(useApp().settings.store, (state) => state.models)
  return models.map((model) => (model.provider === 'fake' ? { ...model, name: t('panel.fake') } : model))
}
