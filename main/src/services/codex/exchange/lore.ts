import type { CodexEntry } from '#contract/codex.ts'
import { limits } from './limits.ts'
import { clip } from './losses.ts'

/** What every lorebook format says about one entry. */
export interface Lore {
  readonly title: string
  readonly keys: readonly string[]
  readonly content: string
  readonly constant: boolean
  readonly disabled: boolean
  readonly caseSensitive: boolean
  /** Stands for `{{char}}`; without it the macro stays as it is. */
  readonly character: string | undefined
}

export interface MappedLore
  extends Pick<CodexEntry, 'name' | 'aliases' | 'aiContextLevel' | 'body' | 'caseSensitive'> {
  /** `/…/flags` keys: kept, never run. */
  readonly regexKeys: readonly string[]
  /** Keys that are no name: macros, too long, or too many. */
  readonly otherKeys: readonly string[]
  /** Decorator lines (V3) that have no equivalent. */
  readonly decorators: readonly string[]
}

/**
 * Title, else first plain key → name; other plain keys → aliases; disabled → never, constant → always, keys →
 * when_detected, none → manual_only. A title alone is a name too, so it is enough beside a regex key.
 */
export function mapLore(lore: Lore): MappedLore {
  const { body, decorators } = splitDecorators(lore.content)
  const plain: string[] = []
  const regexKeys: string[] = []
  const otherKeys: string[] = []
  for (const raw of lore.keys) {
    const key = withCharacter(raw, lore.character).trim()
    if (key === '') continue
    if (isRegexKey(key)) regexKeys.push(raw)
    else if (key.includes('{{') || key.length > limits.wordUnits || plain.length > limits.words)
      otherKeys.push(raw)
    else plain.push(key)
  }
  const title = oneLine(withCharacter(lore.title, lore.character))
  const name = title || oneLine(plain[0] ?? '') || clip(firstLine(body), 30) || '未命名条目'
  const aliases = [...new Set(plain)].filter((key) => key !== name).slice(0, limits.words)
  const isDetected = plain.length > 0 || (regexKeys.length > 0 && title !== '')
  const active = new Set(decorators.map(decoratorName))
  const isNever = lore.disabled || active.has('dont_activate')
  const isAlways = lore.constant || active.has('activate')
  return {
    name,
    aliases,
    aiContextLevel: isNever ? 'never' : isAlways ? 'always' : isDetected ? 'when_detected' : 'manual_only',
    body: withCharacter(body, lore.character),
    caseSensitive: lore.caseSensitive,
    regexKeys,
    otherKeys,
    decorators: decorators.filter((line) => !/^(?:dont_)?activate$/.test(decoratorName(line))),
  }
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
