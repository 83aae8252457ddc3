import { isStyled, type LetterProperties, quotationStyle } from './letters.ts'
import { walkMarkup } from './markup.ts'

/** What a style of a paragraph makes of it. */
interface ParagraphStyle {
  /** Outline level from 1, or 0 for body text. */
  readonly level: number
  readonly quoted: boolean
  /** A line drawn across the page. */
  readonly ruled: boolean
  /** The name of the named style, in small letters. */
  readonly name: string
  /** The named style gives the letters of its paragraphs marks. */
  readonly styled: boolean
  /** What the author has set in this paragraph alone: an automatic style, without the named ones it is based on. */
  readonly letters: LetterProperties
}

/** The styles of an OpenDocument text, named and automatic. */
export interface OdtStyles {
  readonly paragraph: (name: string | undefined) => ParagraphStyle
  /** Of a stretch of text, through the styles it is based on. */
  readonly letters: (name: string | undefined) => LetterProperties
  /** Whether a section with this style is not shown. */
  readonly isHidden: (name: string | undefined) => boolean
}

interface Declared {
  /** As people see it. */
  readonly name: string
  readonly parent: string | undefined
  readonly isAutomatic: boolean
  readonly level: number | undefined
  readonly letters: LetterProperties
}

type Attributes = Readonly<Record<string, string>>

const maxAncestors = 20

/**
 * Reads the styles of the documents (ODF 1.3, part 3, 16): `styles.xml` and `content.xml`, or one flat document.
 * @throws AppError IMPORT_BROKEN.
 */
export async function readOdtStyles(documents: readonly string[]): Promise<OdtStyles> {
  const declared = new Map<string, Declared>()
  let current: Declared | undefined
  let isAutomatic = false
  const open = (name: string, attributes: Attributes) => {
    if (name === 'office:automatic-styles') isAutomatic = true
    else if (name === 'style:style') {
      current = declaredIn(attributes, isAutomatic)
      declared.set(keyOf(attributes['style:family'], attributes['style:name']), current)
    } else if (name === 'style:text-properties' && current) readLetters(current.letters, attributes)
    else if (name === 'style:section-properties' && attributes['text:display'] === 'none' && current)
      current.letters.hidden = true
  }
  const close = (name: string) => {
    if (name === 'office:automatic-styles') isAutomatic = false
    else if (name === 'style:style') current = undefined
  }
  for (const document of documents) await walkMarkup(document, { open, close }, true)

  function chain(family: string, name: string | undefined): readonly Declared[] {
    const styles: Declared[] = []
    let style = declared.get(keyOf(family, name))
    while (style && styles.length < maxAncestors) {
      styles.push(style)
      style = declared.get(keyOf(family, style.parent))
    }
    return styles
  }

  const lettersOf = (styles: readonly Declared[]): LetterProperties =>
    Object.assign({}, ...styles.map(({ letters }) => letters).toReversed())

  return {
    paragraph(name) {
      const styles = chain('paragraph', name)
      const names = styles.filter((style) => !style.isAutomatic).map((style) => style.name)
      if (styles.length === 0 && name !== undefined) names.push(shownName(name))
      return {
        level: styles.find(({ level }) => level !== undefined)?.level ?? 0,
        quoted: names.some((name) => quotationStyle.test(name)),
        ruled: names.some((name) => name === 'horizontal line'),
        name: names[0] ?? '',
        styled: isStyled(lettersOf(styles.filter(({ isAutomatic }) => !isAutomatic))),
        letters: Object.assign(
          {},
          ...styles
            .filter((style) => style.isAutomatic || style.letters.hidden)
            .map(({ isAutomatic, letters }) => (isAutomatic ? letters : { hidden: true }))
            .toReversed(),
        ),
      }
    },
    letters: (name) => lettersOf(chain('text', name)),
    isHidden: (name) => declared.get(keyOf('section', name))?.letters.hidden === true,
  }
}

const keyOf = (family: string | undefined, name: string | undefined) => `${family} ${name}`

/** Letters that a name cannot have are written by their numbers: `Heading_20_1`. */
const shownName = (name: string) =>
  name
    .replace(/_([\da-f]{2,4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toLowerCase()

function declaredIn(attributes: Attributes, isAutomatic: boolean): Declared {
  const own = attributes['style:display-name']?.toLowerCase() ?? shownName(attributes['style:name'] ?? '')
  const stated = attributes['style:default-outline-level']
  const named = isAutomatic ? undefined : /^heading ([1-9])$/.exec(own)?.[1]
  const level = stated === '' ? '0' : (stated ?? named)
  return {
    name: own,
    parent: attributes['style:parent-style-name'],
    isAutomatic,
    level: level === undefined ? undefined : outlineLevel(level),
    letters: {},
  }
}

/** 0 is no heading. */
export function outlineLevel(value: string): number {
  const level = Number(value)
  return Number.isInteger(level) && level > 0 ? level : 0
}

/** Reads the attributes of `style:text-properties`. */
function readLetters(letters: LetterProperties, attributes: Attributes): void {
  const { 'fo:font-style': slope, 'fo:font-weight': weight, 'fo:font-variant': variant } = attributes
  const { 'text:display': display, 'style:text-position': position } = attributes
  if (slope !== undefined) letters.emphasis = slope !== 'normal'
  if (weight !== undefined) letters.strong = weight === 'bold' || Number(weight) >= 600
  if (variant !== undefined) letters.smallCaps = variant === 'small-caps'
  if (display !== undefined) letters.hidden = display !== 'true'
  // Google Docs gives all its letters the colour of the page.
  const ground = attributes['fo:background-color']?.toLowerCase()
  if (ground !== undefined) letters.highlighted = !/^(?:transparent|#fff|#ffffff)$/.test(ground)
  const { 'fo:text-transform': transform, 'style:text-emphasize': dots } = attributes
  if (transform !== undefined) letters.capitals = transform === 'uppercase'
  // 着重号, the italics of Chinese and Japanese; letters without them may still be italic.
  if (dots !== undefined && dots !== 'none') letters.emphasis = true
  if (position !== undefined) letters.raised = !/^0(?:%|$|\s)/.test(position)
  const line = (kind: string) => [`style:text-${kind}-style`, `style:text-${kind}-type`]
  const drawn = (kind: string) =>
    line(kind)
      .map((name) => attributes[name])
      .find((value) => value !== undefined)
  const [through, under] = [drawn('line-through'), drawn('underline')]
  if (through !== undefined) letters.strike = through !== 'none'
  if (under !== undefined) letters.underline = under !== 'none'
}
