import { type Inline, isVerse } from '../document/block.ts'
import { type Book, chaptersOf } from './book.ts'
import { type BlocksWithNotes, levelsOf, withNotes } from './chapterBlocks.ts'
import { halfInch, headWords, isChinese, manuscriptForm, type PageForm, titleLines } from './pageForm.ts'

/** Numbers of the styles of paragraphs. */
const styles = {
  ...{ heading1: 1, heading2: 2, heading3: 3, body: 4, quote: 5, verse: 6, sceneBreak: 7 },
  ...{ Title: 8, Author: 9, Contact: 10 },
} as const

/** The book as a manuscript in the Rich Text Format, which every word processor reads. */
export function toRtf(book: Book): Uint8Array {
  const form = manuscriptForm(book)
  const chapters = chaptersOf(book)
  const levels = levelsOf(chapters)
  const title = titleLines(book, chapters, form).map(
    ({ style, text, space }) =>
      `\\pard\\plain\\s${styles[style]}${appearanceOf(form)[style]}\\sb${space} ${escaped(text)}\\par\n`,
  )
  const body = chapters.map((blocks) => paragraphsOf(withNotes(blocks), form, levels, true)).join('')
  const number = '{\\field{\\*\\fldinst PAGE}{\\fldrslt 1}}'
  const head = isChinese(book)
    ? `{\\header\\pard\\plain\\qc ${escaped(headWords(book))}\\par}\n{\\footer\\pard\\plain\\qc ${number}\\par}\n`
    : `{\\header\\pard\\plain\\qr ${escaped(headWords(book))}${number}\\par}\n`
  const { width, height } = form.page
  const page =
    `\\paperw${width}\\paperh${height}` +
    ['l', 'r', 't', 'b'].map((side) => `\\marg${side}${form.margin}`).join('') +
    '\\titlepg'
  return bytesOf(
    `${startOf(form)}{\\info{\\title ${escaped(book.title)}}${book.author === undefined ? '' : `{\\author ${escaped(book.author)}}`}}\n` +
      `${page}\n${head}${title.join('')}${body}}`,
  )
}

/** A text of its own in the looks of a manuscript, without pages. */
export const rtfText = (
  blocks: BlocksWithNotes,
  book: Book,
  levels: ReturnType<typeof levelsOf>,
): Uint8Array => {
  const form = manuscriptForm(book)
  return bytesOf(`${startOf(form)}${paragraphsOf(blocks, form, levels, false)}}`)
}

const bytesOf = (ascii: string) => new TextEncoder().encode(ascii)

/** Fonts and styles. */
function startOf(form: PageForm): string {
  const { font, headingFont } = form
  const fonts =
    `{\\f0\\froman\\fcharset0 ${font.latin};}{\\f1\\fnil\\fcharset134 ${font.chinese};}` +
    `{\\f2\\fswiss\\fcharset0 ${headingFont.latin};}{\\f3\\fnil\\fcharset134 ${headingFont.chinese};}`
  const names = {
    ...{ heading1: 'heading 1', heading2: 'heading 2', heading3: 'heading 3', body: 'Body Text' },
    ...{ quote: 'Quote', verse: 'Verse', sceneBreak: 'Scene Break' },
    ...{ Title: 'Title', Author: 'Author', Contact: 'Contact' },
  }
  const appearance = appearanceOf(form)
  const list = styleNames.map((style) => `{\\s${styles[style]}${appearance[style]} ${names[style]};}`)
  return (
    '{\\rtf1\\ansi\\ansicpg1252\\uc1\\deff0\\stshfdbch1\\stshfloch0\\stshfhich0\n' +
    `{\\fonttbl${fonts}}\n{\\stylesheet{\\s0 Normal;}${list.join('')}}\n`
  )
}

type StyleName = keyof typeof styles
const styleNames = Object.keys(styles) as StyleName[] // The keys of the record above.

