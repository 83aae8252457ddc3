import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../app/AppContext.tsx'
import { CheckField } from '../../components/CheckField.tsx'
import { Choice } from '../../components/Choice.tsx'
import { systemNotifications } from '../notifications/systemNotifications.ts'
import type { SectionProps } from './settingsPages.ts'
import { useInterfaceLanguage } from './useAppSettings.ts'

/** Theme, language, notifications of the system. */
export const AppearanceSettings = ({ current }: SectionProps) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const language = useInterfaceLanguage()
  return (
    <section className="settings-section">
      <h3>{t('settings.appearance')}</h3>
      <Choice
        label={t('settings.theme')}
        value={current.theme}
        options={(['system', 'light', 'dark'] as const).map((value) => ({
          value,
          label: t(`top.themes.${value}`),
        }))}
        onChange={(theme) => void settings.update({ theme })}
      />
      <Choice
        label={t('settings.language')}
        value={language}
        options={[
          { value: 'zh', label: '中文' },
          { value: 'en', label: 'English' },
        ]}
        onChange={(language) => void settings.update({ language })}
      />
      <NotificationSwitch current={current} />
    </section>
  )
}

/** Whether the end of long work is shown over other windows; a browser has to allow it too. */
const NotificationSwitch = ({ current }: SectionProps) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const [permission, setPermission] = useState(systemNotifications.permission)
  const change = async (isOn: boolean) => {
    void settings.update({ notifications: isOn })
    if (isOn) setPermission(await systemNotifications.requestPermission())
  }
  return (
    <CheckField
      testId="notifications"
      label={t('settings.notifications')}
      hint={t(permission === 'denied' ? 'settings.notificationsDenied' : 'settings.notificationsHint')}
      checked={current.notifications !== false && permission === 'granted'}
      onChange={(isOn) => void change(isOn)}
    />
  )
}
