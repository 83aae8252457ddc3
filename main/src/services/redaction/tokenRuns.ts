/** As long as the shortest key that is looked for inside a run. */
const minUnits = 9
const runUnit = new Uint8Array(128)
for (const unit of '_+/=.~:%-') runUnit[unit.charCodeAt(0)] = 1
for (let code = 0; code < 128; code++) {
  if (/[A-Za-z0-9]/.test(String.fromCharCode(code))) runUnit[code] = 1
}
/** Words, also joined by dashes, have none of it; the prefixes may stand before capitals or small letters alone. */
const isTokenLike = /[0-9_]|[a-z][A-Z]|sk-|AKIA|AIza/

export interface TokenRuns {
  /** The runs, one a line. */
  readonly text: string
  /** Where a unit of `text` stands in the text that was read (UTF-16 offsets). */
  readonly place: (offset: number) => number
}

/**
 * The runs of a text that may hold a key: prose in any language has hardly one. A run covers one unit of each
 * `minUnits`, so that only these are looked at. Linear.
 */
export function tokenRuns(text: string): TokenRuns {
  const runs: string[] = []
  const starts: { readonly line: number; readonly from: number }[] = []
  let line = 0
  for (let at = minUnits - 1; at < text.length; at += minUnits) {
    if (!runUnit[text.charCodeAt(at)]) continue
    let from = at
    while (from > 0 && runUnit[text.charCodeAt(from - 1)]) from--
    let to = at + 1
    while (to < text.length && runUnit[text.charCodeAt(to)]) to++
    at = to
    if (to - from < minUnits) continue
    const run = text.slice(from, to)
    if (!isTokenLike.test(run)) continue
    runs.push(run)
    starts.push({ line, from })
    line += run.length + 1
  }
  const place = (offset: number) => {
    let low = 0
    for (let high = starts.length; high - low > 1; ) {
      const middle = (low + high) >> 1
      if ((starts[middle]?.line ?? 0) <= offset) low = middle
      else high = middle
    }
    const start = starts[low] ?? { line: 0, from: 0 }
    return offset - start.line + start.from
  }
  return { text: runs.join('\n'), place }
}
