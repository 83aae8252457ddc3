import { defineSource, type Source } from '../context/source.ts'
import type { SkillPort } from './ports.ts'
import { filledIn } from './skillTemplate.ts'

/** The skill's own words. They are printed in Immediate, so that another skill leaves the prefix unchanged. */
export function createSkillInstruction(skills?: SkillPort): Source {
  return defineSource({
    name: 'skillInstruction',
    display: { name: { zh: '技能说明', en: 'Skill' }, card: 'name' },
    layer: 'immediate',
    place: 5,
    stability: 'turn',
    required: true,
    shrinkSteps: [],
    missing: { code: 'IMMEDIATE_UNAVAILABLE', params: { part: 'cursor' } },
    label: (_draft, language) => (language === 'zh' ? '本次要求' : 'Request'),
    async read(scene) {
      const { skill, language, projectId } = scene
      return [
        {
          ref: { path: skill.source },
          storeId: projectId,
          title: skill.name,
          text: skill.template ? filledIn(scene) : skill.instruction[language],
          reason: { code: 'skill', params: { name: skill.name } },
          ...(skill.template ? {} : { of: skill }),
        },
      ]
    },
    ...(skills
      ? {
          reread: async ({ path }, { projectId, skillId, language }) => {
            if (skillId === '') return undefined
            const skill = await skills.instruction(projectId, skillId)
            return skill?.path === path ? { text: skill.instruction[language] } : undefined
          },
        }
      : {}),
  })
}
