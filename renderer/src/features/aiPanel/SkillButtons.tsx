import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { SkillSummary } from '#contract/ai.ts'
import { usePanel } from '../../app/AppContext.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { noticeSentence } from '../contextViewer/told.ts'
import { useSkills } from './useSkills.ts'

/** Talking has a place of its own. */
const isWriting = ({ id }: SkillSummary) => id !== 'chat'

/** The skills of the work; the chosen one is what the button below runs. */
export const SkillButtons = () => {
  const { t } = useTranslation()
  const panel = usePanel()
  const skills = useSkills()
  const skillId = useStore(panel, (state) => state.skillId)
  if (skills === null) return <Skeleton label={t('panel.skills')} lines={1} />
  if (skills.length === 0) return <p className="panel-note">{t('panel.noSkills')}</p>
  return (
    <fieldset className="skills" aria-label={t('panel.skills')}>
      {skills.filter(isWriting).map((skill) => (
        <button
          key={skill.id}
          type="button"
          className="skill"
          data-testid={`ai-skill-${skill.id}`}
          aria-pressed={skill.id === skillId}
          disabled={skill.error !== undefined}
          title={skill.notice ? (noticeSentence(skill.notice, t) ?? skill.error) : skill.error}
          onClick={() => panel.setState({ skillId: skill.id })}
        >
          {skill.name}
        </button>
      ))}
    </fieldset>
  )
}
