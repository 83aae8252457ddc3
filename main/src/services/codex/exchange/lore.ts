import type { CodexEntry } from '#contract/codex.ts'
import { limits } from './limits.ts'
import { clip, type Losses, type Sentence } from './losses.ts'

/** The fields of one entry that every lorebook format has. */
export interface Lore {
  readonly title: string
  readonly keys: readonly string[]
  readonly content: string
  readonly constant: boolean
  readonly disabled: boolean
  readonly caseSensitive: boolean
  /** Replaces `{{char}}`; without it the macro stays as it is. */
  readonly character: string | undefined
}

type MappedLore = Pick<CodexEntry, 'name' | 'aliases' | 'aiContextLevel' | 'body' | 'caseSensitive'>

export interface ReadLore {
  readonly mapped: MappedLore
  /** `/…/flags` keys: stored, never run. */
  readonly regexKeys: readonly string[]
  /** Keys that are no name: macros, or too long. */
  readonly otherKeys: readonly string[]
  /** Plain keys beyond those that an entry may have as aliases. */
  readonly keysTooMany: number
  /** Decorator lines (V3) that have no equivalent. */
  readonly decorators: readonly string[]
}

/**
 * Title, else first plain key → name; other plain keys → aliases; disabled → never, constant → always, keys →
 * when_detected, none → manual_only. A title by itself is a name too, so it is enough with a regex key.
 */
export function mapLore(lore: Lore): ReadLore {
  const { body, decorators } = splitDecorators(lore.content)
  const plain = new Set<string>()
  const regexKeys: string[] = []
  const otherKeys: string[] = []
  for (const raw of lore.keys) {
    const key = withCharacter(raw, lore.character).trim()
    if (key === '') continue
    if (isRegexKey(key)) regexKeys.push(raw)
    else if (key.includes('{{') || key.length > limits.wordUnits) otherKeys.push(raw)
    else plain.add(key)
  }
  const title = oneLine(withCharacter(lore.title, lore.character))
  const [firstKey = ''] = plain
  const name = title || oneLine(firstKey) || clip(firstLine(body), 30) || '未命名条目'
  const aliases = [...plain].filter((key) => key !== name)
  const isDetected = plain.size > 0 || (regexKeys.length > 0 && title !== '')
  const active = new Set(decorators.map(decoratorName))
  const isNever = lore.disabled || active.has('dont_activate')
  const isAlways = lore.constant || active.has('activate')
  return {
    mapped: {
      name,
      aliases: aliases.slice(0, limits.aliases),
      aiContextLevel: isNever ? 'never' : isAlways ? 'always' : isDetected ? 'when_detected' : 'manual_only',
      body: withCharacter(body, lore.character),
      caseSensitive: lore.caseSensitive,
    },
    regexKeys,
    otherKeys,
    keysTooMany: Math.max(0, aliases.length - limits.aliases),
    decorators: decorators.filter((line) => !/^(?:dont_)?activate$/.test(decoratorName(line))),
  }
}

/** Reports parts of an entry's keys and text without an equivalent; `keys` is the format's word for them. */
export function reportLore(lore: ReadLore, keys: 'key' | 'keys', losses: Losses): void {
  const { mapped, regexKeys, otherKeys, keysTooMany, decorators } = lore
  const { name, body } = mapped
  const each = (terms: readonly string[], field: string, sentence: (word: string) => Sentence) => {
    for (const word of terms.slice(0, limits.namedKeys)) losses.add(name, field, sentence(clip(word, 200)))
    const left = terms.length - limits.namedKeys
    if (left > 0)
      losses.add(name, field, [
        `另有 ${left} 处同样没有对应，原样保留。`,
        `${left} more like these have no equivalent and are kept as they are.`,
      ])
  }
  each(regexKeys, keys, (key) => [
    `正则关键词 ${key} 原样保留，但不会运行。`,
    `The key ${key} is a regular expression: kept as it is, but never run.`,
  ])
  each(otherKeys, keys, (key) => [
    `关键词 ${key} 不能当作名字，原样保留。`,
    `The key ${key} cannot be a name and is kept as it is.`,
  ])
  if (keysTooMany > 0)
    losses.add(name, keys, [
      `别名最多 ${limits.aliases} 个，其余 ${keysTooMany} 个关键词原样保留，不起作用。`,
      `There can be ${limits.aliases} aliases at most; ${keysTooMany} more keys are kept as they are, without effect.`,
    ])
  each(decorators, 'content', (line) => [
    `${line} 没有对应，原样保留。`,
    `${line} has no equivalent and is kept as it is.`,
  ])
  if (body.includes('{{'))
    losses.add(name, 'content', [
      '正文里有 {{…}} 宏，原样保留，不会替换。',
      'The text holds {{…}} macros, which are kept as they are and not replaced.',
    ])
}

const isRegexKey = (key: string) => key.length > 2 && /^\/.+\/[a-z]*$/is.test(key)

/** `@@name value` lines, and `@@@name` fallbacks, before the first line of text. */
function splitDecorators(content: string): { readonly body: string; readonly decorators: readonly string[] } {
  const decorators: string[] = []
  let at = 0
  while (content.startsWith('@@', at)) {
    const lineEnd = content.indexOf('\n', at)
    const end = lineEnd < 0 ? content.length : lineEnd + 1
    decorators.push(content.slice(at, end).trim())
    at = end
  }
  return { body: content.slice(at), decorators }
}

const decoratorName = (line: string) => /^@@([a-z_]+)/.exec(line)?.[1] ?? ''

export function withCharacter(text: string, character: string | undefined): string {
  return character === undefined ? text : text.replace(/\{\{char\}\}/gi, () => character)
}

/** White space and lengths as a name may have them. */
export function oneLine(text: string): string {
  return clip(text.replace(/\s+/g, ' ').trim(), limits.nameUnits)
}

const firstLine = (text: string) => oneLine(/\S.*/.exec(text)?.[0] ?? '')
