import { useTranslation } from 'react-i18next'
import type { ModelSummary } from '#contract/ai.ts'
import type { ChannelOutput } from '#contract/index.ts'
import { useChannelQuery } from '../../ipc/queries.ts'

/** The settings of this computer, or a part of them; undefined until they are read. */
export const useAppSettings = <T = ChannelOutput<'settings:get'>>(
  select?: (settings: ChannelOutput<'settings:get'>) => T,
): T | undefined => useChannelQuery('settings:get', {}, { select }).data

/** The language of the page: as set, else as the browser has it; what is not Chinese is English. */
export const useInterfaceLanguage = (): 'zh' | 'en' =>
  useAppSettings(({ language, isLanguageStored }) => (isLanguageStored ? language : undefined)) ??
  (navigator.language.startsWith('zh') ? 'zh' : 'en')

/** The models there are; the one without a service is named in the language of the page. */
export const useModels = (): {
  readonly models: readonly ModelSummary[]
  readonly defaultModelId: string | null
} => {
  const { t } = useTranslation()
  const { data } = useChannelQuery('ai:models', {})
  const models = data?.models.map((model) =>
    model.provider === 'fake' ? { ...model, name: t('panel.fake') } : model,
  )
  return { models: models ?? [], defaultModelId: data?.defaultModelId ?? null }
}
