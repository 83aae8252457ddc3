import type { Manifest, StoredChapter } from './manifest.ts'
import { hashOfBook, type PresentBook } from './presentBook.ts'
import type { FileStep } from './restorePlan.ts'

/** A chapter that is not as it was. */
interface ChangedChapter {
  readonly documentId: string
  /** As it is called now; of a deleted one as it was called. */
  readonly title: string
  /** `added`: it is not in the snapshot. `deleted`: it is in the snapshot alone. */
  readonly state: 'changed' | 'added' | 'deleted'
  /** 字; null: it was not there. */
  readonly wordsBefore: number | null
  /** 字; null: it is not there. */
  readonly wordsNow: number | null
}

export interface BookComparison {
  /** Those of the snapshot in its order, then the added ones. */
  readonly chapters: readonly ChangedChapter[]
  readonly unchanged: number
  /** The chapters that are in both have another order now. */
  readonly isReordered: boolean
  /** Of the book as it is now: what `restore` expects. */
  readonly presentHash: string
  /** The author's other files that are not as they were. */
  readonly files: readonly { readonly path: string; readonly state: ChangedChapter['state'] }[]
}

/** What became of a book since a snapshot. `files`: the steps that would lead back to its other files. */
export function compareBooks(
  { chapters: earlier }: Pick<Manifest, 'chapters'>,
  present: PresentBook,
  files: readonly FileStep[],
): BookComparison {
  const now = new Map(present.chapters.map((chapter) => [chapter.documentId, chapter]))
  const before = new Set(earlier.map(({ documentId }) => documentId))
  const chapters: ChangedChapter[] = []
  let unchanged = 0
  for (const chapter of earlier) {
    const { documentId, hash } = chapter
    const current = now.get(documentId)
    if (current?.hash === hash) unchanged += 1
    else chapters.push(changeOf(chapter, current))
  }
  for (const chapter of present.chapters)
    if (!before.has(chapter.documentId)) chapters.push(changeOf(undefined, chapter))
  const order = (all: readonly StoredChapter[], isIn: (id: string) => boolean) =>
    all.map(({ documentId }) => documentId).filter(isIn)
  const isReordered =
    order(earlier, (id) => now.has(id)).join('\n') !==
    order(present.chapters, (id) => before.has(id)).join('\n')
  return {
    ...{ chapters, unchanged, isReordered, presentHash: hashOfBook(present) },
    files: files.map(({ path, from, to }) => ({
      path,
      state: from === null ? 'deleted' : to === null ? 'added' : 'changed',
    })),
  }
}

function changeOf(before: StoredChapter | undefined, now: StoredChapter | undefined): ChangedChapter {
  const { documentId, title } = now ?? before ?? { documentId: '', title: '' }
  return {
    documentId,
    title,
    state: before === undefined ? 'added' : now === undefined ? 'deleted' : 'changed',
    wordsBefore: before?.words ?? null,
    wordsNow: now?.words ?? null,
  }
}
