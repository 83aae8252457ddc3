import type { DocumentSummary } from '#contract/documents.ts'
import { chapterPositions } from '../../lib/chapterPositions.ts'
import type { ChosenThread, OpenThread, ThreadQuery } from '../sources/index.ts'
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

/** Where a prompt is made. */
type Cursor = Pick<ThreadQuery, 'documentId' | 'cursorPosition'>

/**
 * A thread as it is at a cursor: its line while it is open; `missing` when none of its sentences is found in the book;
 * else undefined. A mark counts from its place in the book on: what is planted behind the cursor is not planted, what is
 * paid behind it is open.
 */
export function openThread(
  book: Pick<BookThreads, 'places' | 'outline' | 'pov' | 'namesOf'>,
  { id, title, state, marks, from, due, knownBy }: StoredThread,
  cursor: Cursor,
): OpenThread | 'missing' | undefined {
  const order = chapterPositions(book.outline)
  const current = order.get(cursor.documentId)
  if (current === undefined || state === 'dropped') return undefined
  const isBeforeCursor = ({ anchor }: StoredMark) => {
    const place = book.places.get(anchor)
    const at = place && order.get(place.documentId)
    if (!place || at === undefined) return false
    return at < current || (at === current && place.to <= cursor.cursorPosition)
  }
  // What the author has opened again is open, whatever was once its payment.
  const payments = state === 'paid' ? marks.filter(({ role }) => role === 'paid') : []
  const isClosed = state === 'paid' && !payments.some(({ anchor }) => book.places.get(anchor))
  if (isClosed || payments.some(isBeforeCursor)) return undefined
  if (from !== undefined && (order.get(from) ?? Number.POSITIVE_INFINITY) > current) return undefined
  const knows = (who: string) => [who, ...book.namesOf(who)].some((name) => book.pov?.has(name))
  if (knownBy && book.pov && !knownBy.some(knows)) return undefined
  const planted = marks.filter(({ role }) => role !== 'paid')
  const last = planted.filter(isBeforeCursor)
  const sentence = last.find(({ role }) => role === 'planted') ?? last[0]
  const place = sentence && book.places.get(sentence.anchor)
  if (!sentence || !place)
    return planted.length > 0 && planted.every(({ anchor }) => !book.places.get(anchor))
      ? 'missing'
      : undefined
  const titleAt = (at: number | undefined) => book.outline[at ?? -1]?.title ?? ''
  const dueAt = due === undefined ? undefined : order.get(due)
  return {
    ...{ id, title, sentence: sentence.anchor.exact, chapter: titleAt(order.get(place.documentId)) },
    ...(dueAt !== undefined && { due: titleAt(dueAt) }),
  }
}

/** The threads that are open at a cursor and due there, or near it. */
export function threadLines(
  book: BookThreads,
  query: ThreadQuery,
): { readonly threads: readonly ChosenThread[]; readonly missing: readonly string[] } {
  const order = chapterPositions(book.outline)
  const current = order.get(query.documentId)
  const page = pageOf(query.windowText)
  const missing: string[] = []
  const threads = book.threads.flatMap((stored): ChosenThread[] => {
    const line = openThread(book, stored, query)
    if (line === 'missing') missing.push(stored.id)
    if (line === undefined || line === 'missing' || current === undefined) return []
    const dueAt = stored.due === undefined ? undefined : order.get(stored.due)
    if (dueAt !== undefined && dueAt <= current)
      return [{ ...line, why: dueAt === current ? 'due' : 'overdue', terms: [] }]
    const words = book.words.get(stored.id)
    const { score, terms } = words ? relevance(page, words, book.use) : { score: 0, terms: [] }
    return score >= nearScore ? [{ ...line, why: 'near', terms }] : []
  })
  return { threads, missing }
}
