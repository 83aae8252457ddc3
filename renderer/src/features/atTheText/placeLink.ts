/** A place in a book. */
interface Place {
  readonly projectId: string
  readonly documentId: string
  /** From the start of the chapter, in UTF-16 units as stored. */
  readonly offsetUtf16: number
}

/**
 * The link that opens a place in the desktop app; it holds ids and a number, no word of the book. Null: what is open has no
 * id that a link can name, as front matter.
 */
export const placeLink = ({ projectId, documentId, offsetUtf16 }: Place): string | null =>
  /^[\w-]{1,64}$/.test(projectId) && /^c_[\w-]{1,100}$/.test(documentId)
    ? `creonow://open/${projectId}/${documentId}?at=${offsetUtf16}`
    : null
