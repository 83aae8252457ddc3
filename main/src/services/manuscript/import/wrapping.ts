/** Lines that a program broke at a fixed width, and joining them again. Pure; linear in the text. */

/** Columns within which programs wrap; longer lines are paragraphs. */
const narrowest = 40
const widest = 100
/** Fewer breaks inside paragraphs are not conclusive. */
const fewest = 20
/** With fewer of the breaks where the next word would not have fitted, people broke the lines. */
const leastShare = 0.8
/** This share of the lines is within the width; longer ones (an address, a ruler) are exceptions. */
const ordinary = 0.99
/** A mark that must not start a line takes the character before it along: two characters of two columns. */
const kinsoku = 4
/** Where most lines are wrapped, some were broken so many columns before they had to be. */
const handWrapped = 8
/** Units that are read to decide whether a text is wrapped. */
const sampled = 1_000_000
/** How far an example is searched, and how long it may be. */
const exampleRange = 100_000
const exampleUnits = 400

const han = /\p{Script=Han}/u
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF01-\uFF60]/u
/** Of one column next to Latin letters, of two next to Chinese ones. */
const ambiguous = /[—…“”‘’·]/u
/** A single space is a slip. */
const indented = /^(?:\s{2}|[\t\u3000])/
const listItem =
  /^(?:[-*+•]\s|\d{1,3}(?:[.)]\s|[、．])|[一二三四五六七八九十百]{1,4}、|[(（][一二三四五六七八九十\d]{1,3}[)）]|[①-⑳])/
/** What is a line by its form: a heading or quotation of Markdown, a row of a table, a line of a table of contents. */
const formed = /^(?:#{1,6}\s|>|\|.*\|\s*$|\+[-=+]{3,}\s*$)|(?:\.\s?){4,}\s*\d+\s*$|[…·]{2,}\s*\d+\s*$/
/** One sign over and over, between scenes or below a title; a dash or dots may be the end of a sentence. */
const ruler = /^\s*(?:([*_=~#＊◇◆○●☆★※＃])(?:\s*\1)*|([-—–.…·])(?:\s*\2){2,}|—{4,})\s*$/u

interface Line {
  /** Without its end. */
  readonly text: string
  readonly end: string
}

function* linesOf(text: string): Generator<Line> {
  const lines = /([^\r\n]*)(\r\n|\r|\n|$)/g
  while (lines.lastIndex < text.length) {
    const [, content = '', end = ''] = lines.exec(text) ?? []
    yield { text: content, end }
  }
}

const isBlank = (line: string) => line.trim() === ''

/** A longer line cannot be a wrapped one and is skipped. */
const isStandalone = (line: string) => line.length <= 2 * widest && (formed.test(line) || ruler.test(line))

function columnsOf(line: string): number {
  // A paragraph of megabytes is not measured.
  if (line.length > 2 * widest) return line.length
  const isChinese = han.test(line)
  let columns = 0
  for (const character of line)
    columns += wide.test(character) || (isChinese && ambiguous.test(character)) ? 2 : 1
  return columns
}

/** What the line above would have had to take in: a word, or in scripts without spaces one character and its marks. */
function firstPiece(line: string, early: number): number {
  const [first = ''] = line
  if (wide.test(first) || (ambiguous.test(first) && han.test(line))) return 2 + kinsoku
  return columnsOf(/^\S+/.exec(line)?.[0] ?? '') + 1 + early
}

const isFull = (line: string, next: string, width: number, early = 0) =>
  columnsOf(line.trimEnd()) + firstPiece(next, early) > width

/**
 * The columns at which the lines of a text were broken; undefined where lines end because a paragraph or a verse does.
 * Wrapped lines are those whose break lies where the next word did not fit any more.
 */
export function wrapWidth(text: string): number | undefined {
  const inside: { readonly line: string; readonly next: string; readonly columns: number }[] = []
  let above: string | undefined
  for (const { text: line } of linesOf(text.slice(0, sampled))) {
    if (above !== undefined && !isBlank(line) && !indented.test(line))
      inside.push({ line: above, next: line, columns: columnsOf(above.trimEnd()) })
    above = isBlank(line) ? undefined : line
  }
  if (inside.length < fewest) return undefined
  const columns = inside.map((entry) => entry.columns).sort((a, b) => a - b)
  const width = columns[Math.ceil(columns.length * ordinary) - 1] ?? 0
  if (width < narrowest || width > widest) return undefined
  const full = inside.filter(({ line, next }) => isFull(line, next, width)).length
  return full >= leastShare * inside.length ? width : undefined
}

/**
 * The text without the breaks inside its paragraphs: nothing else of it is removed, and a break becomes a space
 * between words and nothing between Chinese characters. Blank, indented and short lines, list items and lines that
 * are one by their form (scene breaks, headings, tables) stay as they are; so do the first `headings` lines with
 * text.
 */
export function joinLines(text: string, width: number, headings = 0): string {
  const chunks: string[] = []
  let above: Line | undefined
  let lineCount = 0
  for (const line of linesOf(text)) {
    if (above !== undefined) chunks.push(above.text, continues(above, line, width, lineCount, headings))
    if (!isBlank(line.text)) lineCount += 1
    above = line
  }
  if (above !== undefined) chunks.push(above.text, above.end)
  return chunks.join('')
}

/** The separator of two lines: the break, or what joins them. */
function continues(above: Line, below: Line, width: number, lineCount: number, headings: number): string {
  if (lineCount <= headings || isBlank(above.text) || isBlank(below.text)) return above.end
  if (indented.test(below.text) || listItem.test(below.text)) return above.end
  if (isStandalone(above.text) || isStandalone(below.text)) return above.end
  return isFull(above.text, below.text, width, handWrapped) ? between(above.text, below.text) : above.end
}

function between(above: string, below: string): string {
  // The second half of a surrogate pair is no character of its own.
  const last = /.$/u.exec(above)?.[0] ?? ''
  const [first = ''] = below
  if (/\s/.test(last) || /\s/.test(first) || wide.test(last) || wide.test(first)) return ''
  // A hyphen at the end of a line stays: it may break a word or join one.
  if (/[-—–]$/.test(above) || /^[-—–]/.test(below)) return ''
  if (!ambiguous.test(last) && !ambiguous.test(first)) return ' '
  // “ and … belong to both scripts: the letters next to them decide.
  const before = /\p{L}(?=[^\p{L}]*$)/u.exec(above.slice(-20))?.[0] ?? ''
  const after = /\p{L}/u.exec(below.slice(0, 20))?.[0] ?? ''
  return wide.test(before) || wide.test(after) ? '' : ' '
}

/** A paragraph whose lines would be joined, before and after; undefined when there is none near the beginning. */
export function joinedExample(
  text: string,
  width: number,
): { readonly before: string; readonly after: string } | undefined {
  for (const [block] of text.slice(0, exampleRange).matchAll(/(?:[^\r\n]+(?:\r\n|\r|\n|$)){3,}/g)) {
    const before = block.trimEnd().slice(0, exampleUnits).toWellFormed()
    const after = joinLines(before, width)
    if (after !== before) return { before, after }
  }
  return undefined
}
