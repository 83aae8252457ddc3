import { aliasName, type CodexEntry, type Progression, type Relation } from './entry.ts'

/** The chapter and the character from whose view an entry is read. */
export interface Standpoint {
  /** All documents in reading order. */
  readonly order: ReadonlyMap<string, number>
  readonly documentId: string
  /** Everything the point-of-view character may be called: id, name, aliases. Undefined: no such character. */
  readonly pointOfView: ReadonlySet<string> | undefined
}

/** The content of an entry as of a chapter, and the faults of the chapters it names. */
export interface EntryAsOf {
  readonly entry: CodexEntry
  /** False: nobody is aware of it yet, or not the point-of-view character. Then it has no content. */
  readonly isVisible: boolean
  readonly aliases: readonly string[]
  readonly relations: readonly Relation[]
  /** What has happened up to here, in reading order. */
  readonly progressions: readonly Progression[]
  /** Chapters it names that do not exist: what depends on them stays out. */
  readonly dangling: readonly string[]
  /** Spans whose end is before their start, because chapters were moved: they last from their start on. */
  readonly turned: number
}

interface Span {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * An entry as of a chapter: what starts at or before it and has not ended before it. What cannot be placed stays out,
 * because it may be a secret.
 */
export function entryAsOf(entry: CodexEntry, standpoint: Standpoint): EntryAsOf {
  const { order, documentId, pointOfView } = standpoint
  const position = order.get(documentId) ?? -1
  const dangling: string[] = []
  let turned = 0

  /** Start of a span that covers this chapter; undefined when it does not. */
  function findActiveStart({ from, to }: Span): number | undefined {
    const start = from === undefined ? 0 : placeOf(from)
    const end = to === undefined ? Number.POSITIVE_INFINITY : placeOf(to)
    if (start === undefined || end === undefined) return undefined
    const isTurned = from !== undefined && end < start
    if (isTurned) turned += 1
    // A chapter that is not in the book knows only what needs no chapter.
    const hasStarted = from === undefined || start <= position
    return hasStarted && (isTurned || position <= end) ? start : undefined
  }

  function placeOf(chapter: string): number | undefined {
    const place = order.get(chapter)
    if (place === undefined) dangling.push(chapter)
    return place
  }

  const progressions = entry.progressions.flatMap((progression) => {
    const from = findActiveStart(progression)
    return from === undefined || !knows(progression.knownBy, pointOfView) ? [] : { progression, from }
  })
  const visible = {
    entry,
    aliases: entry.aliases
      .filter((alias) => typeof alias === 'string' || findActiveStart(alias) !== undefined)
      .map(aliasName),
    relations: entry.relations.filter(({ from }) => findActiveStart({ from }) !== undefined),
    progressions: progressions.toSorted((a, b) => a.from - b.from).map(({ progression }) => progression),
    isVisible: findActiveStart({ from: entry.from }) !== undefined && knows(entry.knownBy, pointOfView),
  }
  return { ...visible, dangling, turned }
}

function knows(
  knowers: readonly string[] | undefined,
  pointOfView: ReadonlySet<string> | undefined,
): boolean {
  if (knowers === undefined || pointOfView === undefined) return true
  return knowers.some((who) => pointOfView.has(who.trim()))
}
