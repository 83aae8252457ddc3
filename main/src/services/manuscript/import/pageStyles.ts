import type { LetterProperties } from './letters.ts'

/** What a style sheet or a style attribute makes of letters. */
export type PageStyle = Readonly<
  Pick<LetterProperties, 'emphasis' | 'strong' | 'smallCaps' | 'strike' | 'hidden'>
>

const maxRules = 20_000
const rule = /([^{}]{1,2000})\{([^{}]{0,4000})\}/g
const media = /@media([^{}@]{0,500})\{((?:[^{}]*\{[^{}]*\})*[^{}]*)\}/gi
const onScreen = /(?:^|,)\s*(?:only\s+)?(?:screen|all)\s*(?:,|$)/i
const classSelector = /^(?:[a-z][a-z\d]*)?\.([\w-]+)$/i

/** The styles of classes by their names, of selectors that are one class: `.italic`, `span.italic`. */
export function readClassStyles(css: string): ReadonlyMap<string, PageStyle> {
  const styles = new Map<string, PageStyle>()
  let count = 0
  const shown = css
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    // Rules for paper and for other readers hide what a screen shows.
    .replace(media, (_, kinds: string, rules: string) => (onScreen.test(kinds) ? rules : ' '))
  for (const [, selectors = '', declarations = ''] of shown.matchAll(rule)) {
    if (++count > maxRules) break
    const style = readStyle(declarations)
    if (Object.keys(style).length === 0) continue
    for (const selector of selectors.split(',')) {
      const name = classSelector.exec(selector.trim())?.[1]
      if (name !== undefined) styles.set(name, { ...styles.get(name), ...style })
    }
  }
  return styles
}

const slopeOf = /(?:^|[;\s])font-style\s*:([^;]*)/i
const weightOf = /(?:^|[;\s])font-weight\s*:([^;]*)/i
const variantOf = /(?:^|[;\s])font-variant(?:-caps)?\s*:([^;]*)/i
/** 着重号, the italics of Chinese and Japanese. */
const dotsOf = /(?:^|[;\s])(?:-(?:epub|webkit)-)?text-emphasis(?:-style)?\s*:([^;]*)/i
const lineOf = /(?:^|[;\s])text-decoration(?:-line)?\s*:([^;]*)/i
const displayOf = /(?:^|[;\s])display\s*:([^;]*)/i

/** The declarations of a style attribute or a rule. */
export function readStyle(declarations: string): PageStyle {
  const stated = (name: RegExp) => name.exec(declarations)?.[1]?.trim().toLowerCase()
  const dots = stated(dotsOf)
  const [slope, weight] = [stated(slopeOf), stated(weightOf)]
  const [variant, line, display] = [stated(variantOf), stated(lineOf), stated(displayOf)]
  return {
    ...(slope !== undefined && { emphasis: /^(?:italic|oblique)/.test(slope) }),
    ...(dots !== undefined && !dots.startsWith('none') && { emphasis: true }),
    ...(weight !== undefined && { strong: /^(?:bold|[6-9]00)/.test(weight) }),
    ...(variant !== undefined && { smallCaps: variant.startsWith('small-caps') }),
    ...(line?.includes('line-through') && { strike: true }),
    ...(display !== undefined && { hidden: display.startsWith('none') }),
  }
}
