import { outlineLevel, type ParagraphStyle } from './docxStyles.ts'
import { omissions, type Sentence } from './issues.ts'
import { walkMarkup } from './markup.ts'

interface Paragraph {
  readonly text: string
  /** Heading level from 1, or 0. */
  readonly level: number
  readonly contents: boolean
  /** Word draws a number before it that is nowhere in the text. */
  readonly numbered: boolean
  /** Ids of its notes, `footnote:3`, in order. */
  readonly notes: readonly string[]
}

export interface ParagraphSink {
  paragraph(paragraph: Paragraph): void
  omit(sentence: Sentence): void
  /** Text that replaces a note's mark. */
  noteMark?(noteId: string): string
  /** Any other element, for callers that need to know where they are. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void
}

interface Open {
  readonly chunks: string[]
  readonly notes: string[]
  styleId: string
  level: number | undefined
  numbered: boolean | undefined
}

/** Elements whose text is no text of the document: old versions, fallbacks, field codes, settings. */
const skipped = new Set(
  'mc:Fallback w:moveFrom w:instrText w:delInstrText w:pPrChange w:rPrChange w:tabs w:tblPr w:rt w:delText m:oMath'.split(
    ' ',
  ),
)
const omitted = new Map<string, Sentence>(
  Object.entries({
    'w:rt': omissions.ruby,
    'w:delText': omissions.deleted,
    'm:oMath': omissions.formula,
    'w:sym': omissions.symbol,
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
    'w:cr': '\n',
    'w:noBreakHyphen': '\u2011',
  }),
)

/** Walks the paragraphs of `document.xml` or of a notes file, text boxes included. */
export async function walkParagraphs(
  xml: string,
  styleOf: (styleId: string) => ParagraphStyle,
  sink: ParagraphSink,
): Promise<void> {
  const open: Open[] = []
  /** For each open picture: how many paragraphs had ended at its start. */
  const openPictures: number[] = []
  let ended = 0
  let skipping = 0
  let inText = false

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
    if (name === 'w:p')
      open.push({ chunks: [], notes: [], styleId: '', level: undefined, numbered: undefined })
    else if (name === 'w:t') inText = true
    else if (pictures.has(name)) openPictures.push(ended)
    else if (!top) sink.open?.(name, attributes)
    else if (name === 'w:pStyle') top.styleId = value
    else if (name === 'w:outlineLvl') top.level = outlineLevel(value)
    else if (name === 'w:numId') top.numbered = value !== '0'
    else if (name === 'w:br')
      top.chunks.push(/^(?:page|column)$/.test(attributes['w:type'] ?? '') ? '' : '\n')
    else if (name === 'w:footnoteReference' || name === 'w:endnoteReference') {
      const noteId = `${name.slice(2, -'Reference'.length)}:${attributes['w:id']}`
      top.chunks.push(sink.noteMark?.(noteId) ?? '')
      top.notes.push(noteId)
    } else top.chunks.push(signs.get(name) ?? '')
  }

  function closeElement(name: string): void {
    if (skipping > 0) skipping -= 1
    else if (name === 'w:t') inText = false
    else if (name === 'w:p') end(open.pop())
    else if (pictures.has(name) && openPictures.pop() === ended) sink.omit(omissions.picture)
  }

  function end(paragraph: Open | undefined): void {
    if (!paragraph) return
    ended += 1
    const style = styleOf(paragraph.styleId)
    sink.paragraph({
      text: paragraph.chunks.join(''),
      level: paragraph.level ?? style.level,
      contents: style.contents,
      numbered: paragraph.numbered ?? style.numbered,
      notes: paragraph.notes,
    })
  }

  const text = (piece: string) => {
    if (inText && skipping === 0) open.at(-1)?.chunks.push(piece)
  }
  await walkMarkup(xml, { open: openElement, close: closeElement, text }, true)
}
