import { parse } from 'yaml'
import { z } from 'zod'
import type { Skill } from '../context/index.ts'

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
  const fields = frontMatter.safeParse(yamlOf(match[1] ?? ''))
  if (!fields.success) {
    const field = String(fields.error.issues[0]?.path[0] ?? '')
    return { error: faults[field] ?? '开头的说明不是正确的 YAML' }
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

/** Data only: no tags that construct, no aliases to blow up. */
function yamlOf(source: string): unknown {
  try {
    return parse(source, { schema: 'core', maxAliasCount: 0, logLevel: 'silent' })
  } catch {
    // What the parser says about it is in English and about bytes; the caller names the file.
    return undefined
  }
}