/** What each style looks like, in control words. */
function appearanceOf(form: PageForm): Readonly<Record<StyleName, string>> {
  const fonts = (latin: number) => `\\f${latin}\\loch\\f${latin}\\hich\\f${latin}\\dbch\\af${latin + 1}`
  const body = `${fonts(0)}\\fs${form.bodySize}`
  const line = `\\sl${form.lineHeight}\\slmult1`
  const heading = (outline: number, size: number, space: number) =>
    `\\qc\\sb${space}\\sa480\\keepn\\outlinelevel${outline}${fonts(2)}\\fs${size}`
  return {
    ...{ heading1: heading(0, 32, 2400), heading2: heading(1, 28, 1200) },
    heading3: heading(2, form.bodySize, 480),
    body: `${line}\\fi${form.indent}${body}`,
    quote: `${line}\\li${halfInch}\\ri${halfInch}${body}`,
    verse: `${line}\\li${halfInch}${body}`,
    sceneBreak: `${line}\\qc${body}`,
    ...{ Title: `\\qc${fonts(2)}\\fs36`, Author: `${line}\\qc${body}`, Contact: body },
  }
}

/** `isPaged`: parts and chapters begin on a page of their own. */
function paragraphsOf(
  { blocks, notes }: BlocksWithNotes,
  form: PageForm,
  levels: ReturnType<typeof levelsOf>,
  isPaged: boolean,
): string {
  const appearance = appearanceOf(form)
  const noteOf = (id: string) => `{\\super\\chftn}{\\footnote\\pard\\plain {\\super\\chftn} ${wordsIn(id)}}`
  /** A note has no notes of its own: what it refers to stands in brackets, each once. */
  const wordsIn = (id: string, written = new Set<string>()): string => {
    written.add(id)
    return runsOf(notes.get(id) ?? [], (inner) => (written.has(inner) ? '' : ` [${wordsIn(inner, written)}]`))
  }
  return blocks
    .map((block, at) => {
      const isNewPage =
        isPaged && (at === 0 || block.kind === 'part' || block.kind === 'chapter') ? '\\pagebb' : ''
      const style = styleOf(block, levels)
      const words = block.kind === 'sceneBreak' ? form.sceneBreak : runsOf(block.content, noteOf)
      return `\\pard\\plain\\s${styles[style]}${appearance[style]}${isNewPage} ${words}\\par\n`
    })
    .join('')
}

function styleOf(
  block: BlocksWithNotes['blocks'][number],
  levels: ReturnType<typeof levelsOf>,
): Exclude<StyleName, 'Title' | 'Author' | 'Contact'> {
  if (block.kind === 'sceneBreak') return 'sceneBreak'
  if (block.kind === 'paragraph') return block.quoted ? 'quote' : isVerse(block.content) ? 'verse' : 'body'
  const rank = levels[block.kind]
  return rank === 1 ? 'heading1' : rank === 2 ? 'heading2' : 'heading3'
}

function runsOf(content: readonly Inline[], noteOf: (id: string) => string): string {
  return content
    .map((inline) => {
      if (inline.kind === 'lineBreak') return '\\line '
      if (inline.kind === 'noteSign') return noteOf(inline.id)
      const { text, strong, emphasis, smallCaps, strike, link } = inline
      const marks = [strong && '\\b', emphasis && '\\i', smallCaps && '\\scaps', strike && '\\strike'].filter(
        Boolean,
      )
      const run = marks.length === 0 ? escaped(text) : `{${marks.join('')} ${escaped(text)}}`
      if (link === undefined) return run
      const target = escaped(link.replaceAll('"', '%22'))
      return `{\\field{\\*\\fldinst HYPERLINK "${target}"}{\\fldrslt ${run}}}`
    })
    .join('')
}

/** The words as ASCII: other units by their number, with a question mark for programs that cannot read it. */
function escaped(text: string): string {
  return text.replace(/[\\{}]|[^ -~]/g, (unit) => {
    const code = unit.charCodeAt(0)
    if (code < 0x7f && code >= 0x20) return `\\${unit}`
    if (unit === '\t') return '\\tab '
    // The number has a sign and 16 bits.
    return code < 0x20 ? ' ' : `\\u${code > 0x7fff ? code - 0x1_0000 : code}?`
  })
}
