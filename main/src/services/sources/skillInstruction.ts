import type { Language, Skill } from '../context/index.ts'
import { defineSource, type Source } from '../context/source.ts'
import type { SkillPort } from './ports.ts'
import { filledIn } from './skillTemplate.ts'

/** Said by every skill of the app whose answer goes into the text; a program of its own says what it wants. */
const proseOnly = {
  zh: '只输出正文，不加标题、说明、引号外的评语或任何标记。',
  en: 'Output prose only: no headings, notes, comments or markup.',
} as const satisfies Record<Language, string>

/** The skill's own words. They are printed in Immediate, so that another skill leaves the prefix unchanged. */
export function createSkillInstruction(skills?: SkillPort): Source {
  return defineSource({
    name: 'skillInstruction',
    display: { name: { zh: '技能说明', en: 'Skill' }, card: 'name' },
    layer: 'immediate',
    place: 8,
    stability: 'turn',
    required: true,
    shrinkSteps: [],
    missing: { code: 'IMMEDIATE_UNAVAILABLE', params: { part: 'cursor' } },
    label: (_draft, language) => (language === 'zh' ? '本次要求' : 'Request'),
    async read(scene) {
      const { skill, language, projectId } = scene
      const { answerLength } = skill
      const words = skill.template ? filledIn(scene) : skill.instruction[language]
      const sized = withLength(words, skill, language, answerLength)
      return [
        {
          ref: { path: skill.source, ...(answerLength !== undefined && { item: `${answerLength}` }) },
          storeId: projectId,
          title: skill.name,
          text: skills ? withProseOnly(sized, skill, language) : sized,
          reason: { code: 'skill', params: { name: skill.name } },
          ...(skill.template ? {} : { of: skill }),
        },
      ]
    },
    ...(skills
      ? {
          reread: async ({ path, item }, { projectId, skillId, language }) => {
            if (skillId === '') return undefined
            const skill = await skills.instruction(projectId, skillId)
            if (skill?.path !== path) return undefined
            const length = item === undefined ? undefined : Number(item)
            const words = withLength(skill.instruction[language], skill, language, length)
            return { text: withProseOnly(words, skill, language) }
          },
        }
      : {}),
  })
}

/** The instruction with the length that is wanted, in the place of its own or behind it. */
function withLength(
  words: string,
  { statedLength }: Pick<Skill, 'statedLength'>,
  language: Language,
  units: number | undefined,
): string {
  if (units === undefined) return words
  const length = language === 'zh' ? `约 ${units} 字` : `about ${units} words`
  if (statedLength && words.includes(statedLength[language]))
    return words.replace(statedLength[language], length)
  const sentence = language === 'zh' ? `篇幅：${length}。` : `Length: ${length}.`
  return `${words.trimEnd()}\n${sentence}`
}

const withProseOnly = (words: string, { output }: Pick<Skill, 'output'>, language: Language) =>
  output === 'show' ? words : `${words.trimEnd()}\n${proseOnly[language]}`
