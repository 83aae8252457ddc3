import type { DocumentSummary } from '#contract/documents.ts'

type Standing = Pick<DocumentSummary, 'documentId' | 'volume'>

/** One chapter behind another; without `after` it becomes the first. */
export interface Move {
  readonly documentId: string
  readonly after: string | null
}

/** Whether the chapter at `at` begins a volume. */
export const beginsVolume = (chapters: readonly Standing[], at: number): boolean => {
  const index = chapters[at]?.volume?.index
  return index !== undefined && index !== chapters[at - 1]?.volume?.index
}

/**
 * One place towards the beginning. Below the chapter that begins its volume it is that one which moves: the chapter
 * itself would leave the volume. Null at the beginning.
 */
export const moveUp = (chapters: readonly Standing[], documentId: string): Move | null => {
  const at = chapters.findIndex((one) => one.documentId === documentId)
  const above = chapters[at - 1]
  if (above === undefined) return null
  const isSecond = beginsVolume(chapters, at - 1) && !beginsVolume(chapters, at)
  if (isSecond) return { documentId: above.documentId, after: documentId }
  return { documentId, after: chapters[at - 2]?.documentId ?? null }
}

/** One place towards the end; null at the end. */
export const moveDown = (chapters: readonly Standing[], documentId: string): Move | null => {
  const at = chapters.findIndex((one) => one.documentId === documentId)
  const below = at < 0 ? undefined : chapters[at + 1]
  return below === undefined ? null : { documentId, after: below.documentId }
}
