import type { Sentence } from './issues.ts'

/** A heading the source marks as one, whatever its words. */
export interface MarkedHeading {
  /** UTF-16 offset of its line in the extracted text. */
  readonly from: number
  /** 1 is the highest. */
  readonly level: number
  readonly title: string
}

/** Something of the source that the text has no place for. */
interface Omission {
  /** UTF-16 offset near which it was. */
  readonly from: number
  readonly sentence: Sentence
}

/** What an imported file comes down to. */
export interface ExtractedText {
  readonly text: string
  readonly headings: readonly MarkedHeading[]
  readonly omissions: readonly Omission[]
  /** What the file's own table of contents calls its places, where it has one. */
  readonly navigation?: readonly MarkedHeading[]
}

/** Collects paragraphs in order, with a blank line between two of them. */
export interface Sheet {
  /** `level` 1–6 makes it a Markdown heading. A blank paragraph widens the gap by one line. */
  paragraph(text: string, level?: number): void
  /** Notes that something is missing here; the same twice in a row is one. */
  omit(sentence: Sentence): void
  /** UTF-16 offset at which the next paragraph will start. */
  next(): number
  result(): ExtractedText
}

const maxOmissions = 1000
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not enter a manuscript
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g

export function createSheet(): Sheet {
  const chunks: string[] = []
  const headings: MarkedHeading[] = []
  const omissions: Omission[] = []
  let length = 0

  function add(piece: string): void {
    chunks.push(piece)
    length += piece.length
  }

  return {
    paragraph(raw, level = 0) {
      const text = raw.replace(controls, '').toWellFormed().replace(/\s+$/, '')
      const title = text.replace(/\s+/g, ' ').trim()
      if (title === '') {
        if (level === 0 && length > 0) add('\n')
        return
      }
      if (length > 0) add('\n')
      if (level < 1 || level > 6) return add(`${text}\n`)
      headings.push({ from: length, level, title })
      add(`${'#'.repeat(level)} ${title}\n`)
    },
    omit(sentence) {
      const last = omissions.at(-1)
      const isRepeated = last?.from === length && last.sentence.zh === sentence.zh
      if (!isRepeated && omissions.length < maxOmissions) omissions.push({ from: length, sentence })
    },
    next: () => (length > 0 ? length + 1 : 0),
    result: () => ({ text: chunks.join(''), headings, omissions }),
  }
}
