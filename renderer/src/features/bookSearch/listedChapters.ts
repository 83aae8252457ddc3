interface Placed {
  readonly documentId: string
  readonly title: string
}

/** Places in the order of the book, by chapter. */
export const inChapters = <T extends Placed>(
  places: readonly T[],
): readonly (Placed & { readonly hits: readonly T[] })[] => {
  const chapters = new Map<string, Placed & { readonly hits: T[] }>()
  for (const place of places) {
    const { documentId, title } = place
    const chapter = chapters.get(documentId) ?? { documentId, title, hits: [] }
    chapter.hits.push(place)
    chapters.set(documentId, chapter)
  }
  return [...chapters.values()]
}
