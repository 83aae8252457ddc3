import { type Inline, tidied } from '../document/block.ts'
import { isWebAddress } from '../document/markdownParser.ts'
import { omissions, type Sentence } from './issues.ts'
import { type LetterProperties, marksOfLetters } from './letters.ts'
import { walkMarkup } from './markup.ts'
import { type OdtStyles, outlineLevel } from './odtStyles.ts'
import type { CountedOmission } from './sheet.ts'

/** A note with its number in the text. */
interface Note {
  readonly id: string
  readonly content: readonly Inline[]
}

interface Paragraph {
  readonly content: readonly Inline[]
  /** Heading level from 1, or 0. */
  readonly level: number
  /** An item of a list: a number or a dot is drawn before it. */
  readonly listed: boolean
  readonly quoted: boolean
  /** Its named style gives its letters marks. */
  readonly styled: boolean
  /** In the style of a line across the page. */
  readonly ruled: boolean
  /** The named style in small letters, or ''. */
  readonly styleName: string
  /** Those it refers to, in order. */
  readonly notes: readonly Note[]
}

export interface OdtSink {
  paragraph(paragraph: Paragraph): void
  omit(sentence: Sentence): void
  count(kind: CountedOmission): void
  /** The body of a text begins. */
  body(): void
}

interface Open {
  readonly content: Inline[]
  readonly notes: Note[]
  readonly level: number
  readonly styleName: string | undefined
  readonly listed: boolean
}

/** Elements whose text is no text of the document. */
const skipped = new Map<string, Sentence | undefined>(
  Object.entries({
    'text:note-citation': undefined,
    'office:binary-data': undefined,
    'svg:title': undefined,
    'svg:desc': undefined,
    'text:sequence-decls': undefined,
    'office:forms': undefined,
    'text:ruby-text': omissions.ruby,
    'office:annotation': omissions.comment,
    'math:math': omissions.formula,
    'text:table-of-content': omissions.tableOfContents,
    'text:illustration-index': omissions.tableOfContents,
    'text:table-index': omissions.tableOfContents,
    'text:tracked-changes': undefined,
  }),
)

/** The words of another place, or where it is. */
const crossReference = /^text:(?:bookmark|reference|sequence|note)-ref$/

/** A gap wider than this is one of a layout; what an element asks for must not be longer than the element. */
const maxSpaces = 20

