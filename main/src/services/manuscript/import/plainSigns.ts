import { setImmediate as otherWork } from 'node:timers/promises'
import { plainText } from '../document/block.ts'
import { isSceneSign, notesIn, paragraphFormOf, readMarkdown } from '../document/readMarkdown.ts'
import { parseHeading } from './headings.ts'
import { markdownHeadings } from './marked.ts'

/** Only a stretch with one of these can be read as anything but its words. */
const maybeMarks = /\*[^*]*\*|~~|_[^_]*_|\\[!-/:-@[-`{-~]|\]\(|\[\^|<[a-z/!?]|^[^\S\n]*(?:#{1,6}[ \t]|>)/im
/** People who have no italics type them so: `_Great Expectations_`. */
const typedItalics =
  /(?<![\p{L}\p{N}_])_(?=[\p{L}\p{N}“‘"'(])[^_]{1,600}(?<=[\p{L}\p{N}\p{P}])_(?![\p{L}\p{N}_])/gu
const signs = /[\\*~[<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|^[^\S\n]*[#>]/gmu
const parsedAtOnce = 200
/** Longer than any paragraph; the parser's time need not grow in line with it. */
const maxParsedUnits = 20_000
/** With so many headings marked by `#` the file is Markdown by another name. */
const leastHeadings = 2

/**
 * A plain text as Markdown: signs that its author has typed as signs, f**k or 好~~好~~, get a backslash where Markdown
 * would read a mark, and only there. Rulers between scenes, lines that are headings and italics between underscores
 * stay. `escaped`: how many paragraphs got one.
 */
export async function withPlainSigns(text: string): Promise<{ text: string; escaped: number }> {
  if (!maybeMarks.test(text) || markdownHeadings(text).length >= leastHeadings) return { text, escaped: 0 }
  const form = paragraphFormOf(text)
  const notes = notesIn(text)
  const isMarked = (stretch: string) => {
    const [block, ...more] = readMarkdown(stretch, 'blank', notes)
    const isParagraph = block?.kind === 'paragraph' && !block.quoted && more.length === 0
    return !isParagraph || plainText(block.content) !== wordsOf(stretch)
  }
  const chunks: string[] = []
  let escaped = 0
  let parsed = 0
  for (const stretch of text.split(
    form === 'line' ? /((?:\r\n|\r|\n)+)/ : /((?:[^\S\n\r]*(?:\r\n|\r|\n)){2,})/,
  )) {
    if (!maybeMarks.test(stretch) || isNoParagraph(stretch.trim())) {
      chunks.push(stretch)
      continue
    }
    parsed += 1
    if (parsed % parsedAtOnce === 0) await otherWork()
    const withoutItalics = stretch.replace(typedItalics, (italics) => ` ${italics.slice(1, -1)} `)
    const isSigned = stretch.length > maxParsedUnits || isMarked(withoutItalics)
    if (isSigned) escaped += 1
    chunks.push(isSigned ? escapeSigns(stretch) : stretch)
  }
  return { text: chunks.join(''), escaped }
}

const isNoParagraph = (line: string) =>
  isSceneSign(line) || (!/[\r\n]/.test(line) && parseHeading(line) !== undefined)

/** As `readMarkdown` has the words of a paragraph whose lines stay. */
const wordsOf = (stretch: string) =>
  stretch
    .trim()
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .join('\n')

function escapeSigns(stretch: string): string {
  const withSlashes = (text: string) =>
    text.replace(signs, (sign) => `${sign.slice(0, -1)}\\${sign.slice(-1)}`)
  let at = 0
  let text = ''
  for (const { 0: italics, index } of stretch.matchAll(typedItalics)) {
    text += `${withSlashes(stretch.slice(at, index))}_${withSlashes(italics.slice(1, -1))}_`
    at = index + italics.length
  }
  return text + withSlashes(stretch.slice(at))
}
