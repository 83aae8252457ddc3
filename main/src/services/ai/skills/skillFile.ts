import { z } from 'zod'
import type { Notice } from '#contract/warnings.ts'
import { parseYaml } from '../../../lib/yamlText.ts'
import type { Skill } from '../../context/index.ts'

/** The front matter of a skill has few fields. */
export const skillBounds = { maxDepth: 20, maxValues: 1000 }

const name = z.string().trim().min(1).max(80)
const layer = z.enum(['rules', 'settings', 'retrieved', 'immediate'])
const frontMatter = z.looseObject({
  id: z.string().regex(/^[\p{L}\p{N}_-]{1,64}$/u),
  name,
  output: z.enum(['insert', 'replace', 'show']),
  layers: z.array(layer).max(8).optional(),
  /** How the budget is divided, for what is shown and not written into the chapter. */
  profile: z.enum(['chat', 'search', 'planning']).optional(),
  /** The most tokens of the model's window that the skill uses. */
  window: z.int().min(256).max(10_000_000).optional(),
})

/** Why a file is no skill. */
export type SkillFault = Extract<Notice, { readonly code: 'SKILL_BROKEN' }>['params']

const faulty = (problem: SkillFault['problem']) => ({ fault: { problem, detail: '' } })
const faultOfField = (field: PropertyKey | undefined) =>
  (['id', 'name', 'output', 'layers', 'profile', 'window'] as const).find((each) => each === field) ?? 'yaml'

/** Front matter and instruction; undefined when the file does not start with front matter. */
export function splitSkill(text: string): { readonly header: string; readonly body: string } | undefined {
  const match = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)
  return match ? { header: match[1] ?? '', body: text.slice(match[0].length) } : undefined
}

/** A skill as its file defines it, or why the file is none. `source` is the project-relative path. */
export function parseSkill(text: string, source: string): Skill | { readonly fault: SkillFault } {
  const split = splitSkill(text)
  if (!split) return faulty('header')
  const yaml = parseYaml(split.header, skillBounds)
  const fields = frontMatter.safeParse(yaml.ok ? yaml.value : undefined)
  if (!fields.success) return faulty(faultOfField(fields.error.issues[0]?.path[0]))
  const body = split.body.trim()
  if (body === '') return faulty('empty')
  const { id, name, output, layers, profile, window } = fields.data
  if (profile !== undefined && output !== 'show') return faulty('profile')
  const left = layers === undefined ? [] : layer.options.filter((each) => !layers.includes(each))
  if (left.some((each) => each !== 'retrieved')) return faulty('retrievedOnly')
  return {
    id,
    name,
    output,
    instruction: { zh: body, en: body },
    source,
    template: true,
    ...(left.length > 0 ? { without: left } : {}),
    ...(profile === undefined ? {} : { profile }),
    ...(window === undefined ? {} : { windowTokens: window }),
  }
}
