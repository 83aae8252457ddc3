import { walkMarkup } from './markup.ts'

export interface ParagraphStyle {
  /** Outline level from 1, or 0 for body text. */
  readonly level: number
  /** A line of a generated table of contents. */
  readonly contents: boolean
  readonly numbered: boolean
}

interface Declared {
  name: string
  basedOn: string | undefined
  level: number | undefined
  numbered: boolean
}

const plain: ParagraphStyle = { level: 0, contents: false, numbered: false }
const maxAncestors = 20

/**
 * Reads `styles.xml`. Style ids are localised (Chinese Word calls heading 1 “1” or “标题1”), names are not,
 * so levels come from the outline level or the name, through `basedOn`.
 */
export async function readStyles(xml: string | undefined): Promise<(styleId: string) => ParagraphStyle> {
  const declared = new Map<string, Declared>()
  let current: Declared | undefined
  if (xml !== undefined)
    await walkMarkup(
      xml,
      {
        open(name, attributes) {
          const value = attributes['w:val']
          if (name === 'w:style') {
            current = { name: '', basedOn: undefined, level: undefined, numbered: false }
            declared.set(attributes['w:styleId'] ?? '', current)
          } else if (!current || value === undefined) return
          else if (name === 'w:name') current.name = value.toLowerCase()
          else if (name === 'w:basedOn') current.basedOn = value
          else if (name === 'w:outlineLvl') current.level = outlineLevel(value)
          else if (name === 'w:numId') current.numbered = value !== '0'
        },
        close(name) {
          if (name === 'w:style') current = undefined
        },
      },
      true,
    )

  return (styleId) => {
    let style = declared.get(styleId)
    const contents = /^toc (?:\d|heading)/.test(style?.name ?? '')
    let level: number | undefined
    let numbered = false
    for (let step = 0; style && step < maxAncestors; step++) {
      const named = /^heading ([1-9])$/.exec(style.name)?.[1]
      level ??= style.level ?? (named ? Number(named) : undefined)
      numbered ||= style.numbered
      style = style.basedOn === undefined ? undefined : declared.get(style.basedOn)
    }
    return contents || level !== undefined || numbered ? { level: level ?? 0, contents, numbered } : plain
  }
}

/** Word counts from 0; 9 is body text. */
export function outlineLevel(value: string): number {
  const level = Number(value)
  return Number.isInteger(level) && level >= 0 && level < 9 ? level + 1 : 0
}
