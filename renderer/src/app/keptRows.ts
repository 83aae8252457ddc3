import type { DocumentSummary } from '#contract/documents.ts'

const isSame = (one: DocumentSummary, other: DocumentSummary): boolean =>
  one.hash === other.hash &&
  one.title === other.title &&
  one.kind === other.kind &&
  one.chapterNumber === other.chapterNumber &&
  one.characters === other.characters &&
  one.words === other.words &&
  one.unnumbered === other.unnumbered &&
  one.volume?.index === other.volume?.index &&
  one.volume?.title === other.volume?.title

/**
 * A new list of chapters with the objects of the one before where a chapter is the same, so that after a save only
 * the row of the chapter that was written in is drawn again.
 */
export const keptRows = (
  before: readonly DocumentSummary[] | null,
  next: readonly DocumentSummary[],
): readonly DocumentSummary[] => {
  if (before === null) return next
  const known = new Map(before.map((one) => [one.documentId, one]))
  return next.map((one) => {
    const old = known.get(one.documentId)
    return old !== undefined && isSame(old, one) ? old : one
  })
}
