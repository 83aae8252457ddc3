import { useTranslation } from 'react-i18next'
import type { AppSettings } from '#contract/settings.ts'
import { useSettings } from '../../app/AppContext.tsx'
import { Choice } from '../../components/Choice.tsx'
import { NumberChoice } from '../../components/NumberChoice.tsx'

/** How the manuscript is set: size, line height, measure, face. */
export const EditorSettings = ({ current }: { readonly current: AppSettings['editor'] }) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const change = (patch: Partial<AppSettings['editor']>) =>
    void settings.update({ editor: { ...current, ...patch } })
  return (
    <section className="settings-section">
      <h3>{t('settings.editor')}</h3>
      <NumberChoice
        label={t('settings.fontSize')}
        value={current.fontSizePx}
        min={12}
        max={36}
        step={1}
        onChange={(fontSizePx) => change({ fontSizePx })}
      />
      <NumberChoice
        label={t('settings.lineHeight')}
        value={current.lineHeight}
        min={1.2}
        max={3}
        step={0.05}
        onChange={(lineHeight) => change({ lineHeight })}
      />
      <NumberChoice
        label={t('settings.measure')}
        value={current.measureEm}
        min={20}
        max={80}
        step={1}
        onChange={(measureEm) => change({ measureEm })}
      />
      <Choice
        label={t('settings.face')}
        value={current.face}
        options={[
          { value: 'serif', label: t('settings.serif') },
          { value: 'sans', label: t('settings.sans') },
        ]}
        onChange={(face) => change({ face })}
      />
    </section>
  )
}
