/** A synopsis of several chapters: of a volume or a range, or of those far back. */
export interface WideSynopsis {
  /** Project-relative path of its file. */
  readonly path: string
  /** `range`: of chapters, where there are no volumes. `book`: of what is far back when the newest one is written. */
  readonly kind: 'volume' | 'range' | 'book'
  /** Of the volume; of a range those of its first and last chapter; empty for the book. */
  readonly title: string
  /** Ids of the chapters that it tells of. */
  readonly chapters: readonly string[]
  /** As the author or a model wrote it. */
  readonly text: string
  /** What it was made from has changed since. */
  readonly stale: boolean
}

/** What is there to choose from, at one chapter. */
interface SynopsisOffer<W extends Pick<WideSynopsis, 'path' | 'kind' | 'chapters'>> {
  /** Ids of all chapters in the order of the book. */
  readonly order: readonly string[]
  /** How many of them come before the chapter of the request. */
  readonly position: number
  /** Paths of the chapters' own synopses, by id of the chapter. */
  readonly own: ReadonlyMap<string, string>
  /** Of volumes and the book. */
  readonly wide: readonly W[]
  /** Paths that the previous prompt has and that are reused: no chapter of them comes a second time. */
  readonly reused?: ReadonlySet<string>
}

/** Which synopses a prompt gets; no chapter is in two of them. */
interface SynopsisChoice<W> {
  /** The book's, then volumes, in their order. */
  readonly wide: readonly W[]
  /** Chapters with a synopsis of their own, in their order. */
  readonly chapters: readonly string[]
  /** Paths of those that were near enough, and too many. */
  readonly omitted: readonly string[]
}

/** Chapters that are told one by one, whatever there is of volumes. */
export const nearChapters = 3
/** The most of them where volumes tell of what is before. */
const mostChapters = 12
const mostVolumes = 12

/**
 * Near chapters one by one, what is before them as volumes, what is far as the book's one. Nothing that tells of the
 * chapter of the request or a later one.
 */
export function chooseSynopses<W extends Pick<WideSynopsis, 'path' | 'kind' | 'chapters'>>(
  offer: SynopsisOffer<W>,
): SynopsisChoice<W> {
  const { order, position, own, reused = new Set() } = offer
  const before = order.slice(0, position)
  const placeOf = new Map(order.map((documentId, index) => [documentId, index]))
  const isReusedSingly = (documentId: string) => reused.has(own.get(documentId) ?? '')
  const usable = offer.wide.filter(({ path, chapters }) => {
    const places = chapters.flatMap((documentId) => placeOf.get(documentId) ?? [])
    return (
      places.length > 0 &&
      places.every((place) => place < position) &&
      (reused.has(path) || !chapters.some(isReusedSingly))
    )
  })
  const lastOf = ({ chapters }: W) => Math.max(...chapters.map((each) => placeOf.get(each) ?? -1))
  const firstOf = ({ chapters }: W) => Math.min(...chapters.map((each) => placeOf.get(each) ?? position))
  const near = new Set(before.slice(-nearChapters))
  /** Near enough to be told chapter by chapter, all of it. */
  const isNear = (wide: W) =>
    wide.chapters.some((each) => near.has(each)) &&
    !reused.has(wide.path) &&
    position - firstOf(wide) <= mostChapters &&
    wide.chapters.every((each) => own.has(each) || !placeOf.has(each))

  const covered = new Set<string>()
  const take = (wide: W): boolean => {
    if (wide.chapters.some((each) => covered.has(each))) return false
    for (const each of wide.chapters) covered.add(each)
    return true
  }
  const volumes = usable
    .filter((wide) => wide.kind !== 'book' && !isNear(wide))
    .toSorted((a, b) => lastOf(b) - lastOf(a))
  // The book's stands for its volumes, unless one of them is told in another way already.
  const book = usable.find(
    (wide) =>
      wide.kind === 'book' &&
      !isNear(wide) &&
      !wide.chapters.some((each) => near.has(each)) &&
      (reused.has(wide.path) ||
        !volumes.some(({ path, chapters }) => reused.has(path) && meets(chapters, wide.chapters))),
  )
  if (book) take(book)
  const taken = volumes.filter(take)
  const shown = taken.slice(0, mostVolumes)
  if (!book && shown.length === 0) {
    return {
      wide: [],
      chapters: before.slice(-nearChapters).filter((documentId) => own.has(documentId)),
      omitted: [],
    }
  }
  const single = before.filter((documentId) => own.has(documentId) && !covered.has(documentId))
  const omitted = [
    ...taken.slice(mostVolumes).map(({ path }) => path),
    ...single.slice(0, -mostChapters).flatMap((documentId) => own.get(documentId) ?? []),
  ]
  return {
    wide: [...(book ? [book] : []), ...shown.toReversed()],
    chapters: single.slice(-mostChapters),
    omitted,
  }
}

const meets = (chapters: readonly string[], more: readonly string[]) =>
  chapters.some((each) => more.includes(each))
