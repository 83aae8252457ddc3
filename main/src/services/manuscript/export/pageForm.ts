import { countWords } from '../../../lib/wordCount.ts'
import { type Block, plainText } from '../document/block.ts'
import type { Book } from './book.ts'

/** A font for Latin letters and the one for Chinese beside it. */
interface Fonts {
  readonly latin: string
  readonly chinese: string
}

/** How pages look. Lengths in twips, a twentieth of a point. */
export interface PageForm {
  readonly kind: 'manuscript' | 'paperback'
  readonly font: Fonts
  readonly headingFont: Fonts
  /** Of the body, in half points. */
  readonly bodySize: number
  readonly page: { readonly width: number; readonly height: number }
  /** On every side. */
  readonly margin: number
  /** Of a line of the body, in 240ths of a line. */
  readonly lineHeight: number
  /** Of the first line of a paragraph. */
  readonly indent: number
  /** Lines end at the same place on the right. */
  readonly isJustified: boolean
  /** The first paragraph of a chapter or scene has no indent, as English books have it. */
  readonly isFirstFlush: boolean
  /** What stands between two scenes. */
  readonly sceneBreak: string
}

/** Half an inch. */
export const halfInch = 720

const roman = { latin: 'Times New Roman', chinese: 'SimSun' }
const bookFont = { latin: 'Georgia', chinese: 'SimSun' }
const black = { latin: 'Arial', chinese: 'SimHei' }

/** Chinese indents are two characters of the body wide. */
const twoCharacters = (bodySize: number) => 2 * bodySize * 10

const englishManuscript: PageForm = {
  ...{ kind: 'manuscript', font: roman, headingFont: roman, bodySize: 24 },
  // Letter.
  ...{ page: { width: 12_240, height: 15_840 }, margin: 2 * halfInch },
  ...{ lineHeight: 480, indent: halfInch, isJustified: false, isFirstFlush: false, sceneBreak: '#' },
}
const chineseManuscript: PageForm = {
  ...{ kind: 'manuscript', font: roman, headingFont: black, bodySize: 24 },
  // A4.
  ...{ page: { width: 11_906, height: 16_838 }, margin: 2 * halfInch },
  ...{ lineHeight: 360, indent: twoCharacters(24) },
  ...{ isJustified: false, isFirstFlush: false, sceneBreak: '* * *' },
}
const englishPaperback: PageForm = {
  ...{ kind: 'paperback', font: bookFont, headingFont: bookFont, bodySize: 21 },
  // 5.5 by 8.5 inches, the usual size of a novel.
  ...{ page: { width: 7920, height: 12_240 }, margin: 1080 },
  ...{ lineHeight: 312, indent: 360, isJustified: true, isFirstFlush: true, sceneBreak: '* * *' },
}
const chinesePaperback: PageForm = {
  ...{ kind: 'paperback', font: bookFont, headingFont: black, bodySize: 21 },
  // 148 by 210 mm.
  ...{ page: { width: 8391, height: 11_906 }, margin: 1080 },
  ...{ lineHeight: 360, indent: twoCharacters(21) },
  ...{ isJustified: true, isFirstFlush: false, sceneBreak: '* * *' },
}

export const isChinese = ({ language }: Pick<Book, 'language'>): boolean => language.startsWith('zh')

/** What editors ask for: in English the form of Shunn, in Chinese that of publishers. */
export const manuscriptForm = (book: Pick<Book, 'language'>): PageForm =>
  isChinese(book) ? chineseManuscript : englishManuscript

/** As a printed novel looks. */
export const paperbackForm = (book: Book): PageForm => (isChinese(book) ? chinesePaperback : englishPaperback)

/** A line of the title page, by the name of its style. */
export interface TitleLine {
  readonly style: 'Title' | 'Author' | 'Contact'
  readonly text: string
  /** In front of it, in twips. */
  readonly space: number
}

/** Of a manuscript name and length above left; in the middle of the page title and author. */
export function titleLines(
  book: Book,
  chapters: readonly (readonly Block[])[],
  form: PageForm,
): readonly TitleLine[] {
  const { title, author } = book
  const by = author === undefined ? [] : [author]
  const contact = form.kind === 'paperback' ? [] : [...(isChinese(book) ? [] : by), lengthOf(book, chapters)]
  const authors =
    form.kind === 'paperback' ? by : by.map((name) => (isChinese(book) ? `${name} 著` : `by ${name}`))
  return [
    ...contact.map((text): TitleLine => ({ style: 'Contact', text, space: 0 })),
    { style: 'Title', text: title, space: form.kind === 'paperback' ? 3000 : 4800 },
    ...authors.map((text): TitleLine => ({ style: 'Author', text, space: 240 })),
  ]
}

/** Editors ask for a round figure. */
function lengthOf(book: Book, chapters: readonly (readonly Block[])[]): string {
  const texts = chapters.flatMap((blocks) =>
    blocks.map((block) => ('content' in block ? plainText(block.content) : '')),
  )
  const words = countWords(texts.join('\n'))
  const round = (words < 1000 ? words : Math.round(words / 100) * 100).toLocaleString('en')
  return isChinese(book) ? `约 ${round} 字` : `about ${round} words`
}

/** Of the running head of a manuscript: `Vance / SALT ROAD / `, the page follows; in Chinese the title. */
export function headWords({ title, author, ...book }: Book): string {
  if (isChinese(book)) return title
  const surname = author?.trim().split(/\s+/).at(-1)
  return [...(surname ? [surname] : []), title.toUpperCase(), ''].join(' / ')
}
