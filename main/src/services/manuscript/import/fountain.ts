import { setImmediate as otherWork } from 'node:timers/promises'
import type { Inline, Marks } from '../document/block.ts'
import { type Binder, createBinder } from './binder.ts'
import { trimmedFacts } from './bookFacts.ts'
import { decodeSource } from './encoding.ts'
import type { ImportFormat } from './importFormat.ts'
import { omissions } from './issues.ts'
import { createSheet, type Sheet } from './sheet.ts'

/**
 * Screenplays in Fountain 1.1 (https://fountain.io/syntax). Sections are parts and chapters; where there are none, each
 * scene is a chapter. Notes, synopses and the boneyard are left out and counted.
 */
export const fountain: ImportFormat = {
  extensions: ['.fountain'],
  mediaTypes: [],
  async read(bytes, encoding) {
    const { text, ...decoded } = await decodeSource(bytes, encoding)
    const left: LeftOut = { comments: 0, synopses: 0, codes: 0 }
    const lines = withoutNotes(text.replace(/\r\n?/g, '\n'), left).split('\n')
    const { facts, length } = titlePageOf(lines)
    const binder = createBinder()
    if (length > 0) binder.omit(omissions.titlePage)
    await bind(elementsOf(lines.slice(length), left), binder, left)
    if (left.comments > 0) binder.omit(omissions.comments(left.comments))
    if (left.synopses > 0) binder.omit(omissions.synopses(left.synopses))
    if (left.codes > 0) binder.omit(omissions.codes(left.codes))
    return { ...decoded, ...binder.result(facts) }
  },
}

/** How often something was left out. */
interface LeftOut {
  /** Notes and boneyards. */
  comments: number
  synopses: number
  /** Signs of underlines and layout. */
  codes: number
}

type Element =
  | { readonly kind: 'section'; readonly depth: number; readonly title: string }
  | { readonly kind: 'scene'; readonly title: string }
  /** Lines without a blank one between: action, or a name and what it says. */
  | { readonly kind: 'block'; readonly lines: readonly string[] }

/** The text without boneyards and notes. A note goes over no blank line; one that does is text. One pass. */
function withoutNotes(text: string, left: LeftOut): string {
  const withoutBoneyards = without(text, '/*', '*/', () => false, left)
  const blank = /\n[ \t]?\n/g
  let nextBlank = -1
  const isBroken = (from: number, to: number) => {
    if (nextBlank < from && nextBlank !== Number.POSITIVE_INFINITY) {
      blank.lastIndex = from
      nextBlank = blank.exec(withoutBoneyards)?.index ?? Number.POSITIVE_INFINITY
    }
    return nextBlank < to
  }
  return without(withoutBoneyards, '[[', ']]', isBroken, left)
}

function without(
  text: string,
  opening: string,
  closing: string,
  isText: (from: number, to: number) => boolean,
  left: LeftOut,
): string {
  const chunks: string[] = []
  let end = -1
  let at = 0
  for (let from = text.indexOf(opening); from >= 0; ) {
    if (end < from + opening.length) end = text.indexOf(closing, from + opening.length)
    if (end < 0) break
    if (isText(from, end)) {
      from = text.indexOf(opening, from + opening.length)
      continue
    }
    chunks.push(text.slice(at, from))
    left.comments += 1
    at = end + closing.length
    from = text.indexOf(opening, at)
  }
  return chunks.join('') + text.slice(at)
}

const maxTitleLines = 200

/** The facts of the title page, and how many lines it has: `Key: value`, or values in indented lines below. */
function titlePageOf(lines: readonly string[]) {
  const fields = new Map<string, string>()
  let key = ''
  let length = 0
  for (; length < Math.min(lines.length, maxTitleLines); length++) {
    const line = lines[length] ?? ''
    const [, name, value = ''] = /^([A-Za-z][A-Za-z ]{0,40}):[ \t]*(.*)$/.exec(line) ?? []
    if (name !== undefined) {
      key = name.toLowerCase()
      fields.set(key, value)
    } else if (key !== '' && /^(?:\t| {3,})\S/.test(line))
      fields.set(key, `${fields.get(key)} ${line.trim()}`)
    else break
  }
  const isTitlePage = fields.has('title') && (lines[length] ?? '').trim() === ''
  const plain = (name: string) => fields.get(name)?.replace(/[*_]/g, '')
  const facts = trimmedFacts({ title: plain('title'), author: plain('author') ?? plain('authors') })
  return isTitlePage ? { facts, length } : { facts: {}, length: 0 }
}

const sceneHeading = /^(?:INT|EXT|EST|INT\.?\/EXT|I\/E)[. ]\s*\S|^\.[^.\s]/i
const sceneNumber = /\s*#[^#\s]{1,20}#\s*$/

