import { families, units } from './headingFamilies.ts'
import type { MadeBook } from './making.ts'

/** The numbers of the lines with the headings that are expected, in their order. */
function headingLines(lines: readonly string[], { expected }: MadeBook): readonly number[] {
  const places: number[] = []
  for (const title of expected) {
    if (title === '*') continue
    const words = title.split('|').at(-1)
    const from = (places.at(-1) ?? -1) + 1
    const place = lines.findIndex(
      (line, at) => at >= from && line.replace(/^\s*#{1,6}\s+/, '').trim() === words,
    )
    if (place >= 0) places.push(place)
  }
  return places
}

const isChinese = ({ text }: MadeBook) => /\p{Script=Han}/u.test(text)

/** Behind the prose of each chapter but the last a line of its own. */
function withEnds(book: MadeBook): MadeBook {
  const lines = book.text.split('\n')
  const end = isChinese(book) ? '（本章完）' : 'END OF THIS CHAPTER'
  const volumes = new Set(book.expected.map((title) => title.split('|')[0] ?? ''))
  for (const heading of headingLines(lines, book).slice(1).toReversed()) {
    let at = heading
    const isAbove = (line = '') => line.trim() === '' || volumes.has(line.replace(/^\s*#{1,6}\s+/, '').trim())
    while (at > 0 && isAbove(lines[at - 1])) at -= 1
    lines.splice(at, 0, end)
  }
  return { ...book, text: lines.join('\n') }
}

/** A line of the site that the book was copied from, in the middle of each chapter. */
function withSite(book: MadeBook): MadeBook {
  const lines = book.text.split('\n')
  const line = isChinese(book)
    ? '　　最新章节请到 www.example.com 阅读。'
    : 'Read the latest at www.example.com today.'
  for (const heading of headingLines(lines, book).toReversed()) {
    const prose = lines.findIndex((text, at) => at > heading && text.trim().length > 20)
    if (prose >= 0) lines.splice(prose + 1, 0, line)
  }
  return { ...book, text: lines.join('\n') }
}

/** With the line ends of Windows. */
const fromWindows = (book: MadeBook): MadeBook => ({
  ...book,
  text: book.text.replaceAll('\n', '\r\n'),
})

/** Every family of headings with what strangers and programs put between them. */
export const crossed: readonly MadeBook[] = [...units, ...families].flatMap((book) => [
  { ...withEnds(book), name: `${book.name}, with an end mark` },
  { ...withSite(book), name: `${book.name}, with lines of a site` },
  { ...fromWindows(book), name: `${book.name}, from Windows` },
])
