import { Languages, Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../components/IconButton.tsx'
import { useAppSettings } from '../features/settings/useAppSettings.ts'
import { useSettings, useViewStore } from './AppContext.tsx'

/** Language and settings: in the bar of the welcome page and in that of an open work. */
export const WindowSwitches = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const settings = useSettings()
  const language = useAppSettings(({ language }) => language) ?? 'zh'
  return (
    <>
      <IconButton
        label={t('top.language')}
        onPress={() => void settings.update({ language: language === 'zh' ? 'en' : 'zh' })}
      >
        <Languages size={16} aria-hidden />
      </IconButton>
      <IconButton label={t('top.settings')} onPress={() => view.setState({ settingsOpen: true })}>
        <Settings size={16} aria-hidden />
      </IconButton>
    </>
  )
}
