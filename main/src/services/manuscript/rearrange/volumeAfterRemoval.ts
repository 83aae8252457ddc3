import type { DocumentSummary } from '#contract/documents.ts'

type ChapterVolume = Pick<DocumentSummary, 'documentId' | 'volume'>

/** A volume whose line leaves the chapter that carried it: `to` gets it; without `to` nobody is left who could. */
export interface LeavingVolume {
  readonly title: string
  readonly to?: string
}

/** Whether the chapter at `at` begins a volume. */
export function beginsVolume(order: readonly ChapterVolume[], at: number): boolean {
  const index = order[at]?.volume?.index
  return index !== undefined && index !== order[at - 1]?.volume?.index
}

/**
 * What becomes of the volume that a chapter starts when it is moved or deleted: the next chapter of the volume gets
 * its line. A chapter that is all of its volume takes the line along to a place with no other chapter below it, which
 * would become part of the volume; else, and when it is deleted, the volume ends with it. Undefined: nothing changes.
 * `newOrder`: the ids in their new order.
 */
export function volumeAfterRemoval(
  order: readonly ChapterVolume[],
  documentId: string,
  newOrder: readonly string[],
): LeavingVolume | undefined {
  const at = order.findIndex((document) => document.documentId === documentId)
  const volume = order[at]?.volume
  if (!volume || !beginsVolume(order, at)) return undefined
  const nextChapter = order[at + 1]
  if (nextChapter?.volume?.index === volume.index) return { title: volume.title, to: nextChapter.documentId }
  const place = newOrder.indexOf(documentId)
  const below = place < 0 ? -1 : order.findIndex((document) => document.documentId === newOrder[place + 1])
  const staysWhole = place >= 0 && (below < 0 || beginsVolume(order, below))
  return staysWhole ? undefined : { title: volume.title }
}
