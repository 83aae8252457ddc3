export interface DiffLine {
  readonly state: 'same' | 'added' | 'removed'
  readonly text: string
}

export type DiffRow =
  | DiffLine
  | { readonly state: 'changed'; readonly before: string; readonly text: string }
  /** A run of lines that stayed as they were and are not shown. */
  | { readonly state: 'folded'; readonly count: number }

/**
 * The lines of two texts, those of `after` in their order with what was removed where it stood. What begins and
 * ends alike costs nothing; null when the rest needs more than `maxEdits` lines added or removed.
 */
export const diffLines = (before: string, after: string, maxEdits = 1500): DiffLine[] | null => {
  const old = before.split('\n')
  const now = after.split('\n')
  const shorter = Math.min(old.length, now.length)
  let head = 0
  while (head < shorter && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1
  const middle = shortestEdits(
    old.slice(head, old.length - tail),
    now.slice(head, now.length - tail),
    maxEdits,
  )
  if (middle === null) return null
  return [...now.slice(0, head).map(same), ...middle, ...now.slice(now.length - tail).map(same)]
}

const same = (text: string): DiffLine => ({ state: 'same', text })

/** Myers, "An O(ND) Difference Algorithm and Its Variations" (1986). */
const shortestEdits = (old: readonly string[], now: readonly string[], maxEdits: number) => {
  const limit = Math.min(maxEdits, old.length + now.length)
  // On each diagonal k = x - y, how many lines of `old` are behind us with the edits so far.
  const reached = new Int32Array(2 * limit + 3)
  const middle = limit + 1
  const trace: Int32Array[] = []
  for (let edits = 0; edits <= limit; edits += 1) {
    trace.push(reached.slice(middle - edits - 1, middle + edits + 2))
    for (let k = -edits; k <= edits; k += 2) {
      const from = stepFrom((diagonal) => reached[middle + diagonal] ?? 0, k, edits)
      let x = from.k > k ? from.x : from.x + 1
      while (x < old.length && x - k < now.length && old[x] === now[x - k]) x += 1
      reached[middle + k] = x
      if (x >= old.length && x - k >= now.length) return walkBack(old, now, trace)
    }
  }
  return null
}

/** The neighbour diagonal that got furthest: from above a line is added, from below one is removed. */
const stepFrom = (at: (k: number) => number, k: number, edits: number) => {
  const adds = k === -edits || (k !== edits && at(k - 1) < at(k + 1))
  return adds ? { k: k + 1, x: at(k + 1) } : { k: k - 1, x: at(k - 1) }
}

const walkBack = (old: readonly string[], now: readonly string[], trace: readonly Int32Array[]) => {
  const lines: DiffLine[] = []
  let x = old.length
  let y = now.length
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const from = stepFrom((k) => trace[edits]?.[k + edits + 1] ?? 0, x - y, edits)
    const adds = from.k > x - y
    const start = adds ? from.x : from.x + 1
    for (; x > start; x -= 1, y -= 1) lines.push(same(old[x - 1] ?? ''))
    lines.push(
      adds ? { state: 'added', text: now[y - 1] ?? '' } : { state: 'removed', text: old[x - 1] ?? '' },
    )
    x = from.x
    y = from.x - from.k
  }
  for (; x > 0; x -= 1) lines.push(same(old[x - 1] ?? ''))
  return lines.reverse()
}

/** One row for a line rewritten in its place, and long runs of equal lines folded but for one at each end. */
export const foldRows = (lines: readonly DiffLine[]): DiffRow[] => {
  const rows: DiffRow[] = []
  for (let from = 0; from < lines.length; ) {
    const isSame = lines[from]?.state === 'same'
    let to = from
    while (to < lines.length && (lines[to]?.state === 'same') === isSame) to += 1
    const run = lines.slice(from, to)
    rows.push(...(isSame ? foldSame(run, from === 0, to === lines.length) : pairEdits(run)))
    from = to
  }
  return rows
}

const foldSame = (run: readonly DiffLine[], first: boolean, last: boolean): DiffRow[] => {
  const ahead = first ? 0 : 1
  const behind = last ? 0 : 1
  const count = run.length - ahead - behind
  if (count < 2) return [...run]
  return [...run.slice(0, ahead), { state: 'folded', count }, ...run.slice(run.length - behind)]
}

/** As many gone as new in one place: most likely the same lines, rewritten. */
const pairEdits = (run: readonly DiffLine[]): DiffRow[] => {
  const gone = run.filter(({ state }) => state === 'removed')
  const come = run.filter(({ state }) => state === 'added')
  if (gone.length !== come.length) return [...gone, ...come]
  return come.map(({ text }, index) => ({ state: 'changed', before: gone[index]?.text ?? '', text }))
}
