import { useTranslation } from 'react-i18next'
import { useSettings } from '../../app/AppContext.tsx'
import { CheckField } from '../../components/CheckField.tsx'
import { NumberChoice } from '../../components/NumberChoice.tsx'
import type { SectionProps } from './settingsPages.ts'

/** Where the bound by progress is switched off. */
const usualSteps = 40

/** How far a task may go before it stops by itself. */
export const AgentSettings = ({ current }: SectionProps) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const maxSteps = current.agentMaxSteps ?? undefined
  return (
    <section className="settings-section">
      <h3>{t('settings.agent')}</h3>
      <CheckField
        label={t('settings.agentUnbounded')}
        hint={t('settings.agentUnboundedHint')}
        checked={maxSteps === undefined}
        onChange={(checked) => void settings.update({ agentMaxSteps: checked ? null : usualSteps })}
      />
      {maxSteps !== undefined && (
        <>
          <NumberChoice
            label={t('settings.agentMaxSteps')}
            value={maxSteps}
            min={1}
            max={200}
            step={1}
            onChange={(agentMaxSteps) => void settings.update({ agentMaxSteps })}
          />
          <p className="form-hint">{t('settings.agentMaxStepsHint')}</p>
        </>
      )}
    </section>
  )
}
