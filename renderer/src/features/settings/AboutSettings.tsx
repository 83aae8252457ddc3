import { useTranslation } from 'react-i18next'
import { useSettings } from '../../app/AppContext.tsx'
import { CheckField } from '../../components/CheckField.tsx'
import type { SectionProps } from './settingsPages.ts'

/** Where help is, what is where, and the switch that shows raw data. */
export const AboutSettings = ({ current }: SectionProps) => {
  const { t } = useTranslation()
  const settings = useSettings()
  return (
    <section className="settings-section">
      <h3>{t('settings.help')}</h3>
      <p>{t('settings.helpKeys')}</p>
      <p>{t('settings.helpFiles')}</p>
      <p>{t('settings.helpOnline')}</p>
      <CheckField
        label={t('settings.developer')}
        hint={t('settings.developerHint')}
        checked={current.developerMode}
        onChange={(developerMode) => void settings.update({ developerMode })}
      />
    </section>
  )
}
