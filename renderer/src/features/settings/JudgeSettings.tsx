import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { JudgeSettings as JudgeChoice } from '#contract/judge.ts'
import { useSettings, useWorkspace } from '../../app/AppContext.tsx'
import { CheckField } from '../../components/CheckField.tsx'
import type { SectionProps } from './settingsPages.ts'

const off: JudgeChoice = { model: false, rewrite: false }

/** How what a model writes for the open work is checked; both cost requests, so both wait for the writer's word. */
export const JudgeSettings = ({ current }: SectionProps) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const workspace = useWorkspace()
  const project = useStore(workspace.store, (state) => state.project)
  if (project === null) return null
  const selected = current.judge?.[project.projectId] ?? off
  const change = (change: Partial<JudgeChoice>) =>
    void settings.update({ judge: { ...current.judge, [project.projectId]: { ...selected, ...change } } })
  return (
    <section className="settings-section" data-testid="judge-settings">
      <h3>{t('judge.title')}</h3>
      <p className="form-hint">{t('judge.lead')}</p>
      {(['model', 'rewrite'] as const).map((name) => (
        <CheckField
          key={name}
          label={t(`judge.${name}`)}
          hint={t(`judge.${name}Hint`)}
          checked={selected[name]}
          onChange={(checked) => change({ [name]: checked })}
        />
      ))}
    </section>
  )
}
