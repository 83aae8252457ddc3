import type { CodexEntry, Progression } from './entry.ts'

/** From where in the book an entry is looked at. */
export interface Standpoint {
  /** All documents in reading order. */
  readonly order: ReadonlyMap<string, number>
  readonly documentId: string
  /** Everything the point-of-view character may be called: id, name, aliases. Undefined: no such character. */
  readonly pointOfView: ReadonlySet<string> | undefined
}

export interface EntryAsOf {
  readonly entry: CodexEntry
  /** What has happened up to here, in reading order. */
  readonly progressions: readonly Progression[]
  /** Documents that progressions name and that do not exist: those progressions stay out. */
  readonly dangling: readonly string[]
}

/**
 * An entry as of a chapter: progressions that began at or before it and have not ended before it. Undefined when
 * the point-of-view character does not know of the entry at all. What cannot be placed stays out, because it may
 * be a secret.
 */
export function entryAsOf(entry: CodexEntry, standpoint: Standpoint): EntryAsOf | undefined {
  const { order, documentId, pointOfView } = standpoint
  if (!isKnown(entry.knownBy, pointOfView)) return undefined
  const here = order.get(documentId) ?? -1
  const dangling: string[] = []
  const placed: { readonly progression: Progression; readonly from: number }[] = []
  for (const progression of entry.progressions) {
    const from = order.get(progression.from)
    const to = progression.to === undefined ? Number.POSITIVE_INFINITY : order.get(progression.to)
    if (from === undefined) dangling.push(progression.from)
    if (to === undefined && progression.to !== undefined) dangling.push(progression.to)
    if (from === undefined || to === undefined) continue
    if (from <= here && here <= to && isKnown(progression.knownBy, pointOfView)) {
      placed.push({ progression, from })
    }
  }
  const progressions = placed.toSorted((a, b) => a.from - b.from).map(({ progression }) => progression)
  return { entry, progressions, dangling }
}

function isKnown(
  knownBy: readonly string[] | undefined,
  pointOfView: ReadonlySet<string> | undefined,
): boolean {
  if (knownBy === undefined || pointOfView === undefined) return true
  return knownBy.some((who) => pointOfView.has(who.trim()))
}
