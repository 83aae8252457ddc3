import type { DocumentSummary } from '#contract/documents.ts'

type VolumeMember = Pick<DocumentSummary, 'documentId' | 'volume'>

/** One chapter behind another; without `after` it becomes the first. */
export interface Move {
  readonly documentId: string
  readonly after: string | null
}

/** Whether the chapter at `at` begins a volume. */
export const beginsVolume = (chapters: readonly VolumeMember[], at: number): boolean => {
  const index = chapters[at]?.volume?.index
  return index !== undefined && index !== chapters[at - 1]?.volume?.index
}

/**
 * One place towards the beginning. Below the chapter that begins its volume it is that one which moves: the chapter
 * itself would leave the volume. Null at the beginning.
 */
export const moveUp = (chapters: readonly VolumeMember[], documentId: string): Move | null => {
  const at = chapters.findIndex((each) => each.documentId === documentId)
  const above = chapters[at - 1]
  if (above === undefined) return null
  const isSecond = beginsVolume(chapters, at - 1) && !beginsVolume(chapters, at)
  if (isSecond) return { documentId: above.documentId, after: documentId }
  return { documentId, after: chapters[at - 2]?.documentId ?? null }
}

/**
 * To the place of another chapter: behind it when it comes from before, else before it. A chapter that begins a volume
 * stays in front: what comes from elsewhere joins its volume. Null where nothing would move.
 */
export const moveTo = (chapters: readonly VolumeMember[], documentId: string, place: string): Move | null => {
  const from = chapters.findIndex((each) => each.documentId === documentId)
  const to = chapters.findIndex((each) => each.documentId === place)
  if (from < 0 || to < 0 || from === to) return null
  if (from === to + 1) return moveUp(chapters, documentId)
  const isBehind = from < to || beginsVolume(chapters, to)
  return { documentId, after: isBehind ? place : (chapters[to - 1]?.documentId ?? null) }
}

/** One place towards the end; null at the end. */
export const moveDown = (chapters: readonly VolumeMember[], documentId: string): Move | null => {
  const at = chapters.findIndex((each) => each.documentId === documentId)
  const below = at < 0 ? undefined : chapters[at + 1]
  return below === undefined ? null : { documentId, after: below.documentId }
}

/** To the end of a volume, open or folded. Null where nothing would move. */
export const moveInto = (
  chapters: readonly VolumeMember[],
  documentId: string,
  index: number,
): Move | null => {
  const last = chapters.findLast(({ volume }) => volume?.index === index)
  const isThere = chapters.some((each) => each.documentId === documentId)
  if (last === undefined || !isThere || last.documentId === documentId) return null
  return { documentId, after: last.documentId }
}
