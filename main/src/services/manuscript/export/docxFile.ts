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
import { countWords } from '../../../lib/wordCount.ts'
import { type Block, type Inline, isVerse, plainText } from '../document/block.ts'
import { type Book, chaptersOf } from './book.ts'
import { levelsOf, withNotes } from './chapterBlocks.ts'

/** Half points. */
const bodySize = 24
/** Twentieths of a point. */
const [halfInch, inch] = [720, 1440]
const sizes = { letter: { width: 12_240, height: 15_840 }, a4: { width: 11_906, height: 16_838 } }

/** How a manuscript looks: the form that English editors ask for, and that of Chinese publishers. */
interface ManuscriptForm {
  readonly font: { readonly ascii: string; readonly eastAsia: string; readonly hAnsi: string }
  readonly headingFont: ManuscriptForm['font']
  readonly pageSize: { readonly width: number; readonly height: number }
  /** In 240ths of a line. */
  readonly lineHeight: number
  /** Of the first line of a paragraph. */
  readonly indent: number
  readonly sceneBreak: string
}

const roman = { ascii: 'Times New Roman', eastAsia: 'SimSun', hAnsi: 'Times New Roman' }
const english: ManuscriptForm = {
  ...{ font: roman, headingFont: roman, pageSize: sizes.letter },
  ...{ lineHeight: 480, indent: halfInch, sceneBreak: '#' },
}
const chinese: ManuscriptForm = {
  ...{ font: roman, headingFont: { ascii: 'Arial', eastAsia: 'SimHei', hAnsi: 'Arial' }, pageSize: sizes.a4 },
  // Two characters of the body's size.
  ...{ lineHeight: 360, indent: 2 * bodySize * 10, sceneBreak: '* * *' },
}

/**
 * The book as a manuscript in Word: a title page, each part and chapter on a page of its own, a running head and page
 * numbers, notes at the foot. Every paragraph has a style, so that one change in Word changes all.
 */
