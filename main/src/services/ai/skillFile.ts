import { z } from 'zod'
import { parseYaml } from '../../lib/yamlText.ts'
import type { Skill } from '../context/index.ts'

/** A skill says five things of itself. */
const skillBounds = { maxDepth: 20, maxValues: 1000 }

const name = z.string().trim().min(1).max(80)
const layer = z.enum(['rules', 'settings', 'retrieved', 'immediate'])
const frontMatter = z.looseObject({
  id: z.string().regex(/^[\p{L}\p{N}_-]{1,64}$/u),
  name,
  output: z.enum(['insert', 'replace', 'show']),
  layers: z.array(layer).max(8).optional(),
  /** The most tokens of the model's window that the skill uses. */
  window: z.int().min(256).max(10_000_000).optional(),
})

const faults: Record<string, string> = {
  id: '“id”要有，只用字母、汉字、数字、- 和 _，最多 64 个字符',
  name: '“name”要有，最多 80 个字符',
  output: '“output”只能是 insert、replace 或 show',
  layers: '“layers”只能列出 rules、settings、retrieved、immediate',
  window: '“window”是 256 以上的整数（tokens）',
}

/** A skill as its file says it, or why the file is none. `source` is the project-relative path. */
export function parseSkill(text: string, source: string): Skill | { readonly error: string } {
  const match = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)
  if (!match) return { error: '开头要有一段用 --- 包起来的说明' }
  const yaml = parseYaml(match[1] ?? '', skillBounds)
  const fields = frontMatter.safeParse(yaml.ok ? yaml.value : undefined)
  if (!fields.success) {
    const field = String(fields.error.issues[0]?.path[0] ?? '')
    const words = yaml.ok ? undefined : `：${yaml.reason}`
    return { error: faults[field] ?? `开头的说明不是正确的 YAML${words ?? ''}` }
  }
  const body = text.slice(match[0].length).trim()
  if (body === '') return { error: '没有正文，不知道要模型做什么' }
  const { id, name, output, layers, window } = fields.data
  const left = layers === undefined ? [] : layer.options.filter((each) => !layers.includes(each))
  if (left.some((each) => each !== 'retrieved')) return { error: '“layers”里只有 retrieved 可以省去' }
  return {
    id,
    name,
    output,
    instruction: { zh: body, en: body },
    source,
    template: true,
    ...(left.length > 0 ? { without: left } : {}),
    ...(window === undefined ? {} : { windowTokens: window }),
  }
}
