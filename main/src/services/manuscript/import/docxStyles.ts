import { isStyled, type LetterProperties, quotationStyle } from './letters.ts'
import { walkMarkup } from './markup.ts'

interface ParagraphStyle {
  /** Outline level from 1, or 0 for body text. */
  readonly level: number
  /** A line of a generated table of contents. */
  readonly contents: boolean
  readonly numbered: boolean
  /** A quotation or a letter set off from the text. */
  readonly quoted: boolean
  /** Gives the letters of its paragraphs marks. */
  readonly styled: boolean
  /** In small letters, as the file names it. */
  readonly name: string
}

/** What `styles.xml` declares. */
export interface DocxStyles {
  readonly paragraph: (styleId: string) => ParagraphStyle
  /** Of a character style, through the ones it is based on. */
  readonly letters: (styleId: string) => LetterProperties
}

interface Declared {
  name: string
  basedOn: string | undefined
  level: number | undefined
  numbered: boolean
  readonly letters: LetterProperties
}

const plain: ParagraphStyle = {
  ...{ level: 0, contents: false, numbered: false },
  ...{ quoted: false, styled: false, name: '' },
}

const letterElements = new Map<string, Exclude<keyof LetterProperties, 'signFont'>>(
  Object.entries({
    'w:i': 'emphasis',
    'w:b': 'strong',
    'w:smallCaps': 'smallCaps',
    'w:strike': 'strike',
    'w:dstrike': 'strike',
    'w:vanish': 'hidden',
    'w:u': 'underline',
    'w:caps': 'capitals',
    // 着重号, the dots below or beside letters, are the italics of Chinese and Japanese.
    'w:em': 'emphasis',
    'w:vertAlign': 'raised',
    'w:highlight': 'highlighted',
  } as const),
)

/** Reads one element of run properties; others are ignored. */
export function readLetters(letters: LetterProperties, name: string, value: string | undefined): void {
  const property = letterElements.get(name)
  const isOn = !/^(?:0|false|off|none|baseline)$/.test(value ?? '')
  // Letters without dots may still be italic.
  if (property && (isOn || name !== 'w:em')) letters[property] = isOn
}

const maxAncestors = 20

/**
 * Reads `styles.xml`. Style ids are localised (Chinese Word calls heading 1 “1” or “标题1”), names are not,
 * so levels come from the outline level or the name, through `basedOn`.
 */
export async function readStyles(xml: string | undefined): Promise<DocxStyles> {
  const declared = new Map<string, Declared>()
  let current: Declared | undefined
  if (xml !== undefined)
    await walkMarkup(
      xml,
      {
        open(name, attributes) {
          const value = attributes['w:val']
          if (name === 'w:style') {
            current = { name: '', basedOn: undefined, level: undefined, numbered: false, letters: {} }
            declared.set(attributes['w:styleId'] ?? '', current)
          } else if (!current) return
          else if (letterElements.has(name)) readLetters(current.letters, name, value)
          else if (value === undefined) return
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

  function chain(styleId: string): readonly Declared[] {
    const styles: Declared[] = []
    let style = declared.get(styleId)
    while (style && styles.length < maxAncestors) {
      styles.push(style)
      style = style.basedOn === undefined ? undefined : declared.get(style.basedOn)
    }
    return styles
  }

  const lettersOf = (styles: readonly Declared[]): LetterProperties =>
    Object.assign({}, ...styles.map(({ letters }) => letters).toReversed())

  return {
    paragraph(styleId) {
      const styles = chain(styleId)
      const [own] = styles
      if (!own) return plain
      const contents = /^toc (?:\d|heading)/.test(own.name)
      const levels = styles.map(({ level, name }) => level ?? levelOfName(name))
      return {
        level: levels.find((level) => level !== undefined) ?? 0,
        contents,
        numbered: styles.some(({ numbered }) => numbered),
        quoted: styles.some(({ name }) => quotationStyle.test(name)),
        styled: isStyled(lettersOf(styles)),
        name: own.name,
      }
    },
    letters: (styleId) => lettersOf(chain(styleId)),
  }
}

function levelOfName(name: string): number | undefined {
  const named = /^heading ([1-9])$/.exec(name)?.[1]
  return named ? Number(named) : undefined
}

/** Word counts from 0; 9 is body text. */
export function outlineLevel(value: string): number {
  const level = Number(value)
  return Number.isInteger(level) && level >= 0 && level < 9 ? level + 1 : 0
}
