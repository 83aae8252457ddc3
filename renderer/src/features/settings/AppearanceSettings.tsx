import { useTranslation } from 'react-i18next'
import type { AppSettings } from '#contract/settings.ts'
import { useSettings } from '../../app/AppContext.tsx'
import { Choice } from '../../components/Choice.tsx'

/** Theme, language, developer mode. */
export const AppearanceSettings = ({ current }: { readonly current: AppSettings }) => {
  const { t } = useTranslation()
  const settings = useSettings()
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
        value={current.language}
        options={[
          { value: 'zh', label: '中文' },
          { value: 'en', label: 'English' },
        ]}
        onChange={(language) => void settings.update({ language })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={current.developerMode}
          onChange={(event) => void settings.update({ developerMode: event.target.checked })}
        />
        <span>
          {t('settings.developer')}
          <span className="form-hint">{t('settings.developerHint')}</span>
        </span>
      </label>
    </section>
  )
}
