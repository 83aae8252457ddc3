import type { DocumentSummary } from '#contract/documents.ts'
import { chapterPositions } from '../../lib/chapterPositions.ts'
import type { OpenThread, ThreadQuery } from '../sources/index.ts'
import type { AnchorPlace } from './anchors.ts'
import { type BookUse, nearScore, pageOf, relevance, type ThreadWords } from './relevance.ts'
import type { StoredMark, StoredThread } from './threadsFile.ts'

/** The threads of a book with all that decides which of them a prompt gets. */
export interface BookThreads {
  /** In the order of the file. */
  readonly threads: readonly StoredThread[]
  /** Where their marks are; undefined: lost. */
  readonly places: ReadonlyMap<StoredMark['anchor'], AnchorPlace | undefined>
  /** Chapters in the order of the book. */
  readonly outline: readonly DocumentSummary[]
  /** By id of the thread. */
  readonly words: ReadonlyMap<string, ThreadWords>
  /** How common these words are. */
  readonly use: BookUse
  /** Everything that the chapter's point-of-view character is called; undefined: none is stated. */
  readonly pov: ReadonlySet<string> | undefined
  /** All names of an entry or a name. */
  namesOf(who: string): readonly string[]
}

/** Open, due in a chapter of the book, and there is text behind that chapter. */
export function isOverdue({ state, due }: StoredThread, outline: readonly DocumentSummary[]): boolean {
  if (due === undefined || state === 'paid' || state === 'dropped') return false
  const at = chapterPositions(outline).get(due)
  return at !== undefined && outline.slice(at + 1).some(({ characters }) => characters > 0)
}

/**
 * The threads that are open at a cursor and due there, or near it. A mark counts from its place in the book on: what is
 * planted behind the cursor is not planted, what is paid behind it is open.
 */
export function threadLines(
  book: BookThreads,
  query: ThreadQuery,
): { readonly threads: readonly OpenThread[]; readonly missing: readonly string[] } {
  const order = chapterPositions(book.outline)
  const current = order.get(query.documentId)
  const page = pageOf(query.windowText)
  const missing: string[] = []
  const isBeforeCursor = ({ anchor }: StoredMark) => {
    const place = book.places.get(anchor)
    const at = place && order.get(place.documentId)
    if (!place || at === undefined || current === undefined) return false
    return at < current || (at === current && place.to <= query.cursorPosition)
  }

  function lineOf(thread: StoredThread): OpenThread[] {
    const { id, title, state, marks, from, due, knownBy } = thread
    if (current === undefined || state === 'dropped') return []
    // What the author has opened again is open, whatever was once its payment.
    const payments = state === 'paid' ? marks.filter(({ role }) => role === 'paid') : []
    const isClosed = state === 'paid' && !payments.some(({ anchor }) => book.places.get(anchor))
    if (isClosed || payments.some(isBeforeCursor)) return []
    if (from !== undefined && (order.get(from) ?? Number.POSITIVE_INFINITY) > current) return []
    if (
      knownBy &&
      book.pov &&
      !knownBy.some((who) =>
        book
          .namesOf(who)
          .concat(who)
          .some((name) => book.pov?.has(name)),
      )
    )
      return []
    const planted = marks.filter(({ role }) => role !== 'paid')
    const last = planted.filter(isBeforeCursor)
    if (last.length === 0) {
      if (planted.length > 0 && planted.every(({ anchor }) => !book.places.get(anchor))) missing.push(id)
      return []
    }
    const sentence = last.find(({ role }) => role === 'planted') ?? last[0]
    const place = sentence && book.places.get(sentence.anchor)
    const dueAt = due === undefined ? undefined : order.get(due)
    const words = book.words.get(id)
    const { score, terms } = words ? relevance(page, words, book.use) : { score: 0, terms: [] }
    const why =
      dueAt === current
        ? 'due'
        : dueAt !== undefined && dueAt < current
          ? 'overdue'
          : score >= nearScore
            ? 'near'
            : undefined
    if (!sentence || !place || why === undefined) return []
    const chapter = book.outline[order.get(place.documentId) ?? -1]?.title ?? ''
    return [{ id, title, sentence: sentence.anchor.exact, chapter, why, terms }]
  }

  return { threads: book.threads.flatMap(lineOf), missing }
}
