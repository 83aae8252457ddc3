import type { Inline } from '../document/block.ts'
import { isWebAddress } from '../document/markdownParser.ts'
import { type DocxStyles, outlineLevel, readLetters } from './docxStyles.ts'
import { omissions, type Sentence } from './issues.ts'
import { type LetterProperties, marksOfLetters } from './letters.ts'
import { walkMarkup } from './markup.ts'
import type { CountedOmission } from './sheet.ts'
import { isSignFont, signOf } from './signFonts.ts'

interface Paragraph {
  /** Signs of notes have the note's id in the file, `footnote:3`. */
  readonly content: readonly Inline[]
  /** Heading level from 1, or 0. */
  readonly level: number
  readonly contents: boolean
  /** Word draws a number before it that is nowhere in the text. */
  readonly numbered: boolean
  readonly quoted: boolean
  /** Its style gives its letters marks. */
  readonly styled: boolean
  /** A line drawn across the page, with no words. */
  readonly ruled: boolean
  /** The name of its style in small letters, or ''. */
  readonly styleName: string
}

export interface ParagraphSink {
  paragraph(paragraph: Paragraph): void
  omit(sentence: Sentence): void
  count(kind: CountedOmission): void
  /** The target of a link by its relationship. */
  linkOf?(relationship: string): string | undefined
  /** Any other element, for callers that need to know where they are. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void
}

interface Open {
  readonly content: Inline[]
  styleId: string
  level: number | undefined
  numbered: boolean | undefined
  ruled: boolean
}

/** A field as Word writes one: begin, code, separate, result, end. */
interface Field {
  code: string
  isResult: boolean
  link: string | undefined
}

/** Elements whose text is no text of the document: old versions, fallbacks, field codes, settings. */
const skipped = new Set(
  'mc:Fallback w:moveFrom w:delInstrText w:pPrChange w:rPrChange w:tabs w:tblPr w:rt w:delText m:oMath'.split(
    ' ',
  ),
)
const omitted = new Map<string, Sentence>(
  Object.entries({
    'w:rt': omissions.ruby,
    'w:delText': omissions.deleted,
    'm:oMath': omissions.formula,
    'w:commentReference': omissions.comment,
    'w:altChunk': omissions.embedded,
    'w:tbl': omissions.table,
  }),
)
const pictures = new Set(['w:drawing', 'w:pict', 'w:object'])
const signs = new Map(
  Object.entries({
    'w:tab': '\t',
    'w:ptab': '\t',
    'w:noBreakHyphen': '\u2011',
  }),
)

/** Where programs put the letters of fonts of pictures. */
const pictureLetters = /[\uf000-\uf0ff]/g

/** Walks the paragraphs of `document.xml` or of a notes file, text boxes included. */
export async function walkParagraphs(xml: string, styles: DocxStyles, sink: ParagraphSink): Promise<void> {
  const open: Open[] = []
  /** For each open picture: how many paragraphs had ended at its start. */
  const openPictures: number[] = []
  const links: (string | undefined)[] = []
  const fields: Field[] = []
  let letters: LetterProperties = {}
  let inRunProperties = false
  let ended = 0
  let skipping = 0
  let inText = false
  let inCode = false

  const linkHere = () =>
    links.findLast((link) => link !== undefined) ??
    fields.findLast(({ isResult, link }) => isResult && link !== undefined)?.link

  function add(given: string): void {
    const top = open.at(-1)
    const text = letters.signFont ? given.replace(pictureLetters, signIn(letters.signFont)) : given
    if (!top || text === '') return
    if (letters.hidden) {
      if (text.trim() !== '') sink.count('hidden')
      return
    }
    if (text.trim() !== '' && letters.raised) sink.count('raised')
    if (text.trim() !== '' && letters.highlighted) sink.count('highlights')
    if (letters.capitals && text !== text.toUpperCase()) sink.count('capitals')
    const link = linkHere()
    if (text.trim() !== '' && letters.underline && link === undefined) sink.count('underline')
    top.content.push({ ...marksOfLetters(letters), ...(link && { link }), kind: 'text', text })
  }

  const signIn = (font: string) => (letter: string) => {
    const sign = signOf(font, letter.charCodeAt(0))
    if (sign === undefined) sink.omit(omissions.symbol)
    return sign ?? ''
  }

  function toLink(target: string | undefined): string | undefined {
    if (target !== undefined && isWebAddress(target)) return target
    sink.count('links')
    return undefined
  }

  function openElement(name: string, attributes: Readonly<Record<string, string>>): void {
    if (skipping > 0) {
      skipping += 1
      return
    }
    const omission = omitted.get(name)
    if (omission) sink.omit(omission)
    if (skipped.has(name)) {
      skipping = 1
      return
    }
    const value = attributes['w:val'] ?? ''
    const top = open.at(-1)
    if (name === 'w:p') {
      open.push({ content: [], styleId: '', level: undefined, numbered: undefined, ruled: false })
      letters = {}
    } else if (name === 'w:t') inText = true
    else if (name === 'v:rect' && attributes['o:hr'] !== undefined) {
      // A line across the page is drawn as a picture.
      if (openPictures.length > 0) openPictures[openPictures.length - 1] = -1
      if (top) top.ruled = true
    } else if (pictures.has(name)) openPictures.push(ended)
    else if (!top) sink.open?.(name, attributes)
    else if (name === 'w:pStyle') top.styleId = value
    else if (name === 'w:outlineLvl') top.level = outlineLevel(value)
    else if (name === 'w:numId') top.numbered = value !== '0'
    else if (name === 'w:pBdr') top.ruled = true
    else openInline(name, attributes, value, top)
  }

  function openInline(
    name: string,
    attributes: Readonly<Record<string, string>>,
    value: string,
    top: Open,
  ): void {
    if (name === 'w:r') letters = {}
    else if (name === 'w:rPr') inRunProperties = true
    else if (name === 'w:rStyle') letters = { ...styles.letters(value), ...letters }
    else if (inRunProperties && name === 'w:rFonts') {
      const font = attributes['w:ascii'] ?? ''
      letters.signFont = isSignFont(font) ? font : ''
    } else if (inRunProperties) readLetters(letters, name, attributes['w:val'])
    else if (name === 'w:sym')
      add(
        signIn(attributes['w:font'] ?? '')(
          String.fromCharCode(Number.parseInt(attributes['w:char'] ?? '', 16)),
        ),
      )
    else if (name === 'w:hyperlink') {
      const relationship = attributes['r:id']
      const isInside = relationship === undefined && attributes['w:anchor'] === undefined
      links.push(isInside ? undefined : toLink(relationship && sink.linkOf?.(relationship)))
    } else if (name === 'w:fldSimple') links.push(linkOfCode(attributes['w:instr'] ?? ''))
    else if (name === 'w:instrText') inCode = true
    else if (name === 'w:fldChar') readField(attributes['w:fldCharType'])
    else if (name === 'w:cr' || name === 'w:br') {
      if (/^(?:page|column)$/.test(attributes['w:type'] ?? '')) add(' ')
      else if (!letters.hidden) top.content.push({ kind: 'lineBreak' })
    } else if (name === 'w:footnoteReference' || name === 'w:endnoteReference')
      top.content.push({
        kind: 'noteSign',
        id: `${name.slice(2, -'Reference'.length)}:${attributes['w:id']}`,
      })
    else add(signs.get(name) ?? '')
  }

  function readField(type: string | undefined): void {
    const field = fields.at(-1)
    if (type === 'begin') fields.push({ code: '', isResult: false, link: undefined })
    else if (type === 'end') fields.pop()
    else if (type === 'separate' && field) {
      field.isResult = true
      field.link = linkOfCode(field.code)
    }
  }

  /** Of the code of a field, `HYPERLINK "https://…"`. */
  function linkOfCode(code: string): string | undefined {
    const [, target] = /^\s*HYPERLINK\s+"([^"]*)"/i.exec(code) ?? []
    if (target !== undefined) return toLink(target)
    if (/^\s*(?:HYPERLINK\s+\\l|(?:PAGE|NOTE)?REF)\s/i.test(code)) sink.count('links')
    return undefined
  }

  function closeElement(name: string): void {
    if (skipping > 0) skipping -= 1
    else if (name === 'w:t') inText = false
    else if (name === 'w:instrText') inCode = false
    else if (name === 'w:rPr') inRunProperties = false
    else if (name === 'w:hyperlink' || name === 'w:fldSimple') links.pop()
    else if (name === 'w:p') end(open.pop())
    else if (pictures.has(name) && openPictures.pop() === ended) sink.omit(omissions.picture)
  }

  function end(paragraph: Open | undefined): void {
    if (!paragraph) return
    ended += 1
    letters = {}
    const style = styles.paragraph(paragraph.styleId)
    sink.paragraph({
      content: paragraph.content,
      level: paragraph.level ?? style.level,
      contents: style.contents,
      numbered: paragraph.numbered ?? style.numbered,
      quoted: style.quoted,
      styled: style.styled,
      ruled: paragraph.ruled && paragraph.content.length === 0,
      styleName: style.name,
    })
  }

  const text = (piece: string) => {
    if (skipping > 0) return
    if (inText) add(piece)
    const field = fields.at(-1)
    if (inCode && field && field.code.length < maxCode) field.code += piece
  }
  await walkMarkup(xml, { open: openElement, close: closeElement, text }, true)
}

const maxCode = 4000
