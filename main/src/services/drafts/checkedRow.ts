import type { AnswerFact, AnswerRow, DraftKind } from './draftAnswer.ts'
import type { OwnQuote, QuotePlaces } from './quotePlace.ts'

/** A sentence of the book. */
export interface Evidence extends OwnQuote {
  /** The chapter that has it. */
  readonly documentId: string
}

/** A row of which every sentence stands in the book. */
export interface CheckedRow {
  /** As the model calls it. */
  readonly name: string
  /** What it is. */
  readonly kind: DraftKind
  /** Whether a chapter of the request has the name. */
  readonly isNamed: boolean
  /** Other names whose sentence has them. */
  readonly aliases: readonly { readonly text: string; readonly evidence: Evidence }[]
  /** What is stated, each with its sentence. */
  readonly facts: readonly CheckedFact[]
}

/** A statement whose sentence stands in its chapter. */
interface CheckedFact extends Pick<AnswerFact, 'field' | 'value' | 'certainty'> {
  readonly evidence: Evidence
}

/** What was left out of answers. */
export interface Dropped {
  /** Statements whose sentence stands nowhere in the chapters of their request. */
  readonly notInText: number
  /** Statements whose sentence is of another chapter than they say. */
  readonly otherChapter: number
  /** Rows and statements that lack a part, or were cut off. */
  readonly incomplete: number
}

/** A chapter of a request. */
export interface ReadChapter {
  /** Its id. */
  readonly documentId: string
  /** As it is now. */
  readonly text: string
  /** Of that text. */
  readonly places: QuotePlaces
}

/** Checks a row against the chapters of its request, in their order; undefined: a chapter that is gone. */
export function checkRow(
  row: AnswerRow,
  chapters: readonly (ReadChapter | undefined)[],
): { readonly row: CheckedRow; readonly dropped: Dropped } {
  const dropped = { notInText: 0, otherChapter: 0, incomplete: 0 }
  const anywhere = (quote: string): Evidence | undefined => {
    for (const chapter of chapters) {
      const own = chapter?.places.find(quote)
      if (own && chapter) return { ...own, documentId: chapter.documentId }
    }
    return undefined
  }
  const aliases = row.aliases.flatMap(({ text, quote }) => {
    const evidence = text === row.name ? undefined : anywhere(quote)
    if (evidence?.quote.includes(text)) return [{ text, evidence }]
    if (text !== row.name) dropped.notInText += 1
    return []
  })
  const facts = row.facts.flatMap(({ field, value, certainty, quote, chapter }): CheckedFact[] => {
    const place = chapters.length === 1 ? chapters[0] : chapters[(chapter ?? 0) - 1]
    const own = place?.places.find(quote)
    if (own && place) return [{ field, value, certainty, evidence: { ...own, documentId: place.documentId } }]
    if (anywhere(quote)) dropped.otherChapter += 1
    else dropped.notInText += 1
    return []
  })
  const isNamed = chapters.some((chapter) => chapter?.text.includes(row.name))
  return { row: { name: row.name, kind: row.kind, isNamed, aliases, facts }, dropped }
}
