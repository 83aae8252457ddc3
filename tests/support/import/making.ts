import { chance, chinese, names, prose } from './prose.ts'

/**
 * Small books as people have them on their disks, each with the chapters a reader would expect. `expected`
 * holds one string for each document: `*` for front matter, else the heading, behind its volume and `|`.
 */
export interface MadeBook {
  readonly name: string
  readonly text: string
  readonly fileName: string
  readonly expected: readonly string[]
  /** Kinds of doubt that must be among those reported. */
  readonly doubts?: readonly string[]
}

/** A chapter: its heading, and how many paragraphs of prose follow it. */
interface Page {
  readonly heading: string
  readonly volume?: string
  /** The volume line stands above this chapter. */
  readonly opens?: boolean
  /** Lines between the volume line and the heading. */
  readonly opening?: readonly string[]
  readonly length?: number
  /** Lines right behind the prose. */
  readonly after?: readonly string[]
}

interface Layout {
  readonly gap?: string
  readonly eol?: string
  readonly front?: readonly string[]
  readonly language?: 'zh' | 'en'
  readonly fileName?: string
  readonly paragraphs?: number
  readonly doubts?: readonly string[]
  readonly expected?: readonly string[]
  readonly spread?: (lines: readonly string[]) => readonly string[]
}

export function made(name: string, pages: readonly (Page | string)[], layout: Layout = {}): MadeBook {
  const {
    gap = '',
    eol = '\n',
    front = [],
    language = 'zh',
    paragraphs = 6,
    spread = (lines) => lines,
  } = layout
  const random = chance([...name].reduce((sum, sign) => sum * 31 + (sign.codePointAt(0) ?? 0), 7))
  const lines: string[] = [...front]
  const expected: string[] = front.some((line) => line.trim() !== '') ? ['*'] : []
  for (const item of pages) {
    const page = typeof item === 'string' ? { heading: item } : item
    if (page.opens && page.volume) lines.push(page.volume, gap, ...(page.opening ?? []))
    lines.push(page.heading, gap)
    lines.push(
      ...spread(prose(page.length ?? paragraphs + random.below(4), random, language)),
      ...(page.after ?? []),
      gap,
    )
    const title = page.heading.replace(/^\s*#{1,6}\s+/, '').trim()
    expected.push(page.volume ? `${page.volume.replace(/^\s*#{1,6}\s+/, '').trim()}|${title}` : title)
  }
  return {
    name,
    text: lines.join(eol),
    fileName: layout.fileName ?? '书.txt',
    expected: layout.expected ?? expected,
    ...(layout.doubts && { doubts: layout.doubts }),
  }
}

export const name = (index: number) => names[index % names.length] ?? ''
export const run = (count: number, heading: (number: number, name: string) => string, first = 1) =>
  Array.from({ length: count }, (_, index) => heading(first + index, name(first + index)))

/** Chapters below volumes; `restart` makes each volume count from one. */
export function volumes(
  count: number,
  each: number,
  volume: (number: number) => string,
  chapter: (number: number, name: string, volume: number) => string,
  restart = true,
): Page[] {
  return Array.from({ length: count * each }, (_, index) => {
    const outer = Math.floor(index / each) + 1
    const inner = restart ? (index % each) + 1 : index + 1
    return { heading: chapter(inner, name(index), outer), volume: volume(outer), opens: index % each === 0 }
  })
}

export const blankBetween = (lines: readonly string[]) => lines.flatMap((line) => [line, ''])
export const ten = run(10, (n, title) => `第${chinese(n)}章 ${title}`)
export const withAfter = (headings: readonly string[], after: (index: number) => readonly string[]): Page[] =>
  headings.map((heading, index) => ({ heading, after: after(index) }))
