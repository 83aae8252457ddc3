import type { MarkedHeading } from './sheet.ts'

/** One future file: a slice of the source. Slices touch, so that together they are the source. */
export interface Part {
  readonly kind: 'front' | 'chapter'
  /** UTF-16 offsets in the source. */
  readonly from: number
  readonly to: number
  /** The accepted heading; undefined for front matter and for a text without any heading. */
  readonly title: string | undefined
}

/** Below the third level headings are scenes, not chapters. */
const deepestLevel = 3

/**
 * Cuts at the headings that the source itself marks: at the highest level that holds text of its own. A
 * higher heading right above a chapter (a volume) opens that chapter's file.
 */
export function splitAtMarks(text: string, headings: readonly MarkedHeading[]): readonly Part[] {
  const level = chapterLevel(text, headings)
  const cuts: { from: number; title: string }[] = []
  let opened: number | undefined
  let chapters = 0
  for (const [index, heading] of headings.entries()) {
    if (heading.level > level) continue
    const next = headings[index + 1]
    const isVolume = heading.level < level
    if (isVolume && next && next.level <= level && isBlankBetween(text, heading, next)) {
      opened ??= heading.from
      continue
    }
    // What stands above the first chapter, a book's title for example, is front matter.
    if (isVolume && chapters === 0) continue
    cuts.push({ from: opened ?? heading.from, title: heading.title })
    opened = undefined
    chapters += 1
  }
  const first = cuts[0]?.from ?? 0
  const hasFront = text.slice(0, first).trim() !== ''
  const parts: Part[] = hasFront ? [{ kind: 'front', from: 0, to: first, title: undefined }] : []
  for (const [index, { from, title }] of cuts.entries()) {
    const start = index === 0 && !hasFront ? 0 : from
    parts.push({ kind: 'chapter', from: start, to: cuts[index + 1]?.from ?? text.length, title })
  }
  return parts
}

function chapterLevel(text: string, headings: readonly MarkedHeading[]): number {
  let found = 0
  for (let level = 1; level <= deepestLevel; level++) {
    const here = headings.filter((heading) => heading.level === level)
    if (here.length === 0) continue
    found = level
    const deeper = headings.filter((heading) => heading.level > level && heading.level <= deepestLevel)
    const containers = headings.filter((heading, index) => {
      const next = headings[index + 1]
      if (heading.level !== level || !next || next.level > deepestLevel) return false
      return next.level > level && isBlankBetween(text, heading, next)
    })
    const isTitle = here.length === 1 && deeper.length > 1
    if (!isTitle && containers.length * 2 < here.length) return level
  }
  return found
}

function isBlankBetween(text: string, heading: MarkedHeading, next: MarkedHeading): boolean {
  const lineEnd = text.indexOf('\n', heading.from)
  return text.slice(lineEnd, next.from).trim() === ''
}
