import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { JudgeSettings as Chosen } from '#contract/judge.ts'
import type { AppSettings } from '#contract/settings.ts'
import { useSettings, useWorkspace } from '../../app/AppContext.tsx'

const off: Chosen = { model: false, rewrite: false }

/** How what a model writes for the open work is checked; both cost requests, so both wait for the writer's word. */
export const JudgeSettings = ({ current }: { readonly current: AppSettings }) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const workspace = useWorkspace()
  const project = useStore(workspace.store, (state) => state.project)
  if (project === null) return null
  const chosen = current.judge?.[project.projectId] ?? off
  const change = (change: Partial<Chosen>) =>
    void settings.update({ judge: { ...current.judge, [project.projectId]: { ...chosen, ...change } } })
  return (
    <section className="settings-section" data-testid="judge-settings">
      <h3>{t('judge.title')}</h3>
      <p className="form-hint">{t('judge.lead')}</p>
      {(['model', 'rewrite'] as const).map((name) => (
        <label className="check" key={name}>
          <input
            type="checkbox"
            checked={chosen[name]}
            onChange={(event) => change({ [name]: event.target.checked })}
          />
          <span>
            {t(`judge.${name}`)}
            <span className="form-hint">{t(`judge.${name}Hint`)}</span>
          </span>
        </label>
      ))}
    </section>
  )
}
