import { wrapWidth } from '../import/wrapping.ts'
import { type Block, tidied } from './block.ts'
import { joinedLines, parseBlocks } from './markdownParser.ts'

/**
 * What ends a paragraph. `line`: every line end. `blank`: a blank line, and other line ends stay. `wrapped`: a blank
 * line, and other line ends are spaces.
 */
export type ParagraphForm = 'line' | 'blank' | 'wrapped'

/** With this share of gaps of blank lines among the ends of lines, a blank line ends a paragraph. */
const blankShare = 0.4
const sampledUnits = 1_000_000

/** The form of a text that does not state one. */
export function paragraphFormOf(text: string): ParagraphForm {
  const sample = text.trim().slice(0, sampledUnits)
  if (wrapWidth(sample) !== undefined) return 'wrapped'
  let gaps = 0
  let filled = 0
  let before: string | undefined
  for (const line of sample.split(/\r\n|\r|\n/)) {
    const isFilled = line.trim() !== ''
    // Two indented lines without a line between them are two paragraphs.
    if (isFilled && before?.startsWith('\u3000') && line.startsWith('\u3000')) return 'line'
    if (isFilled) filled += 1
    else if (before !== '') gaps += 1
    before = isFilled ? line : ''
  }
  return filled > 1 && gaps / (filled - 1) >= blankShare ? 'blank' : 'line'
}

/** Only a text with one of these can be anything but plain paragraphs. */
const special = /[*_~[<\\]|^\s*[#>]|^\s*(?:-\s*){3,}$|[ \t]{2}\n/m
/** Marks between scenes in English manuscripts, which Markdown takes for headings without words. */
const sceneSign = /^#(?:##)?$/
const ruler = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/

/** Whether a line alone is a mark between two scenes. */
export const isSceneSign = (line: string): boolean => sceneSign.test(line) || ruler.test(line)

/** More signs in one paragraph are no author's, and the parser's time grows with their square. */
const maxSigns = 2000
const maxBrackets = 500
const sign = /(?<!\\)[*_~[]|<[!?]/g
const bracket = /(?<!\\)\[/g
/** Quotes of quotes, each a call deeper. */
const tooDeep = /^[ \t]*(?:>[ \t]*){20}/m

/** Whether a stretch is read as plain words, because its marks would take the parser too long. */
export const hasTooManySigns = (text: string): boolean =>
  (text.match(sign)?.length ?? 0) > maxSigns ||
  (text.match(bracket)?.length ?? 0) > maxBrackets ||
  tooDeep.test(text)
const noteDefinition = /^[ \t\u3000]*\[\^([^\]\s]+)\]:/gm

/** The ids of the notes that a text has, in small letters. */
export const notesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(noteDefinition)].map(([, id = '']) => id.toLowerCase()))

/**
 * The blocks of a text. Headings are scenes, whatever their level. `notes`: ids of the notes that signs may have, where
 * the text is a piece of another.
 */
export function readMarkdown(text: string, form: ParagraphForm, notes = notesIn(text)): readonly Block[] {
  return stretchesOf(text, form).flatMap((stretch): readonly Block[] => {
    if (sceneSign.test(stretch)) return [{ kind: 'sceneBreak' }]
    if (special.test(stretch) && !hasTooManySigns(stretch))
      return parseBlocks(stretch, notes, form === 'blank' ? 'break' : 'space')
    const lines = form === 'blank' ? stretch.split('\n') : [joinedLines(stretch)]
    const content = lines.flatMap((line, at) => [
      ...(at > 0 ? [{ kind: 'lineBreak' as const }] : []),
      { kind: 'text' as const, text: line },
    ])
    return [{ kind: 'paragraph', content: tidied(content) }]
  })
}

/** What may be one block or several, without white space before its lines and without blank lines. */
function stretchesOf(text: string, form: ParagraphForm): readonly string[] {
  const stretches: string[][] = []
  let isOpen = false
  for (const raw of text.split(/\r\n|\r|\n/)) {
    const line = raw.trim()
    if (line === '') {
      isOpen = false
      continue
    }
    const last = stretches.at(-1)
    const lineBreak = form === 'wrapped' && /\S {2,}$/.test(raw) ? '  ' : ''
    if (isOpen && last) last.push(line + lineBreak)
    else stretches.push([line + lineBreak])
    isOpen = form !== 'line'
  }
  return stretches.map((lines) => lines.join('\n').trimEnd())
}
