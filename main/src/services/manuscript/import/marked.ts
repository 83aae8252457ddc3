import { parseHeading, withoutNoteSigns } from './headings.ts'
import type { ChapterMaterial } from './material.ts'
import type { Cut, MarkedHeading } from './sheet.ts'

/** One future file: a slice of the source. Slices touch, so that together they are the source. */
export interface Part {
  readonly kind: 'front' | 'chapter'
  /** UTF-16 offsets in the source. */
  readonly from: number
  readonly to: number
  /** The accepted heading; undefined for front matter and for a text without any heading. */
  readonly title: string | undefined
  /** The volume it belongs to, by the line that opens it. */
  readonly volume?: string | undefined
  /** What the source has about it besides its text; its offsets are in the source. */
  readonly about?: ChapterMaterial
}

/** The headings of a Markdown text outside its code blocks: `#` to `######`. */
export function markdownHeadings(text: string): MarkedHeading[] {
  const headings: MarkedHeading[] = []
  let fence: string | undefined
  for (const match of text.matchAll(/^ {0,3}(?:(`{3,}|~{3,})|(#{1,6})[ \t]+(\S[^\r\n]*))/gm)) {
    const [, bars, marks = '', title = ''] = match
    if (bars !== undefined) fence = fence === undefined ? bars[0] : fence === bars[0] ? undefined : fence
    else if (fence === undefined)
      headings.push({
        from: match.index,
        level: marks.length,
        title: withoutNoteSigns(title.replace(/\s+#*\s*$/, '').trim() || title),
      })
  }
  return headings
}

/** The parts that cuts in the order of the text make; blank lines before the first belong to it. */
export function partsOf(text: string, cuts: readonly Cut[]): readonly Part[] {
  const first = cuts[0]?.from
  if (first === undefined) return [{ kind: 'chapter', from: 0, to: text.length, title: undefined }]
  const hasFront = text.slice(0, first).trim() !== ''
  const parts: Part[] = hasFront ? [{ kind: 'front', from: 0, to: first, title: undefined }] : []
  for (const [index, { from, title, volume, about }] of cuts.entries()) {
    const start = index === 0 && !hasFront ? 0 : from
    const of = { ...(volume !== undefined && { volume }), ...(about && { about }) }
    parts.push({ kind: 'chapter', from: start, to: cuts[index + 1]?.from ?? text.length, title, ...of })
  }
  return parts
}

/** Below the third level headings are scenes, not chapters. */
const deepestLevel = 3

/**
 * Cuts at the headings that the source itself marks: at `level`, or at the highest with text of its own. A higher
 * heading right above a chapter (a volume) opens that chapter's file; so does 第一卷 as a heading of the same level
 * or as a line of its own, which is how books are exported.
 */
export function splitAtMarks(
  text: string,
  headings: readonly MarkedHeading[],
  level = chapterLevel(text, headings),
): readonly Part[] {
  const cuts: Cut[] = []
  let opened: number | undefined
  let volume: string | undefined
  let behind = 0
  for (const [index, heading] of headings.entries()) {
    if (heading.level > level) continue
    const next = headings[index + 1]
    const isVolume = heading.level < level
    const line = opened === undefined ? volumeLineAbove(text, behind, heading.from) : undefined
    behind = heading.from
    if (line) {
      opened = line.from
      volume = line.title
    }
    const mayOpen = isVolume || volumeHeading(heading.title) !== undefined
    if (mayOpen && next && next.level <= level && isBlankBetween(text, heading, next)) {
      opened ??= heading.from
      volume = heading.title
      continue
    }
    // Text above the first chapter, a book's title for example, is front matter.
    if (isVolume && cuts.length === 0) continue
    if (isVolume && !line) volume = undefined
    cuts.push({ from: opened ?? heading.from, title: heading.title, volume })
    opened = undefined
  }
  return partsOf(text, cuts)
}

function chapterLevel(text: string, headings: readonly MarkedHeading[]): number {
  let deepest = 0
  for (let level = 1; level <= deepestLevel; level++) {
    const sameLevel = headings.filter((heading) => heading.level === level)
    if (sameLevel.length === 0) continue
    deepest = level
    const deeper = headings.filter((heading) => heading.level > level && heading.level <= deepestLevel)
    const containers = headings.filter((heading, index) => {
      const next = headings[index + 1]
      if (heading.level !== level || !next || next.level > deepestLevel) return false
      return next.level > level && isBlankBetween(text, heading, next)
    })
    const isTitle = sameLevel.length === 1 && deeper.length > 1
    if (!isTitle && containers.length * 2 < sameLevel.length) return level
  }
  return deepest
}

function isBlankBetween(text: string, heading: MarkedHeading, next: MarkedHeading): boolean {
  const lineEnd = text.slice(heading.from, next.from).search(/[\r\n]/)
  return lineEnd < 0 || text.slice(heading.from + lineEnd, next.from).trim() === ''
}

/** 第一卷完 ends a volume and opens none. */
function volumeHeading(line: string) {
  const heading = parseHeading(line)
  return heading?.kind === 'volume' && !heading.isEnd ? heading : undefined
}

/** Longer than any volume's lines with the blank ones around them. */
const unitsAbove = 1000

/**
 * Volume lines without marks right above the heading at `to`, with nothing but blank lines above and between; `from`:
 * start of the text that may contain them.
 */
function volumeLineAbove(
  text: string,
  from: number,
  to: number,
): { readonly from: number; readonly title: string } | undefined {
  const start = Math.max(from, to - unitsAbove)
  let volumeLine: { readonly from: number; readonly title: string } | undefined
  let end = to
  const segments = text.slice(start, to).split(/(\r\n|\r|\n)/)
  // The last part is the text before the heading on its own line.
  for (let index = segments.length - 1; index >= 0; index -= 2) {
    const line = segments[index] ?? ''
    const lineFrom = end - line.length
    end = lineFrom - (segments[index - 1]?.length ?? 0)
    if (line.trim() === '') continue
    const heading = volumeHeading(line)
    // Directly below a line of text it is text itself.
    if (!heading) return segments[index + 2]?.trim() === '' ? volumeLine : undefined
    volumeLine = {
      from: lineFrom,
      title: volumeLine ? `${heading.title} · ${volumeLine.title}` : heading.title,
    }
  }
  return volumeLine
}
