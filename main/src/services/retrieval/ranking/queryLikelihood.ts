import type { BookTerms } from './bookTerms.ts'
import { countBits, countMask, entriesEnd } from './postings.ts'
import type { PrecedingChapters } from './precedingChapters.ts'

/** A term of a query. A name has the bigrams of all its forms; what it counts is the rarest of a form's. */
export interface QueryTerm {
  readonly kind: 'name' | 'word' | 'single' | 'pair'
  readonly forms: readonly (readonly number[])[]
  readonly weight: number
  /** Other characters with the same meaning, with what one of them counts; then it counts `own` itself. */
  readonly similar?: {
    readonly own: number
    readonly substitutes: readonly { readonly id: number; readonly counts: number }[]
  }
}

/**
 * Shares of the passage, of the two next to it, of those next to these, of the chapter; and of the book beneath all.
 */
const shares = { own: 0.32, adjacent: 0.06, near: 0.03, chapter: 0.13, book: 0.46 }
const nameShares = { own: 0.3, adjacent: 0.2, near: 0.1, chapter: 0.2, book: 0.2 }

/**
 * Smoothed query likelihood (Ponte and Croft 1998; Zhai and Lafferty 2004): Σ w · ln(1 + P(t|passage) / (λ ·
 * P(t|book))), P mixed from the passage, its neighbours and its chapter; terms of the chapter's title count there
 * once more as often as in the book. The logarithm makes a soft AND: the neighbours can supply a term that a passage
 * lacks. The shares are explained in docs/retrieval.md.
 */
export function rankByQuery(
  book: BookTerms,
  preceding: PrecedingChapters,
  terms: readonly QueryTerm[],
): Float64Array {
  const { chapters, chapterStarts, chapterOf, titles } = preceding
  const lengths = preceding.lengths.map((length) => Math.max(1, length))
  const ofChapters = new Float64Array(chapters)
  for (const [at, chapter] of chapterOf.entries())
    ofChapters[chapter] = (ofChapters[chapter] ?? 0) + (lengths[at] ?? 0)
  const scores = new Float64Array(lengths.length)
  const matched = new Uint8Array(lengths.length)
  const times = new Float64Array(lengths.length)
  const countsByChapter = new Float64Array(chapters)
  for (const { kind, forms, weight, similar = { own: 1, substitutes: [] } } of terms) {
    times.fill(0)
    for (const form of forms) countForm(preceding, form, times, similar.own)
    for (const { id, counts } of similar.substitutes) countForm(preceding, [id], times, counts)
    countsByChapter.fill(0)
    for (const [at, count] of times.entries()) {
      if (count === 0) continue
      matched[at] = 1
      const chapter = chapterOf[at] ?? 0
      countsByChapter[chapter] = (countsByChapter[chapter] ?? 0) + count
    }
    const share = kind === 'name' ? nameShares : shares
    const inBook =
      Math.max(
        1,
        forms.reduce((sum, form) => sum + rarest(form, book.occurrences), 0),
      ) / book.length
    for (let chapter = 0; chapter < chapters; chapter++) {
      const inChapter = countsByChapter[chapter] ?? 0
      const isTitle = forms.some((form) => form.every((id) => titles[chapter]?.has(id)))
      if (inChapter === 0 && !isTitle) continue
      const [from, to] = [chapterStarts[chapter] ?? 0, chapterStarts[chapter + 1] ?? 0]
      const ofChapter = (share.chapter * inChapter) / (ofChapters[chapter] ?? 1) + (isTitle ? inBook : 0)
      const scoreOf = (p: number) => weight * Math.log(1 + p / (share.book * inBook))
      const around = (at: number, distance: number) => {
        const [left, right] = [at - distance, at + distance]
        const has = (left >= from ? (times[left] ?? 0) : 0) + (right < to ? (times[right] ?? 0) : 0)
        if (has === 0) return 0
        return has / ((left >= from ? (lengths[left] ?? 0) : 0) + (right < to ? (lengths[right] ?? 0) : 0))
      }
      // A passage without the term, whose neighbours lack it too, has only the chapter's share.
      const elsewhere = scoreOf(ofChapter)
      for (let at = from; at < to; at++) {
        const p =
          (share.own * (times[at] ?? 0)) / (lengths[at] ?? 1) +
          share.adjacent * around(at, 1) +
          share.near * around(at, 2) +
          ofChapter
        scores[at] = (scores[at] ?? 0) + (p === ofChapter ? elsewhere : scoreOf(p))
      }
    }
  }
  // A passage without any term of the query is only a neighbour of an answer.
  return scores.map((score, at) => (matched[at] === 1 ? score : 0))
}

/** Adds to `times` how often each passage contains a form, each time as so much. */
function countForm(
  { postings }: PrecedingChapters,
  form: readonly number[],
  times: Float64Array,
  counts: number,
): void {
  const { starts, entries } = postings
  const range = (id: number) => ({ next: starts[id] ?? 0, to: entriesEnd(postings, id, times.length) })
  const [first, ...restRanges] = form.map(range).sort((x, y) => x.to - x.next - (y.to - y.next))
  if (first === undefined) return
  for (let i = first.next; i < first.to; i++) {
    const entry = entries[i] ?? 0
    const at = entry >>> countBits
    let smallest = entry & countMask
    for (const other of restRanges) {
      while (other.next < other.to && (entries[other.next] ?? 0) >>> countBits < at) other.next++
      const same = other.next < other.to && (entries[other.next] ?? 0) >>> countBits === at
      smallest = Math.min(smallest, same ? (entries[other.next] ?? 0) & countMask : 0)
    }
    times[at] = (times[at] ?? 0) + counts * smallest
  }
}

/** A phrase occurs no more often than the rarest of its parts. */
function rarest(form: readonly number[], of: (id: number) => number): number {
  let smallest = Number.POSITIVE_INFINITY
  for (const id of form) smallest = Math.min(smallest, of(id))
  return smallest === Number.POSITIVE_INFINITY ? 0 : smallest
}
