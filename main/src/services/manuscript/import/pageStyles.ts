import type { Marks } from '../document/block.ts'

/** What a style sheet or a style attribute makes of letters. */
export interface PageStyle extends Marks {
  /** Not shown. */
  readonly hidden?: true
}

const maxRules = 20_000
const rule = /([^{}]{1,2000})\{([^{}]{0,4000})\}/g
const classSelector = /^(?:[a-z][a-z\d]*)?\.([\w-]+)$/i

/** The styles of classes by their names, of selectors that are one class: `.italic`, `span.italic`. */
export function readClassStyles(css: string): ReadonlyMap<string, PageStyle> {
  const styles = new Map<string, PageStyle>()
  let count = 0
  for (const [, selectors = '', declarations = ''] of css.replace(/\/\*[\s\S]*?\*\//g, ' ').matchAll(rule)) {
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

/** The declarations of a style attribute or a rule. */
export function readStyle(declarations: string): PageStyle {
  return {
    ...(/font-style\s*:\s*(?:italic|oblique)/i.test(declarations) && { emphasis: true }),
    ...(/font-weight\s*:\s*(?:bold|[6-9]00)/i.test(declarations) && { strong: true }),
    ...(/font-variant(?:-caps)?\s*:\s*small-caps/i.test(declarations) && { smallCaps: true }),
    ...(/text-decoration(?:-line)?\s*:[^;]*line-through/i.test(declarations) && { strike: true }),
    ...(/display\s*:\s*none/i.test(declarations) && { hidden: true }),
  }
}
