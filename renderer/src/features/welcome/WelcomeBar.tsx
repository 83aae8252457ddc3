import { useTranslation } from 'react-i18next'
import { SaveWord } from '../../app/SaveWord.tsx'
import { WindowSwitches } from '../../app/WindowSwitches.tsx'

/** The top bar while no work is open. */
export const WelcomeBar = () => {
  const { t } = useTranslation()
  return (
    <header className="top-bar">
      <b className="top-brand">{t('app.name')}</b>
      <span className="grow" />
      <SaveWord />
      <WindowSwitches />
    </header>
  )
}
