interface Line {
  readonly text: string
  /** Empty behind the last line. */
  readonly end: string
}

/** A text as a form holds it: line feeds only. */
export const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

/**
 * A form's text with the line endings that the file had: each where its line still stands, the file's commonest
 * where lines were written anew. What the author did not touch keeps its bytes.
 */
export function withEndingsOf(before: string, text: string): string {
  if (!before.includes('\r')) return text
  const old = linesOf(before)
  const lines = text.split('\n')
  const limit = Math.min(old.length, lines.length)
  let head = 0
  while (head < limit && old[head]?.text === lines[head]) head += 1
  let tail = 0
  while (tail < limit - head && old.at(-1 - tail)?.text === lines.at(-1 - tail)) tail += 1
  const usual = commonestEnd(old)
  const endOf = (at: number) => {
    if (at === lines.length - 1) return ''
    const behind = at - lines.length
    const unchanged = at < head ? old[at] : behind >= -tail ? old.at(behind) : undefined
    return unchanged?.end || usual
  }
  // A lone CR before an empty line that ends with LF would be read as the one ending CRLF.
  const isSwallowed = (at: number) => endOf(at) === '\r' && lines[at + 1] === '' && endOf(at + 1) === '\n'
  return lines.map((line, at) => `${line}${isSwallowed(at) ? '\r\n' : endOf(at)}`).join('')
}

function linesOf(text: string): readonly Line[] {
  const ends = text.match(/\r\n|\r|\n/g) ?? []
  return text.split(/\r\n|\r|\n/).map((line, at) => ({ text: line, end: ends[at] ?? '' }))
}

function commonestEnd(lines: readonly Line[]): string {
  const count = (end: string) => lines.filter((line) => line.end === end).length
  return ['\n', '\r\n', '\r'].reduce((best, end) => (count(end) > count(best) ? end : best))
}
