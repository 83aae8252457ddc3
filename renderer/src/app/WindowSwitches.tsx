import { Languages, Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../components/IconButton.tsx'
import { useInterfaceLanguage } from '../features/settings/useAppSettings.ts'
import { useSettings, useViewStore } from './AppContext.tsx'
import { openSettings } from './viewStore.ts'

/** Language and settings: in the bar of the welcome page and in that of an open work. */
export const WindowSwitches = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const settings = useSettings()
  const language = useInterfaceLanguage()
  return (
    <>
      <IconButton
        icon={Languages}
        label={t('top.language')}
        onPress={() => void settings.update({ language: language === 'zh' ? 'en' : 'zh' })}
      />
      <IconButton icon={Settings} label={t('top.settings')} onPress={() => openSettings(view)} />
    </>
  )
}
