import { type Block, type Inline, type Marks, plainText, type TextRun, tidied } from './block.ts'
import { hasTooManySigns, readMarkdown } from './readMarkdown.ts'

type MarkName = keyof Marks

/** How marks are written: by Markdown's signs, or by elements where a sign would not be read as one. */
type Spelling = Readonly<Record<Exclude<MarkName, 'link'>, readonly [string, string]>>

const elements: Spelling = {
  emphasis: ['<em>', '</em>'],
  strong: ['<strong>', '</strong>'],
  strike: ['<del>', '</del>'],
  smallCaps: ['<span class="smallcaps">', '</span>'],
}
const signs: Spelling = { ...elements, emphasis: ['*', '*'], strong: ['**', '**'], strike: ['~~', '~~'] }

/** From the outside in, where several begin at one place and are equally long. */
const nesting: readonly MarkName[] = ['link', 'strong', 'emphasis', 'strike', 'smallCaps']
const signOf = /[\\*_~[\]<]/
const everySign = new RegExp(signOf, 'g')
const startOf = /^(?=#|>|(?:[-*_][ \t]*){3,}$)/
/** Without these characters nothing but words can be read. */
const maybeMarks = /[\\*_~[\]<]|^\s*[#>-]/

/**
 * A block as Markdown, without a line end behind it. What it writes is what `readMarkdown` reads: a sign of the text
 * gets a backslash only where it would be read as a mark. `level`: of a heading, from 1 to 6.
 */
export function writeBlock(block: Block, level = 2): string {
  switch (block.kind) {
    case 'sceneBreak':
      return '* * *'
    case 'paragraph': {
      const text = writeInlines(block.content)
      return block.quoted ? text.replace(/^/gm, '> ') : text
    }
    case 'note':
      return `[^${block.id}]: ${writeInlines(withoutLineBreaks(block.content))}`
    default:
      return `${'#'.repeat(level)} ${writeInlines(withoutLineBreaks(block.content))}`
  }
}

const withoutLineBreaks = (content: readonly Inline[]): readonly Inline[] =>
  tidied(content.map((inline) => (inline.kind === 'lineBreak' ? { kind: 'text', text: ' ' } : inline)))

const maxRuns = 500

/**
 * Whether `*` and `**` are read as marks for certain, which spares reading them: no sign in the text, and each marked
 * stretch alone, from a letter to a letter.
 */
function isSafe(content: readonly Inline[]): boolean {
  if (content.length > maxRuns) return false
  return content.every((inline, at) => {
    if (inline.kind !== 'text' || (at === 0 ? maybeMarks : signOf).test(inline.text)) return false
    if (!hasMarks(inline)) return true
    const [before, after] = [content[at - 1], content[at + 1]]
    const isSeparate = [before, after].every(
      (inline) => inline === undefined || (inline.kind === 'text' && !hasMarks(inline)),
    )
    const isOne = Number(inline.emphasis ?? false) + Number(inline.strong ?? false) === 1
    const isOther = inline.strike || inline.smallCaps || inline.link !== undefined
    return isSeparate && isOne && !isOther && /^[\p{L}\p{N}](?:.*[\p{L}\p{N}])?$/u.test(inline.text)
  })
}

/**
 * Whether words without marks could be read as some: reading them costs a hundred times as much as looking. Signs that
 * come in pairs are words where the other is missing.
 */
function mayBeMarked(text: string): boolean {
  if (!maybeMarks.test(text)) return false
  const [before, opening, closing] = [/^\s*[#>-]/.test(text), text.includes('['), text.includes(']')]
  return (
    before ||
    (opening && closing) ||
    /\\(?:[^\p{L}\p{N}]|$)|<[a-z/!?]/iu.test(text) ||
    ['*', '_', '~'].some((sign) => text.indexOf(sign) !== text.lastIndexOf(sign))
  )
}

/** Inlines as Markdown. */
function writeInlines(given: readonly Inline[]): string {
  const content = tidied(given)
  const isPlain = content.every((inline) => inline.kind === 'text' && !hasMarks(inline))
  if (isPlain && !mayBeMarked(plainText(content))) return plainText(content)
  if (isSafe(content)) return spelled(content, signs, (text) => text)
  const expected = JSON.stringify(content)
  const isRead = (text: string) => {
    const [block, ...more] = readMarkdown(text + definitionsIn(text), 'wrapped')
    return (
      block?.kind === 'paragraph' &&
      !block.quoted &&
      more.every(({ kind }) => kind === 'note') &&
      JSON.stringify(block.content) === expected
    )
  }
  // The elements are read in linear time, and always.
  if (content.length > maxRuns || hasTooManySigns(plainText(content)))
    return spelled(content, elements, escaped)
  const attempts = [
    () => spelled(content, signs, (text) => text),
    () => spelled(content, signs, escaped),
    () => spelled(content, elements, escaped),
  ]
  let text = ''
  for (const attempt of attempts) {
    text = attempt()
    if (isRead(text)) return text
  }
  return text
}

const escaped = (text: string) => text.replace(everySign, '\\$&')

/** So that what may be signs of notes is read as such when a paragraph is read alone. */
const definitionsIn = (text: string) =>
  [...text.matchAll(/\[\^([^\]\s]+)\]/g)].map(([sign]) => `\n\n${sign}: .`).join('')

const hasMarks = (run: TextRun) => nesting.some((name) => run[name] !== undefined)

function spelled(content: readonly Inline[], spelling: Spelling, toText: (text: string) => string): string {
  const chunks: string[] = []
  const open: { readonly name: MarkName; readonly value: string | true }[] = []
  const isOn = (inline: Inline | undefined, name: MarkName, value: string | true) =>
    inline?.kind === 'text' && inline[name] === value
  const close = () => {
    const last = open.pop()
    if (last) chunks.push(typeof last.value === 'string' ? `](${last.value})` : endOf(last.name, spelling))
  }
  for (const [at, inline] of content.entries()) {
    const lost = open.findIndex(({ name, value }) => !isOn(inline, name, value))
    if (lost >= 0) while (open.length > lost) close()
    if (inline.kind === 'lineBreak') chunks.push('  \n')
    else if (inline.kind === 'noteSign') chunks.push(`[^${inline.id}]`)
    else {
      for (const { name, value } of openings(content, at, inline)) {
        if (open.some((mark) => mark.name === name)) continue
        open.push({ name, value })
        chunks.push(typeof value === 'string' ? '[' : startMark(name, spelling))
      }
      const isAtStart = at === 0 || content[at - 1]?.kind === 'lineBreak'
      const text = toText(inline.text)
      const words = isAtStart && toText === escaped ? text.replace(startOf, '\\') : text
      // A backslash at the end of a line is the line break itself, for some readers.
      const isBeforeBreak = content[at + 1]?.kind === 'lineBreak'
      chunks.push(isBeforeBreak ? words.replace(/(?<!\\)(?:\\\\)*\\$/, '$&\\') : words)
    }
  }
  while (open.length > 0) close()
  return chunks.join('')
}

/** The marks that begin at a run, the one that goes on longest first. */
function openings(content: readonly Inline[], at: number, run: TextRun) {
  const starting = nesting.flatMap((name) => {
    const value = run[name]
    return value === undefined ? [] : [{ name, value, length: reach(content, at, name, value) }]
  })
  return starting.sort((a, b) => b.length - a.length)
}

const farthest = 64

function reach(content: readonly Inline[], at: number, name: MarkName, value: string | true): number {
  let end = at
  while (end - at < farthest) {
    const inline = content[end]
    if (inline?.kind !== 'text' || inline[name] !== value) break
    end += 1
  }
  return end - at
}

const startMark = (name: MarkName, spelling: Spelling) => (name === 'link' ? '[' : spelling[name][0])
const endOf = (name: MarkName, spelling: Spelling) => (name === 'link' ? '' : spelling[name][1])
