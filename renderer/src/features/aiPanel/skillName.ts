import type { TFunction } from 'i18next'
import type { SkillSummary } from '#contract/ai.ts'
import { zh } from '../../i18n/zh.ts'

/** A skill that every work has, and whose name the page knows. */
export const isBuiltin = (id: string): id is keyof typeof zh.skills => Object.hasOwn(zh.skills, id)

/** A skill's name in the language of the page; one that the writer keeps as a file has the name it has there. */
export const skillName = ({ id, name, source }: SkillSummary, t: TFunction): string =>
  source === `skill:${id}` && isBuiltin(id) ? t(`skills.${id}`) : name