export async function toDocx(book: Book): Promise<Uint8Array> {
  const form = book.language.startsWith('zh') ? chinese : english
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
    return blocks.map((block, at) => paragraphOf(block, { form, levels, addNote, isFirst: at === 0 }))
  })
  const document = new Document({
    title: book.title,
    creator: book.author ?? '',
    lastModifiedBy: book.author ?? '',
    styles: {
      default: {
        document: { run: { font: form.font, size: bodySize, language: languageOf(book.language) } },
        title: {
          run: { size: 36, bold: true, font: form.headingFont },
          paragraph: { alignment: AlignmentType.CENTER },
        },
        ...headingStyles(form),
      },
      paragraphStyles: stylesOf(form),
    },
    footnotes,
    sections: [
      {
        properties: {
          titlePage: true,
          page: { size: form.pageSize, margin: { top: inch, bottom: inch, left: inch, right: inch } },
        },
        headers: { default: headerOf(book), first: new Header({ children: [new Paragraph('')] }) },
        footers: { default: footerOf(book), first: new Footer({ children: [new Paragraph('')] }) },
        children: [...titlePageOf(book, chapters), ...body],
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

const languageOf = (tag: string) =>
  tag.startsWith('zh') ? { eastAsia: 'zh-CN', value: 'zh-CN' } : { value: tag }

function headingStyles({ headingFont }: ManuscriptForm) {
  const style = (size: number, before: number) => ({
    run: { size, bold: true, font: headingFont, color: '000000' },
    paragraph: { alignment: AlignmentType.CENTER, spacing: { before, after: 480 }, keepNext: true },
  })
  return { heading1: style(32, 2400), heading2: style(28, 1200), heading3: style(bodySize, 480) }
}

function stylesOf({ lineHeight, indent }: ManuscriptForm): IParagraphStyleOptions[] {
  const basedOn = 'Normal'
  const spacing = { line: lineHeight }
  return [
    { id: 'BodyText', name: 'Body Text', basedOn, paragraph: { spacing, indent: { firstLine: indent } } },
    {
      id: 'Quote',
      name: 'Quote',
      basedOn,
      paragraph: { spacing, indent: { left: halfInch, right: halfInch } },
    },
    { id: 'Verse', name: 'Verse', basedOn, paragraph: { spacing, indent: { left: halfInch } } },
    {
      id: 'SceneBreak',
      name: 'Scene Break',
      basedOn,
      paragraph: { spacing, alignment: AlignmentType.CENTER },
    },
    { id: 'Author', name: 'Author', basedOn, paragraph: { spacing, alignment: AlignmentType.CENTER } },
    { id: 'Contact', name: 'Contact', basedOn },
  ]
}

/** Name above left, length, and in the middle of the page title and author. */
function titlePageOf(
  { title, author, language }: Book,
  chapters: readonly (readonly Block[])[],
): Paragraph[] {
  const isChinese = language.startsWith('zh')
  const texts = chapters.flatMap((blocks) =>
    blocks.map((block) => ('content' in block ? plainText(block.content) : '')),
  )
  const words = countWords(texts.join('\n'))
  // Editors ask for a round figure.
  const round = words < 1000 ? words : Math.round(words / 100) * 100
  const length = isChinese
    ? `约 ${round.toLocaleString('en')} 字`
    : `about ${round.toLocaleString('en')} words`
  const line = (style: string, text: string, before = 0) =>
    new Paragraph({ style, spacing: { before }, children: [new TextRun(text)] })
  const top = isChinese || author === undefined ? [] : [line('Contact', author)]
  const by = author === undefined ? [] : [line('Author', isChinese ? `${author} 著` : `by ${author}`, 240)]
  return [...top, line('Contact', length), line('Title', title, 4800), ...by]
}

/** `Vance / SALT ROAD / 12`; in Chinese the title, and the number at the foot. */
function headerOf({ title, author, language }: Book): Header {
  const isChinese = language.startsWith('zh')
  const surname = author?.trim().split(/\s+/).at(-1)
  const words = isChinese ? [title] : [...(surname ? [surname] : []), title.toUpperCase()]
  const children = isChinese
    ? [new TextRun(title)]
    : [new TextRun(`${words.join(' / ')} / `), new TextRun({ children: [PageNumber.CURRENT] })]
  const alignment = isChinese ? AlignmentType.CENTER : AlignmentType.RIGHT
  return new Header({ children: [new Paragraph({ alignment, children })] })
}

function footerOf({ language }: Book): Footer {
  const number = new TextRun({ children: [PageNumber.CURRENT] })
  const children = language.startsWith('zh') ? [number] : []
  return new Footer({ children: [new Paragraph({ alignment: AlignmentType.CENTER, children })] })
}

const ranks = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3] as const

function paragraphOf(
  block: ReturnType<typeof withNotes>['blocks'][number],
  {
    form,
    levels,
    addNote,
    isFirst,
  }: {
    readonly form: ManuscriptForm
    readonly levels: ReturnType<typeof levelsOf>
    readonly addNote: (id: string) => number
    readonly isFirst: boolean
  },
): Paragraph {
  const pageBreakBefore = isFirst || block.kind === 'part' || block.kind === 'chapter'
  if (block.kind === 'sceneBreak')
    return new Paragraph({ style: 'SceneBreak', pageBreakBefore, children: [new TextRun(form.sceneBreak)] })
  const children = runsOf(block.content, addNote)
  if (block.kind === 'paragraph') {
    const style = block.quoted ? 'Quote' : isVerse(block.content) ? 'Verse' : 'BodyText'
    return new Paragraph({ style, pageBreakBefore, children })
  }
  const heading = ranks[levels[block.kind] - 1] ?? HeadingLevel.HEADING_3
  return new Paragraph({ heading, pageBreakBefore, children })
}

function runsOf(content: readonly Inline[], addNote: (id: string) => number): ParagraphChild[] {
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