function elementsOf(lines: readonly string[], left: LeftOut): readonly Element[] {
  const elements: Element[] = []
  let block: string[] = []
  const end = () => {
    if (block.length > 0) elements.push({ kind: 'block', lines: block })
    block = []
  }
  for (const [index, line] of lines.entries()) {
    const words = line.trim()
    const [, marks, title = ''] = /^(#{1,6})(?!#)[ \t]*(\S.*)$/.exec(words) ?? []
    if (words === '') end()
    else if (marks !== undefined) {
      end()
      elements.push({ kind: 'section', depth: marks.length, title })
    } else if (/^={3,}$/.test(words)) {
      end()
      left.codes += 1
    } else if (words.startsWith('=')) left.synopses += 1
    else if (block.length === 0 && (lines[index + 1] ?? '').trim() === '' && sceneHeading.test(words)) {
      if (sceneNumber.test(words)) left.codes += 1
      elements.push({ kind: 'scene', title: words.replace(sceneNumber, '').replace(/^\./, '') })
    } else block.push(words)
  }
  end()
  return elements
}

const blocksAtOnce = 500

/** The smallest depth of sections is the chapter's, or the part's where there are deeper ones. */
async function bind(elements: readonly Element[], binder: Binder, left: LeftOut): Promise<void> {
  const depths = [
    ...new Set(elements.map((element) => (element.kind === 'section' ? element.depth : 7))),
  ].sort()
  const sections = depths.filter((depth) => depth < 7)
  const partDepth = sections.length > 1 ? (sections[0] ?? 0) : 0
  const chapterDepth = sections[sections.length > 1 ? 1 : 0] ?? 7
  let part: readonly string[] = []
  let chapter:
    | { readonly title: string; readonly parts: readonly string[]; readonly sheet: Sheet }
    | undefined
  const end = () => {
    if (chapter) binder.chapter({ title: chapter.title, parts: chapter.parts, ...chapter.sheet.result() })
    chapter = undefined
  }
  const open = (title: string, parts = part) => {
    end()
    chapter = { title, parts, sheet: createSheet() }
    return chapter
  }
  // Before the first chapter of a part its own title heads the text.
  const current = () => chapter ?? open(part[0] ?? '', [])
  for (const [index, element] of elements.entries()) {
    if (index % blocksAtOnce === 0) await otherWork()
    const depth = element.kind === 'section' ? element.depth : 7
    if (element.kind === 'block') writeLines(element.lines, current().sheet, left)
    else if (depth === partDepth) {
      end()
      part = [element.title]
    } else if (depth === chapterDepth) open(element.title)
    else current().sheet.heading(inlinesOf(element.title, left), depth === 7 ? 3 : 2)
  }
  end()
}

/** Each line stays a line, as Fountain has them; the signs that force a kind of line go. */
function writeLines(lines: readonly string[], sheet: Sheet, left: LeftOut): void {
  const content: Inline[] = []
  for (const line of lines) {
    const words = line.replace(/^[!@](?=\S)/, '').replace(/^[~>][ \t]*|[ \t]*[<^]$/g, () => {
      left.codes += 1
      return ''
    })
    if (content.length > 0) content.push({ kind: 'lineBreak' })
    content.push(...inlinesOf(words, left))
  }
  sheet.paragraph(content)
}

const signs = /\\[*_\\]|\*{1,3}|_/g
const marks: Readonly<Record<string, Marks>> = {
  '*': { emphasis: true },
  '**': { strong: true },
  '***': { emphasis: true, strong: true },
  _: {},
}

/** Emphasis that ends in the line where it begins; a sign without its other one is a sign. */
function inlinesOf(line: string, left: LeftOut): readonly Inline[] {
  const runs: { text: string; marks: Marks }[] = []
  /** Where a sign that may begin something is, among the runs. */
  const open = new Map<string, number>()
  let at = 0
  for (const { 0: sign, index } of line.matchAll(signs)) {
    if (index > at) runs.push({ text: line.slice(at, index), marks: {} })
    at = index + sign.length
    const from = open.get(sign)
    if (sign.startsWith('\\')) runs.push({ text: sign.slice(1), marks: {} })
    else if (from !== undefined && /\S/.test(line.charAt(index - 1)) && runs.length > from + 1) {
      for (const run of runs.slice(from)) run.marks = { ...run.marks, ...marks[sign] }
      runs.splice(from, 1, { text: '', marks: {} })
      open.delete(sign)
      if (sign === '_') left.codes += 1
    } else {
      if (/\S/.test(line.charAt(at))) open.set(sign, runs.length)
      runs.push({ text: sign, marks: {} })
    }
  }
  runs.push({ text: line.slice(at), marks: {} })
  return runs.flatMap(({ text, marks: own }): Inline[] =>
    text === '' ? [] : [{ kind: 'text', text, ...own }],
  )
}
