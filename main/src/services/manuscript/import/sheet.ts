import { type Block, type BookFacts, type Inline, plainText, tidied } from '../document/block.ts'
import { isSceneSign } from '../document/readMarkdown.ts'
import { writeBlock } from '../document/writeMarkdown.ts'
import { parseHeading } from './headings.ts'
import { omissions, type Sentence } from './issues.ts'
import type { BookMaterial, ChapterMaterial } from './material.ts'

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

/** Where a document starts. */
export interface Cut {
  /** UTF-16 offset in the text. */
  readonly from: number
  readonly title: string
  /** The volume it belongs to, by the line that opens it. */
  readonly volume: string | undefined
  /** What the source has about it besides its text; its offsets are in the extracted text. */
  readonly about?: ChapterMaterial
}

/** What an imported file comes down to. */
export interface ExtractedText {
  /** Markdown, as `document/` reads it; of a text file, what it is. */
  readonly text: string
  readonly headings: readonly MarkedHeading[]
  readonly omissions: readonly Omission[]
  /** What the file's own table of contents calls its places, where it has one. */
  readonly navigation?: readonly MarkedHeading[]
  /** Where each chapter begins, where the source has them as files or items: no heading is searched then. */
  readonly cuts?: readonly Cut[]
  /** What the file says about the book. */
  readonly facts?: BookFacts
  /** What a project has besides its text. */
  readonly material?: BookMaterial
}

/** Kinds of formatting that are counted, and said once with their number. */
export type CountedOmission = keyof typeof counted

const counted = {
  pageLines: omissions.pageLines,
  underline: omissions.underlines,
  capitals: omissions.capitals,
  raised: omissions.raised,
  listSigns: omissions.listSigns,
  headingMarks: omissions.headingMarks,
  highlights: omissions.highlights,
  styledParagraphs: omissions.styledParagraphs,
  hidden: omissions.hidden,
  links: omissions.links,
} as const

/** Collects the blocks of a document in order, as Markdown with a blank line between two of them. */
export interface Sheet {
  /** A blank one widens the gap by one line. */
  paragraph(content: readonly Inline[], options?: { readonly quoted?: boolean }): void
  /** `level` from 1; below 6 it is a paragraph. */
  heading(content: readonly Inline[], level: number): void
  note(id: string, content: readonly Inline[]): void
  sceneBreak(): void
  /** Notes that something is missing here; the same twice in a row is one. */
  omit(sentence: Sentence): void
  /** Notes that one more of its kind is missing. */
  count(kind: CountedOmission): void
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
  const omitted: Omission[] = []
  const counts = new Map<CountedOmission, number>()
  let unlisted = 0
  let length = 0

  function add(piece: string): void {
    chunks.push(piece)
    length += piece.length
  }

  function addBlock(block: Block, level?: number, indent = ''): void {
    if (length > 0) add('\n')
    add(`${indent}${writeBlock(block, level)}\n`)
  }

  function oneParagraph(given: readonly Inline[], quoted: boolean): void {
    const content = tidied(given)
    const words = plainText(content)
    if (isSceneSign(words)) {
      sheet.sceneBreak()
      return
    }
    const isHeading = isMarkedWhole(content) && parseHeading(words) !== undefined
    const block: Block = { kind: 'paragraph', content: isHeading ? withoutMarks(content) : content }
    // Chinese books indent with two wide spaces, which are the author's.
    const indent = /^[^\S\u3000]*(\u3000*)\S/.exec(plainText(given))?.[1] ?? ''
    addBlock(quoted ? { ...block, quoted: true } : block, undefined, quoted ? '' : indent)
  }

  const clean = (content: readonly Inline[]): readonly Inline[] =>
    content.map((inline) =>
      inline.kind === 'text' ? { ...inline, text: inline.text.replace(controls, '').toWellFormed() } : inline,
    )

  const sheet: Sheet = {
    paragraph(given, { quoted = false } = {}) {
      const paragraphs = paragraphsOf(clean(given))
      if (paragraphs.length === 0 && length > 0) add('\n')
      for (const content of paragraphs) oneParagraph(content, quoted)
    },
    heading(given, level) {
      if (level < 1 || level > 6) return sheet.paragraph(given)
      const content = withoutMarks(tidied(clean(given)))
      const title = plainText(content).replace(/\s+/g, ' ').trim()
      if (title === '') return
      if (!isMarkedWhole(given) && given.some((inline) => inline.kind === 'text' && hasMarks(inline)))
        sheet.count('headingMarks')
      headings.push({ from: length > 0 ? length + 1 : 0, level, title })
      addBlock({ kind: 'chapter', content }, level)
    },
    note: (id, content) => addBlock({ kind: 'note', id, content: tidied(clean(content)) }),
    sceneBreak: () => addBlock({ kind: 'sceneBreak' }),
    omit(sentence) {
      const last = omitted.at(-1)
      const isRepeated = last?.from === length && last.sentence.zh === sentence.zh
      if (isRepeated) return
      if (omitted.length < maxOmissions) omitted.push({ from: length, sentence })
      else unlisted += 1
    },
    count: (kind) => void counts.set(kind, (counts.get(kind) ?? 0) + 1),
    next: () => (length > 0 ? length + 1 : 0),
    result() {
      const sums = [...counts].map(([kind, count]) => counted[kind](count))
      if (unlisted > 0) sums.push(omissions.unlisted(unlisted))
      return {
        text: chunks.join(''),
        headings,
        omissions: [...sums.map((sentence) => ({ from: 0, sentence })), ...omitted],
      }
    },
  }
  return sheet
}

/** Two line breaks in a row end a paragraph, as people write who know no other way. */
function paragraphsOf(content: readonly Inline[]): readonly (readonly Inline[])[] {
  const paragraphs: Inline[][] = [[]]
  let breaks = 0
  for (const inline of content) {
    if (inline.kind === 'lineBreak') breaks += 1
    else if (inline.kind !== 'text' || inline.text.trim() !== '') {
      if (breaks > 1) paragraphs.push([])
      breaks = 0
    }
    paragraphs.at(-1)?.push(inline)
  }
  return paragraphs.filter((paragraph) => tidied(paragraph).length > 0)
}

const hasMarks = (inline: Inline) => inline.kind === 'text' && Object.keys(inline).length > 2

/** Bold or italic from one end to the other, as people write headings without a style for them. */
const isMarkedWhole = (content: readonly Inline[]): boolean =>
  content.every(
    (inline) => inline.kind === 'text' && (inline.strong || inline.emphasis || inline.text.trim() === ''),
  )

const withoutMarks = (content: readonly Inline[]): readonly Inline[] =>
  tidied(content.map((inline) => (inline.kind === 'text' ? { kind: 'text', text: inline.text } : inline)))
