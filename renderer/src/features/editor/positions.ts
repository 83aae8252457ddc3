/**
 * Two ways to count the same chapter. The editor counts every line break as one position; the stored text
 * counts UTF-16 units, so CRLF is two. Everything here is pure.
 */
export type LineEnding = '\n' | '\r\n' | '\r'

export interface StoredLines {
  readonly lines: readonly string[]
  /** One per line break: `endings[i]` stands between `lines[i]` and `lines[i + 1]`. */
  readonly endings: readonly LineEnding[]
}

/** Splits stored text at every `\r\n`, `\n` and lone `\r`. An empty text is one empty line. */
export const splitStored = (text: string): StoredLines => {
  const lines: string[] = []
  const endings: LineEnding[] = []
  let start = 0
  for (const match of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push(text.slice(start, match.index))
    // The pattern matches nothing but the three endings.
    endings.push(match[0] as LineEnding)
    start = match.index + match[0].length
  }
  lines.push(text.slice(start))
  return { lines, endings }
}

/** Joins lines with their own endings: the inverse of `splitStored` for endings made by `separable`. */
export const joinStored = ({ lines, endings }: StoredLines): string => {
  const parts: string[] = []
  for (let index = 0; index < lines.length; index++) {
    parts.push(lines[index] ?? '')
    if (index < lines.length - 1) parts.push(endings[index] ?? '\n')
  }
  return parts.join('')
}

/**
 * Keeps a lone `\r` from meeting a `\n`: with an empty line between them they would be read back as one
 * CRLF and the line would be lost. Such a `\r` becomes `\n`. `isEmpty` tells whether a line has no text.
 */
export const separable = (
  endings: readonly LineEnding[],
  isEmpty: (line: number) => boolean,
): readonly LineEnding[] => {
  if (!endings.includes('\r')) return endings
  const endingsOfText = [...endings]
  for (let index = endingsOfText.length - 2; index >= 0; index--) {
    if (endingsOfText[index] === '\r' && endingsOfText[index + 1] === '\n' && isEmpty(index + 1))
      endingsOfText[index] = '\n'
  }
  return endingsOfText
}

export interface PositionMap {
  /** Editor position → UTF-16 offset in the stored text. */
  toStored(position: number): number
  /** UTF-16 offset in the stored text → editor position; between `\r` and `\n` counts as before both. */
  toEditor(offsetUtf16: number): number
}

/** How many of the sorted `values` are below `limit`. */
const countBelow = (values: readonly number[], limit: number): number => {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] ?? 0) < limit) low = middle + 1
    else high = middle
  }
  return low
}

/** `crlfAt`: editor positions of the CRLF breaks, ascending. */
export const createPositionMap = (crlfAt: readonly number[]): PositionMap => {
  const storedStarts = crlfAt.map((position, index) => position + index)
  return {
    toStored: (position) => position + countBelow(crlfAt, position),
    toEditor: (offsetUtf16) => {
      const startCount = countBelow(storedStarts, offsetUtf16 - 1)
      const next = crlfAt[startCount]
      return next === undefined ? offsetUtf16 - startCount : Math.min(offsetUtf16 - startCount, next)
    },
  }
}

/** The editor positions of CRLF breaks, from the lengths of lines in UTF-16 units. */
export const crlfPositions = (lengths: Iterable<number>, endings: readonly LineEnding[]): number[] => {
  const positions: number[] = []
  let position = 0
  let line = 0
  for (const length of lengths) {
    position += length
    if (endings[line] === '\r\n') positions.push(position)
    position += 1
    line += 1
  }
  return positions
}
