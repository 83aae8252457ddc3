import { parseHeading } from './import/headings.ts'
import { findTitleLine } from './titleLine.ts'

/** The line, or lines (部, 卷), that a chapter's file begins with and that open a volume. */
export interface VolumeLine {
  /** Several are joined: 第一部 桃园 · 第一卷 起兵. */
  readonly title: string
  /** UTF-16 offset of the first one. */
  readonly from: number
  /** UTF-16 offset behind the last one, before its line ending. */
  readonly to: number
}

/**
 * Only above the chapter's heading: a file that has no other heading is a chapter with that title. `name`: the
 * file's, without its number.
 */
export function findVolumeLine(text: string, name = ''): VolumeLine | undefined {
  const heading = findTitleLine(text, false, name)
  if (heading === undefined) return undefined
  const titles: string[] = []
  let first = 0
  let last = 0
  let from = 0
  for (const [index, piece] of text
    .slice(0, heading.from)
    .split(/(\r\n|\r|\n)/)
    .entries()) {
    if (index % 2 === 0 && piece.trim() !== '') {
      const parsed = parseHeading(piece)
      if (parsed?.kind !== 'volume') break
      if (titles.length === 0) first = from
      titles.push(parsed.title)
      last = from + piece.length
    }
    from += piece.length
  }
  return titles.length === 0 ? undefined : { title: titles.join(' · '), from: first, to: last }
}
