import { Languages, Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { SaveWord } from '../../app/SaveWord.tsx'
import { IconButton } from '../../components/IconButton.tsx'

/** The top bar while no work is open. */
export const WelcomeBar = () => {
  const { t } = useTranslation()
  const { view, settings } = useApp()
  const language = useStore(settings.store, (state) => state.settings?.language ?? 'zh')
  return (
    <header className="top-bar">
      <b className="top-brand">{t('app.name')}</b>
      <span className="grow" />
      <SaveWord />
      <IconButton
        label={t('top.language')}
        onPress={() => void settings.update({ language: language === 'zh' ? 'en' : 'zh' })}
      >
        <Languages size={16} aria-hidden />
      </IconButton>
      <IconButton label={t('top.settings')} onPress={() => view.setState({ settingsOpen: true })}>
        <Settings size={16} aria-hidden />
      </IconButton>
    </header>
  )
}
