import type { DocumentSummary } from '#contract/documents.ts'

type Standing = Pick<DocumentSummary, 'documentId' | 'volume'>

/** A volume whose line leaves the chapter that carried it: `to` gets it; without `to` nobody is left who could. */
export interface LeavingVolume {
  readonly title: string
  readonly to?: string
}

/** Whether the chapter at `at` begins a volume. */
export function beginsVolume(order: readonly Standing[], at: number): boolean {
  const index = order[at]?.volume?.index
  return index !== undefined && index !== order[at - 1]?.volume?.index
}

/**
 * What becomes of the volume that a chapter begins when it is moved, or goes: the next chapter of the volume gets its
 * line. A chapter that is all of its volume takes the line along to where no other chapter stands below it, which
 * would become part of the volume; else, and when it is deleted, the volume ends with it. Undefined: nothing changes.
 * `wanted`: the ids in their new order.
 */
export function fateOfVolume(
  order: readonly Standing[],
  documentId: string,
  wanted: readonly string[],
): LeavingVolume | undefined {
  const at = order.findIndex((one) => one.documentId === documentId)
  const volume = order[at]?.volume
  if (!volume || !beginsVolume(order, at)) return undefined
  const heir = order[at + 1]
  if (heir?.volume?.index === volume.index) return { title: volume.title, to: heir.documentId }
  const place = wanted.indexOf(documentId)
  const below = place < 0 ? -1 : order.findIndex((one) => one.documentId === wanted[place + 1])
  const staysWhole = place >= 0 && (below < 0 || beginsVolume(order, below))
  return staysWhole ? undefined : { title: volume.title }
}