/** Walks the paragraphs of `content.xml` or of a flat document, those of text boxes and notes included. */
export async function walkOdtText(xml: string, styles: OdtStyles, sink: OdtSink): Promise<void> {
  const open: Open[] = []
  /** Styles of the spans that are open, the paragraph's first. */
  const letters: LetterProperties[] = [{}]
  const links: (string | undefined)[] = []
  /** For each open frame: what of it has been seen. */
  const frames: { hasText: boolean; hasPicture: boolean; hasObject: boolean }[] = []
  /** For each open note: its paragraphs. */
  const notes: Inline[][] = []
  const hiddenSections: boolean[] = []
  let noteCount = 0
  let skipping = 0
  let inBody = false
  /** For each open item of a list: whether its sign is still to come. */
  const items: boolean[] = []

  function add(given: string): void {
    const top = open.at(-1)
    if (!top || given === '') return
    const style = letters.at(-1) ?? {}
    if (style.hidden || hiddenSections.includes(true)) {
      if (given.trim() !== '') sink.count('hidden')
      return
    }
    const link = links.findLast((link) => link !== undefined)
    if (given.trim() !== '' && style.raised) sink.count('raised')
    if (given.trim() !== '' && style.highlighted) sink.count('highlights')
    if (style.capitals && given !== given.toUpperCase()) sink.count('capitals')
    if (given.trim() !== '' && style.underline && links.length === 0) sink.count('underline')
    top.content.push({ ...marksOfLetters(style), ...(link && { link }), kind: 'text', text: given })
  }

  /** White space between two elements is one space, as ODF 1.3 part 3, 6.1.2 has it. */
  function text(piece: string): void {
    if (skipping > 0 || !inBody) return
    const last = open.at(-1)?.content.at(-1)
    const follows = last?.kind === 'text' && /[ \t]$/.test(last.text)
    const collapsed = piece.replace(/[ \t\r\n]+/g, ' ')
    add(follows ? collapsed.replace(/^ /, '') : collapsed)
  }

  function start(name: string, attributes: Readonly<Record<string, string>>): void {
    if (skipping > 0) {
      if (name === 'text:deletion') sink.omit(omissions.deleted)
      skipping += 1
      return
    }
    if (skipped.has(name)) {
      const omission = skipped.get(name)
      if (omission) sink.omit(omission)
      skipping = 1
      return
    }
    if (name === 'office:text') {
      inBody = true
      sink.body()
    } else if (!inBody) return
    else if (name === 'text:p' || name === 'text:h') startParagraph(name, attributes)
    else if (name === 'text:section') hiddenSections.push(isHiddenSection(attributes))
    else if (name === 'text:list-item') items.push(true)
    else if (name === 'table:table') sink.omit(omissions.table)
    else startInline(name, attributes)
  }

  const isHiddenSection = (attributes: Readonly<Record<string, string>>) =>
    attributes['text:display'] === 'none' || styles.isHidden(attributes['text:style-name'])

  function startParagraph(name: string, attributes: Readonly<Record<string, string>>): void {
    const styleName = attributes['text:style-name']
    const style = styles.paragraph(styleName)
    const stated = attributes['text:outline-level']
    const level = name === 'text:h' ? Math.max(1, outlineLevel(stated ?? '1')) : style.level
    // Only the first paragraph of an item has its sign.
    const listed = items.at(-1) === true
    if (listed) items[items.length - 1] = false
    open.push({ content: [], notes: [], level, styleName, listed })
    letters.push(level > 0 ? {} : style.letters)
    const frame = frames.at(-1)
    if (frame) frame.hasText = true
  }

  function startInline(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'text:span')
      letters.push({ ...letters.at(-1), ...styles.letters(attributes['text:style-name']) })
    else if (name === 'text:a') links.push(toLink(attributes['xlink:href']))
    else if (crossReference.test(name)) sink.count('links')
    else if (name === 'text:s') add(' '.repeat(spacesOf(attributes['text:c'])))
    else if (name === 'text:tab') add('\t')
    else if (name === 'text:line-break') open.at(-1)?.content.push({ kind: 'lineBreak' })
    else if (name === 'text:note') notes.push([])
    else if (name === 'text:hidden-text' || name === 'text:hidden-paragraph') sink.count('hidden')
    else if (name === 'draw:frame') frames.push({ hasText: false, hasPicture: false, hasObject: false })
    else {
      const frame = frames.at(-1)
      if (frame && name === 'draw:image') frame.hasPicture = true
      else if (frame && /^draw:object(?:-ole)?$/.test(name)) frame.hasObject = true
    }
  }

  function toLink(target = ''): string | undefined {
    if (isWebAddress(target)) return target
    sink.count('links')
    return undefined
  }

  function end(name: string): void {
    if (skipping > 0) skipping -= 1
    else if (!inBody) return
    else if (name === 'office:text') inBody = false
    else if (name === 'text:p' || name === 'text:h') endParagraph()
    else if (name === 'text:span') letters.pop()
    else if (name === 'text:a') links.pop()
    else if (name === 'text:section') hiddenSections.pop()
    else if (name === 'text:list-item') items.pop()
    else if (name === 'text:note') endNote()
    else if (name === 'draw:frame') {
      const frame = frames.pop()
      if (frame?.hasObject) sink.omit(omissions.embedded)
      else if (frame?.hasPicture && !frame.hasText) sink.omit(omissions.picture)
    }
  }

  function endParagraph(): void {
    const paragraph = open.pop()
    letters.pop()
    if (!paragraph) return
    const { content, level, styleName, listed } = paragraph
    const note = notes.at(-1)
    if (note) {
      note.push(...content.map((inline) => (inline.kind === 'lineBreak' ? space : inline)), space)
      return
    }
    const { quoted, styled, ruled, name } = styles.paragraph(styleName)
    sink.paragraph({ content, level, listed, quoted, styled, ruled, styleName: name, notes: paragraph.notes })
  }

  function endNote(): void {
    const content = tidied(notes.pop() ?? [])
    const paragraph = open.at(-1)
    if (!paragraph || content.length === 0) return
    noteCount += 1
    const id = String(noteCount)
    paragraph.content.push({ kind: 'noteSign', id })
    paragraph.notes.push({ id, content })
  }

  await walkMarkup(xml, { open: start, text, close: end }, true)
}

const space: Inline = { kind: 'text', text: ' ' }

function spacesOf(count = '1'): number {
  const spaces = Number(count)
  return Number.isInteger(spaces) ? Math.min(Math.max(spaces, 0), maxSpaces) : 1
}
