import { type Inline, marksOf, plainText } from '../document/block.ts'
import type { PageBlock, PageBlocks, PageInline } from './page.ts'
import type { Sheet } from './sheet.ts'

/** `1`, `[12]`, `(a)`, `*`, `注1`: how notes are numbered. */
const sign =
  /^[[(（〔【]?\s*(?:注\s*)?(\d{1,4}|[ivxlc]{1,7}|[a-z]|[*†‡§¶]{1,4}|[①-⑳㉑-㉟])\s*[\])）〕】]?\.?$/i
const backSign = /^(?:[\s[\](){}（）.:：*†‡§\d↩↑⤴^]|\ufe0e|\ufe0f)*$/u
/** Longer ones are chapters that are linked to by a number. */
const maxBlocks = 30

interface Note {
  readonly id: string
  /** As the paragraph shows it: `[12]`. */
  readonly label: string
  readonly from: number
  readonly to: number
}

/** Writes the blocks of pages into a sheet, each note behind the paragraph that refers to it. */
export function writePages(pages: PageBlocks, sheet: Sheet, onBlock: (index: number) => void): void {
  const notes = findNotes(pages)
  const isOfNote = new Set([...notes.values()].flatMap(({ from, to }) => range(from, to)))
  for (const [index, block] of pages.blocks.entries()) {
    onBlock(index)
    if (block.kind === 'omission') sheet.omit(block.sentence)
    else if (block.kind === 'hidden') sheet.count('hidden')
    else if (isOfNote.has(index)) continue
    else if (block.kind === 'sceneBreak') sheet.sceneBreak()
    else writeText(block, pages, notes, sheet)
  }
}

function writeText(
  { content, level, quoted, listed, styled }: Extract<PageBlock, { kind: 'text' }>,
  { blocks }: PageBlocks,
  notes: ReadonlyMap<string, Note>,
  sheet: Sheet,
): void {
  const own: Note[] = []
  if (listed) sheet.count('listSigns')
  if (styled && level === 0 && !quoted) sheet.count('styledParagraphs')
  const words = content.map((inline): Inline => {
    const note = inline.kind === 'text' ? notes.get(inline.target ?? '') : undefined
    if (!note || inline.kind !== 'text' || !(inline.isNoteSign || sign.test(inline.text.trim())))
      return inlineOf(inline, sheet)
    if (own.includes(note)) return { kind: 'text', text: '' }
    own.push(note)
    return { kind: 'noteSign', id: note.id }
  })
  if (level > 0) sheet.heading(words, level)
  else sheet.paragraph(words, { quoted })
  for (const { id, from, to, label } of own) sheet.note(id, contentOf(blocks.slice(from, to), label, sheet))
}

function inlineOf(inline: PageInline, sheet: Sheet): Inline {
  if (inline.kind !== 'text') return inline
  if (inline.text.trim() !== '') {
    if (inline.target !== undefined) sheet.count('links')
    else if (inline.lost) sheet.count(inline.lost)
  }
  return { ...marksOf(inline), kind: 'text', text: inline.text }
}

/** The text of a note without its own sign, which is `label` or a link back, and without other ways back. */
function contentOf(blocks: readonly PageBlock[], label: string, sheet: Sheet): readonly Inline[] {
  const texts = blocks.flatMap((block) => (block.kind === 'text' ? [block.content] : []))
  const inlines = texts.flatMap((content): readonly Inline[] => [
    ...withoutBrackets(content)
      .filter((inline) => !isWayBack(inline))
      .map((inline) => inlineOf(inline, sheet)),
    { kind: 'text', text: ' ' },
  ])
  const isBlank = (inline: PageInline | Inline) => inline.kind === 'text' && inline.text.trim() === ''
  const hasLink = isWayBack(texts[0]?.find((inline) => !isBlank(inline)))
  const first = inlines.findIndex((inline) => !isBlank(inline))
  const start = inlines[first]
  if (start?.kind !== 'text') return inlines
  const number = numberIn(label)
  const text = hasLink
    ? start.text.replace(/^\s*[.:：、]\s*/, '')
    : start.text.replace(/^\s*[[(（〔【]?([\d*†‡§①-⑳]{1,4})[\])）〕】.:：、]*\s*/u, (whole, own: string) =>
        own === number ? '' : whole,
      )
  return [{ ...start, text }, ...inlines.slice(first + 1)]
}

const openBracket = /[[(（〔【]\s*$/
const endBracket = /^\s*[\])）〕】]/

/** Without the brackets around a link back: `[`, the link `1`, `] 见…`. */
function withoutBrackets(content: readonly PageInline[]): readonly PageInline[] {
  const textAt = (at: number) => {
    const inline = content[at]
    return inline?.kind === 'text' ? inline.text : ''
  }
  const isBracketed = (at: number) =>
    isWayBack(content[at]) && openBracket.test(textAt(at - 1)) && endBracket.test(textAt(at + 1))
  return content.map((inline, at) => {
    if (inline.kind !== 'text') return inline
    const start = isBracketed(at - 1) ? inline.text.replace(endBracket, '') : inline.text
    return { ...inline, text: isBracketed(at + 1) ? start.replace(openBracket, '') : start }
  })
}

const isWayBack = (inline: PageInline | undefined) =>
  inline?.kind === 'text' && inline.target !== undefined && backSign.test(inline.text)

/** By the place that refers to them lead to, numbered as they come. */
function findNotes({ blocks, places }: PageBlocks): ReadonlyMap<string, Note> {
  const notes = new Map<string, Note>()
  const used = new Set<number>()
  for (const [index, block] of blocks.entries()) {
    if (block.kind !== 'text' || used.has(index)) continue
    for (const inline of block.content) {
      if (inline.kind !== 'text' || inline.target === undefined || notes.has(inline.target)) continue
      const label = inline.text.trim()
      const place = places.get(inline.target)
      if (!place || !(inline.isNoteSign || sign.test(label))) continue
      const { from, to, isNote } = place
      if (to <= from || to - from > maxBlocks || (index >= from && index < to)) continue
      if (range(from, to).some((at) => used.has(at))) continue
      const isCertain = isNote || inline.isNoteSign
      // What is above is where a note leads back to, not a note.
      if (!isCertain && from < index) continue
      if (!(isCertain || leadsBack(blocks.slice(from, to), label, index, places))) continue
      for (const at of range(from, to)) used.add(at)
      notes.set(inline.target, { id: String(notes.size + 1), label, from, to })
    }
  }
  return notes
}

/** Whether what a number leads to is a note: it begins with that number, or has a link back to the paragraph. */
function leadsBack(
  blocks: readonly PageBlock[],
  label: string,
  index: number,
  places: PageBlocks['places'],
): boolean {
  // A line drawn above the notes may be in the first of them.
  const first = blocks.find(({ kind }) => kind === 'text')
  if (first?.kind !== 'text' || first.level > 0) return false
  return (
    blocks.some(
      (block) =>
        block.kind === 'text' &&
        block.content.some((inline) => {
          if (inline.kind !== 'text' || inline.target === undefined) return false
          const back = places.get(inline.target)
          return back !== undefined && index >= back.from && index < Math.max(back.to, back.from + 1)
        }),
    ) || numberIn(plainText(first.content as readonly Inline[])) === numberIn(label)
  )
}

const numberIn = (text: string) =>
  /^\s*[[(（〔【]?\s*(\d{1,4})\s*[\])）〕】.:：、]/.exec(`${text.trim()}.`)?.[1] ?? text

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, at) => from + at)
