import { type AnswerLine, withoutSeparator } from './answerLines.ts'

/** The beginning of a chapter in an answer. */
export interface ChapterBeginning {
  /** With its number, as books have it: 第三章 回港, Chapter 3: Homecoming. */
  readonly title: string
  /** What stands in the same line behind the title; empty: nothing. */
  readonly text: string
}

const numbersInWords =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty'
const mark = new RegExp(
  `^(?:第\\s*[0-9０-９零〇一二三四五六七八九十百千两]+\\s*[章回节]|(?:Chapter|Ch\\.)\\s+(?:\\d+|[IVXL]+|${numbersInWords})(?![\\p{L}\\p{N}]))`,
  'iu',
)
/** Between the title and what happens, in one line. */
const division = /\s*[：:]\s*|\s+[-–—]+\s+|\s*——\s*/u
const quotes = /^[《〈「『“"'‘](.+)[》〉」』”"'’]$/u
/** In UTF-16 units; what is longer behind a number is a sentence. */
const maxTitleUnits = 40

/** The chapter that begins with a line; null where none does. */
export const chapterBeginning = (line: AnswerLine): ChapterBeginning | null => {
  if (line.kind === 'row') return ofRow(line.cells)
  const head = line.lead === '' ? line.text : line.lead
  const number = mark.exec(head)?.[0]
  if (number === undefined) return null
  const behind = head.slice(number.length)
  // 第十章里 begins a sentence about a chapter.
  if (/^[\p{L}\p{N}]/u.test(behind)) return null
  const words = withoutSeparator(behind)
  if (line.kind === 'heading' || (line.lead !== '' && (words !== '' || line.rest === '')))
    return { title: titled(number, words), text: line.lead === '' ? '' : line.rest }
  return inOneLine(number, line.lead === '' ? words : line.rest)
}

/** Title and text behind a number. */
function inOneLine(number: string, words: string): ChapterBeginning {
  const cut = division.exec(words)
  const title = cut ? words.slice(0, cut.index) : words
  const text = cut ? words.slice(cut.index + cut[0].length) : ''
  const isSentence = title.length > maxTitleUnits || (text === '' && /[。！？.!?，,；;]/u.test(title))
  return isSentence ? { title: number, text: words } : { title: titled(number, title), text }
}

function ofRow([first = '', second = '', ...more]: readonly string[]): ChapterBeginning | null {
  const number = mark.exec(first)?.[0]
  if (number === undefined) return null
  const ownTitle = withoutSeparator(first.slice(number.length))
  const [title, rest] = ownTitle === '' ? [second, more] : [ownTitle, [second, ...more]]
  return { title: titled(number, title), text: rest.filter((cell) => cell !== '').join('\n') }
}

function titled(number: string, words: string): string {
  const title = quotes.exec(words)?.[1] ?? words
  if (title === '') return number
  return `${number}${number.startsWith('第') ? ' ' : ': '}${title}`
}
