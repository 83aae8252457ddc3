import {
  AlignmentType,
  Document,
  ExternalHyperlink,
  Footer,
  FootnoteReferenceRun,
  Header,
  HeadingLevel,
  type IParagraphStyleOptions,
  Packer,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  TextRun,
} from 'docx'
import { type Block, type Inline, isVerse } from '../document/block.ts'
import { type Book, chaptersOf } from './book.ts'
import { levelsOf, withNotes } from './chapterBlocks.ts'
import {
  halfInch,
  headWords,
  isChinese,
  manuscriptForm,
  type PageForm,
  paperbackForm,
  titleLines,
} from './pageForm.ts'

/** The book as a manuscript for an editor. */
export const toDocx = (book: Book): Promise<Uint8Array> => documentOf(book, manuscriptForm(book))

/** The book as pages to be printed. */
export const toPaperback = (book: Book): Promise<Uint8Array> => documentOf(book, paperbackForm(book))

/**
 * The book as a Word document: a title page, each part and chapter on a page of its own, a running head and page
 * numbers, notes at the foot. Every paragraph has a style, so that one change in Word changes all.
 */
async function documentOf(book: Book, form: PageForm): Promise<Uint8Array> {
  const chapters = chaptersOf(book)
  const levels = levelsOf(chapters)
  const footnotes: Record<string, { children: Paragraph[] }> = {}
  let lastNote = 0
  const body = chapters.flatMap((given) => {
    const { blocks, notes } = withNotes(given)
    const numbers = new Map<string, number>()
    const addNote = (id: string): number => {
      const present = numbers.get(id)
      if (present !== undefined) return present
      lastNote += 1
      numbers.set(id, lastNote)
      // Word allows no note in a note.
      const content = noteWords(id, notes, new Set())
      footnotes[lastNote] = { children: [new Paragraph({ children: runsOf(content, addNote) })] }
      return lastNote
    }
    return blocks.map((block, at) => {
      const before = blocks[at - 1]?.kind
      const isFlush = form.isFirstFlush && before !== undefined && before !== 'paragraph'
      return paragraphOf(block, { form, levels, addNote, isFirst: at === 0, isFlush })
    })
  })
  const document = new Document({
    title: book.title,
    creator: book.author ?? '',
    lastModifiedBy: book.author ?? '',
    styles: {
      default: {
        document: {
          run: { font: fontOf(form.font), size: form.bodySize, language: languageOf(book.language) },
        },
        title: {
          run: { size: 36, bold: true, font: fontOf(form.headingFont) },
          paragraph: { alignment: AlignmentType.CENTER },
        },
        ...headingStyles(form),
      },
      paragraphStyles: stylesOf(form),
    },
    footnotes,
    ...(form.kind === 'paperback' && { evenAndOddHeaderAndFooters: true }),
    sections: [
      {
        properties: { titlePage: true, page: pageOf(form) },
        headers: headersOf(book, form),
        footers: footersOf(book, form),
        children: [...titlePageOf(book, chapters, form), ...body],
      },
    ],
  })
  return new Uint8Array(await Packer.toArrayBuffer(document))
}

/** The content of a note with the notes that it refers to in brackets, each once. */
function noteWords(
  id: string,
  notes: ReadonlyMap<string, readonly Inline[]>,
  written: Set<string>,
): readonly Inline[] {
  written.add(id)
  return (notes.get(id) ?? []).flatMap((inline): readonly Inline[] => {
    if (inline.kind !== 'noteSign') return [inline]
    if (written.has(inline.id)) return []
    return [
      { kind: 'text', text: ' [' },
      ...noteWords(inline.id, notes, written),
      { kind: 'text', text: ']' },
    ]
  })
}

/** The language in which Word checks the text; `tag` in BCP 47. */
export const languageOf = (tag: string) =>
  tag.startsWith('zh') ? { eastAsia: 'zh-CN', value: 'zh-CN' } : { value: tag }

/** As the library names fonts. */
export const fontOf = ({ latin, chinese }: PageForm['font']) => ({
  ascii: latin,
  eastAsia: chinese,
  hAnsi: latin,
})

/** A page and its margins, as the library takes them. */
export const pageOf = ({ page, margin }: PageForm) => ({
  size: page,
  margin: { top: margin, bottom: margin, left: margin, right: margin },
})

function headingStyles({ headingFont, bodySize }: PageForm) {
  const style = (size: number, before: number) => ({
    run: { size, bold: true, font: fontOf(headingFont), color: '000000' },
    paragraph: { alignment: AlignmentType.CENTER, spacing: { before, after: 480 }, keepNext: true },
  })
  return { heading1: style(32, 2400), heading2: style(28, 1200), heading3: style(bodySize, 480) }
}

