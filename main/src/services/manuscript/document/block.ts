/** Marks of letters. Absent is not marked. */
export interface Marks {
  /** Italics, as a rule. */
  readonly emphasis?: true
  /** Bold, as a rule. */
  readonly strong?: true
  readonly smallCaps?: true
  /** Struck through. */
  readonly strike?: true
  /** Where a link leads: `https:`, `http:` or `mailto:`. */
  readonly link?: string
}

/** A stretch of text with the same marks; without line ends. */
export interface TextRun extends Marks {
  readonly kind: 'text'
  readonly text: string
}

/** What a paragraph consists of, in reading order. */
export type Inline =
  | TextRun
  /** The sign of a note, whose text is the block `note` with the same id. */
  | { readonly kind: 'noteSign'; readonly id: string }
  /** A line end that the author set, as in a verse or an address. */
  | { readonly kind: 'lineBreak' }

/** The content of a book between a reader and a writer, one after the other. */
export type Block =
  /** A heading: of a part (卷, Part), of a chapter, or of a scene within one. */
  | { readonly kind: 'part' | 'chapter' | 'scene'; readonly content: readonly Inline[] }
  /** A gap between two scenes. */
  | { readonly kind: 'sceneBreak' }
  /** A paragraph of prose; one with line breaks is a verse. */
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[]; readonly quoted?: true }
  /** The text of a note. */
  | { readonly kind: 'note'; readonly id: string; readonly content: readonly Inline[] }

/** What a book says about itself. */
export interface BookFacts {
  readonly title?: string
  readonly author?: string
  /** BCP 47. */
  readonly language?: string
}

/** The words without marks; line breaks are line ends, signs of notes are left out. */
export const plainText = (content: readonly Inline[]): string =>
  content
    .map((inline) => (inline.kind === 'text' ? inline.text : inline.kind === 'lineBreak' ? '\n' : ''))
    .join('')

/** A paragraph whose lines end where the author ended them. */
export const isVerse = (content: readonly Inline[]): boolean =>
  content.some(({ kind }) => kind === 'lineBreak')

const markNames = ['emphasis', 'strong', 'smallCaps', 'strike'] as const

/** The marks of an inline alone. */
export function marksOf(run: Marks): Marks {
  const marks: { -readonly [K in keyof Marks]: Marks[K] } = {}
  for (const name of markNames) if (run[name]) marks[name] = true
  if (run.link !== undefined) marks.link = run.link
  return marks
}

const isSameMarks = (a: Marks, b: Marks): boolean =>
  markNames.every((name) => a[name] === b[name]) && a.link === b.link

/**
 * The content as every reader and writer agrees on it: neighbours with the same marks are one run, white space at the
 * edge of a marked stretch has the marks of both its neighbours only, nothing is empty, several line breaks in a row
 * are one, and there is no white space at the ends of a line.
 */
export function tidied(content: readonly Inline[]): readonly Inline[] {
  const split = splitAtSpace(content)
  const isEdge = (inline: Inline | undefined) => inline === undefined || inline.kind === 'lineBreak'
  const runs: Inline[] = []
  for (const [at, piece] of split.entries()) {
    const [before, after] = [split[at - 1], split[at + 1]]
    if (isSpace(piece) && (isEdge(before) || isEdge(after))) continue
    const last = runs.at(-1)
    if (piece.kind === 'lineBreak' && isEdge(last)) continue
    const inline = isSpace(piece) ? spaceBetween(piece.text, before, after) : piece
    if (last?.kind === 'text' && inline.kind === 'text' && isSameMarks(last, inline))
      runs[runs.length - 1] = { ...last, text: last.text + inline.text }
    else runs.push(inline)
  }
  if (runs.at(-1)?.kind === 'lineBreak') runs.pop()
  return runs
}

const isSpace = (inline: Inline): inline is TextRun => inline.kind === 'text' && inline.text.trim() === ''

/** White space around a run becomes a run of its own; one after another are joined. */
function splitAtSpace(content: readonly Inline[]): Inline[] {
  const split: Inline[] = []
  for (const inline of content) {
    if (inline.kind !== 'text') {
      split.push(inline)
      continue
    }
    const text = inline.text.replace(/\r\n|[\r\n]/g, ' ')
    const core = text.trim()
    const from = core === '' ? text.length : text.indexOf(core)
    for (const piece of [text.slice(0, from), core, text.slice(from + core.length)]) {
      const last = split.at(-1)
      if (piece === '') continue
      if (piece.trim() === '' && last && isSpace(last))
        split[split.length - 1] = { kind: 'text', text: last.text + piece }
      else split.push({ ...marksOf(inline), kind: 'text', text: piece })
    }
  }
  return split
}

function spaceBetween(text: string, before: Inline | undefined, after: Inline | undefined): Inline {
  if (before?.kind !== 'text' || after?.kind !== 'text') return { kind: 'text', text }
  const marks: { -readonly [K in keyof Marks]: Marks[K] } = {}
  for (const name of markNames) if (before[name] && after[name]) marks[name] = true
  if (before.link !== undefined && before.link === after.link) marks.link = before.link
  return { ...marks, kind: 'text', text }
}
