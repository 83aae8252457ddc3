import type { PassageTerms } from './bookTerms.ts'

/**
 * The passages that contain a term, in the order of the book: an inverted list (Zobel and Moffat 2006), so that a
 * query reads only what shares a term with it. The entries of term `id` are in [starts[id], starts[id + 1]).
 */
export interface Postings {
  readonly starts: Int32Array
  /** Place of the passage × 2^countBits + occurrences of the term. */
  readonly entries: Uint32Array
}

/** A passage has 500 characters, so that a count fits; and a million passages fit above it. */
export const countBits = 12
export const countMask = (1 << countBits) - 1
/** Some 3 ms. */
const passagesPerStep = 300

/** Four bytes an entry and four for each of the `size` terms; counting sort, in steps. */
export function* postingsSteps(passages: readonly PassageTerms[], size: number): Generator<void, Postings> {
  const starts = new Int32Array(size + 1)
  let total = 0
  for (const [at, { ids }] of passages.entries()) {
    total += ids.length
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] ?? 0
      starts[id] = (starts[id] ?? 0) + 1
    }
    if (at % passagesPerStep === passagesPerStep - 1) yield
  }
  // From the last passage to the first each entry takes the place in front of the one before it: no second array.
  let end = 0
  for (let id = 0; id <= size; id++) {
    end += starts[id] ?? 0
    starts[id] = end
  }
  yield
  const entries = new Uint32Array(total)
  for (let at = passages.length - 1; at >= 0; at--) {
    const { ids = none, counts = noCounts } = passages[at] ?? {}
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] ?? 0
      const place = (starts[id] ?? 0) - 1
      starts[id] = place
      entries[place] = (at << countBits) | Math.min(countMask, counts[i] ?? 0)
    }
    if (at % passagesPerStep === 0) yield
  }
  return { starts, entries }
}

const none = new Int32Array()
const noCounts = new Uint16Array()

/** Where the entries of a term end that lie in the first `total` passages; they begin at `starts[id]`. */
export function entriesEnd({ starts, entries }: Postings, id: number, total: number): number {
  let low = starts[id] ?? 0
  let high = starts[id + 1] ?? 0
  if (low >= high || (entries[high - 1] as number) >>> countBits < total) return high
  while (low < high) {
    const middle = (low + high) >> 1
    if ((entries[middle] as number) >>> countBits < total) low = middle + 1
    else high = middle
  }
  return low
}
