import { useTranslation } from 'react-i18next'
import type { AppSettings } from '#contract/settings.ts'
import { useSettings } from '../../app/AppContext.tsx'
import { NumberChoice } from '../../components/NumberChoice.tsx'

/** As main has it where nothing was chosen. */
const usualSteps = 40

/** How far a task may go before it stops by itself. */
export const AgentSettings = ({ current }: { readonly current: AppSettings }) => {
  const { t } = useTranslation()
  const settings = useSettings()
  return (
    <section className="settings-section">
      <h3>{t('settings.agent')}</h3>
      <NumberChoice
        label={t('settings.agentMaxSteps')}
        value={current.agentMaxSteps ?? usualSteps}
        min={1}
        max={200}
        step={1}
        onChange={(agentMaxSteps) => void settings.update({ agentMaxSteps })}
      />
      <p className="form-hint">{t('settings.agentMaxStepsHint')}</p>
    </section>
  )
}