/** The styles of all paragraphs but headings, by their ids. */
export function stylesOf({
  lineHeight,
  indent,
  isJustified,
  isFirstFlush,
}: PageForm): IParagraphStyleOptions[] {
  const basedOn = 'Normal'
  const spacing = { line: lineHeight }
  const body = { spacing, ...(isJustified && { alignment: AlignmentType.JUSTIFIED }) }
  const centered = { spacing, alignment: AlignmentType.CENTER }
  return [
    {
      ...{ id: 'BodyText', name: 'Body Text', basedOn },
      paragraph: { ...body, indent: { firstLine: indent } },
    },
    ...(isFirstFlush ? [{ id: 'FirstParagraph', name: 'First Paragraph', basedOn, paragraph: body }] : []),
    {
      id: 'Quote',
      name: 'Quote',
      basedOn,
      paragraph: { ...body, indent: { left: halfInch, right: halfInch } },
    },
    { id: 'Verse', name: 'Verse', basedOn, paragraph: { spacing, indent: { left: halfInch } } },
    { id: 'SceneBreak', name: 'Scene Break', basedOn, paragraph: centered },
    { id: 'Author', name: 'Author', basedOn, paragraph: centered },
    { id: 'Contact', name: 'Contact', basedOn },
  ]
}

const titlePageOf = (book: Book, chapters: readonly (readonly Block[])[], form: PageForm): Paragraph[] =>
  titleLines(book, chapters, form).map(
    ({ style, text, space }) =>
      new Paragraph({ style, spacing: { before: space }, children: [new TextRun(text)] }),
  )

const pageNumber = () => new TextRun({ children: [PageNumber.CURRENT] })
const lineOf = (alignment: (typeof AlignmentType)[keyof typeof AlignmentType], children: TextRun[]) => ({
  children: [new Paragraph({ alignment, children })],
})
const nothing = { children: [new Paragraph('')] }

/** Of a printed book the author on the left page and the title on the right one. */
function headersOf(book: Book, { kind }: PageForm) {
  const first = new Header(nothing)
  const words = (text: string) => new Header(lineOf(AlignmentType.CENTER, [new TextRun(text)]))
  if (kind === 'paperback')
    return { first, default: words(book.title), even: words(book.author ?? book.title) }
  if (isChinese(book)) return { first, default: words(headWords(book)) }
  return {
    first,
    default: new Header(lineOf(AlignmentType.RIGHT, [new TextRun(headWords(book)), pageNumber()])),
  }
}

/** A manuscript in English has its page numbers above. */
function footersOf(book: Book, { kind }: PageForm) {
  const first = new Footer(nothing)
  const number = () => new Footer(lineOf(AlignmentType.CENTER, [pageNumber()]))
  if (kind === 'paperback') return { first, default: number(), even: number() }
  return { first, default: isChinese(book) ? number() : new Footer(lineOf(AlignmentType.CENTER, [])) }
}

const ranks = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3] as const

function paragraphOf(
  block: ReturnType<typeof withNotes>['blocks'][number],
  {
    form,
    levels,
    addNote,
    isFirst,
    isFlush,
  }: {
    readonly form: PageForm
    readonly levels: ReturnType<typeof levelsOf>
    readonly addNote: (id: string) => number
    readonly isFirst: boolean
    readonly isFlush: boolean
  },
): Paragraph {
  const pageBreakBefore = isFirst || block.kind === 'part' || block.kind === 'chapter'
  if (block.kind === 'sceneBreak')
    return new Paragraph({ style: 'SceneBreak', pageBreakBefore, children: [new TextRun(form.sceneBreak)] })
  const children = runsOf(block.content, addNote)
  if (block.kind === 'paragraph') {
    const style = block.quoted
      ? 'Quote'
      : isVerse(block.content)
        ? 'Verse'
        : isFlush
          ? 'FirstParagraph'
          : 'BodyText'
    return new Paragraph({ style, pageBreakBefore, children })
  }
  const heading = ranks[levels[block.kind] - 1] ?? HeadingLevel.HEADING_3
  return new Paragraph({ heading, pageBreakBefore, children })
}

/** The content of a paragraph; `addNote` answers the number of a note by its id. */
export function runsOf(content: readonly Inline[], addNote: (id: string) => number): ParagraphChild[] {
  return content.map((inline) => {
    if (inline.kind === 'lineBreak') return new TextRun({ break: 1 })
    if (inline.kind === 'noteSign') return new FootnoteReferenceRun(addNote(inline.id))
    const { text, strong, emphasis, smallCaps, strike, link } = inline
    const run = new TextRun({
      text,
      ...(strong && { bold: true }),
      ...(emphasis && { italics: true }),
      ...(smallCaps && { smallCaps: true }),
      ...(strike && { strike: true }),
    })
    return link === undefined ? run : new ExternalHyperlink({ link, children: [run] })
  })
}
