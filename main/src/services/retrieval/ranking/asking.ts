import type { BookTerms } from './bookTerms.ts'
import type { Past } from './past.ts'

/** A term of a query. A name has the bigrams of all its forms; what it counts is the rarest of a form's. */
export interface AskedTerm {
  readonly kind: 'name' | 'word' | 'single' | 'pair'
  readonly forms: readonly (readonly number[])[]
  readonly weight: number
}

/** Shares of the passage, of the two beside it, of those beside these, of the chapter; and of the book beneath all. */
const shares = { own: 0.35, beside: 0.07, near: 0, chapter: 0.16, book: 0.42 }
const nameShares = { own: 0.3, beside: 0.2, near: 0.1, chapter: 0.2, book: 0.2 }

/**
 * Smoothed query likelihood (Ponte and Croft 1998; Zhai and Lafferty 2004): Σ w · ln(1 + P(t|passage) / (λ · P(t|book))),
 * P mixed from the passage, its neighbours and its chapter. The logarithm makes a soft AND: what a passage lacks, its
 * surroundings can pay for. docs/retrieval.md says where the shares come from
 */
export function rankAsked(book: BookTerms, past: Past, terms: readonly AskedTerm[]): Float64Array {
  const counts = countAsked(book, past, terms)
  const scores = new Float64Array(past.terms.length)
  const holds = new Uint8Array(past.terms.length)
  const lengths = Float64Array.from(past.terms, ({ length }) => Math.max(1, length))
  const bounds = chapterBounds(past)
  for (const [t, { kind, forms, weight }] of terms.entries()) {
    const times = counts[t] ?? new Float64Array()
    const share = kind === 'name' ? nameShares : shares
    const inBook =
      Math.max(
        1,
        forms.reduce((sum, form) => sum + rarest(form, book.occurrences), 0),
      ) / book.length
    for (const [from, to] of bounds) {
      let held = 0
      let length = 0
      for (let at = from; at < to; at++) {
        held += times[at] ?? 0
        length += lengths[at] ?? 0
      }
      if (held === 0) continue
      const ofChapter = (share.chapter * held) / length
      const around = (at: number, distance: number) => {
        const [left, right] = [at - distance, at + distance]
        const has = (left >= from ? (times[left] ?? 0) : 0) + (right < to ? (times[right] ?? 0) : 0)
        if (has === 0) return 0
        return has / ((left >= from ? (lengths[left] ?? 0) : 0) + (right < to ? (lengths[right] ?? 0) : 0))
      }
      for (let at = from; at < to; at++) {
        if ((times[at] ?? 0) > 0) holds[at] = 1
        const p =
          (share.own * (times[at] ?? 0)) / (lengths[at] ?? 1) +
          share.beside * around(at, 1) +
          (share.near === 0 ? 0 : share.near * around(at, 2)) +
          ofChapter
        scores[at] = (scores[at] ?? 0) + weight * Math.log(1 + p / (share.book * inBook))
      }
    }
  }
  // What holds nothing that is asked only stands beside an answer.
  return scores.map((score, at) => (holds[at] === 1 ? score : 0))
}

/** For each term how often each passage holds it. */
function countAsked(book: BookTerms, past: Past, terms: readonly AskedTerm[]): Float64Array[] {
  const slots = new Int16Array(book.size)
  const wanted = [...new Set(terms.flatMap(({ forms }) => forms.flat()))]
  for (const [at, id] of wanted.entries()) slots[id] = at + 1
  const slotted = terms.map(({ forms }) => forms.map((form) => form.map((id) => slots[id] ?? 0)))
  const found = terms.map(() => new Float64Array(past.terms.length))
  const here = new Float64Array(wanted.length + 1)
  for (const [at, { ids, counts }] of past.terms.entries()) {
    here.fill(0)
    for (let i = 0; i < ids.length; i++) {
      const slot = slots[ids[i] ?? 0] ?? 0
      if (slot > 0) here[slot] = counts[i] ?? 0
    }
    for (const [t, forms] of slotted.entries()) {
      const column = found[t]
      if (column) column[at] = forms.reduce((sum, form) => sum + rarest(form, (slot) => here[slot] ?? 0), 0)
    }
  }
  return found
}

/** A phrase occurs no more often than the rarest of its parts. */
function rarest(form: readonly number[], of: (id: number) => number): number {
  let least = Number.POSITIVE_INFINITY
  for (const id of form) least = Math.min(least, of(id))
  return least === Number.POSITIVE_INFINITY ? 0 : least
}

function chapterBounds({ chapterOf, chapters }: Past): (readonly [from: number, to: number])[] {
  const starts = Array.from({ length: chapters }, () => -1)
  for (const [at, chapter] of chapterOf.entries()) if (starts[chapter] === -1) starts[chapter] = at
  return starts.map((from, chapter) => [from, starts[chapter + 1] ?? chapterOf.length])
}
