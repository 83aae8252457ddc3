import { foldedName } from '../../lib/fileName.ts'
import { type Book, type BookChapter, placed, withFile } from '../manuscript/index.ts'
import type { Manifest, StoredChapter } from './manifest.ts'
import type { PresentBook } from './presentBook.ts'

/** What becomes of one file: sha256hex of its bytes before and behind; null: there is no file. */
export interface FileStep {
  /** Project-relative. */
  readonly path: string
  readonly from: string | null
  readonly to: string | null
}

export interface RestorePlan {
  /** Removals last, but for names that a file with another spelling takes. */
  readonly steps: readonly FileStep[]
  readonly book: Book
  /** Chapters that go into the trash. */
  readonly discarded: readonly StoredChapter[]
  /** Chapters whose text becomes another, or that come back. */
  readonly restored: readonly string[]
}

export interface RestoreInput {
  readonly snapshot: Pick<Manifest, 'chapters' | 'leftOut'>
  readonly snapshotBook: Book
  readonly present: PresentBook
  /** Everything in the folder of the chapters. */
  readonly usedNames: Iterable<string>
  /** Paths of files that are too large to be stored: they stay as they are. */
  readonly untouched: ReadonlySet<string>
  /** The chapters to restore; undefined: the whole book. */
  readonly only?: ReadonlySet<string> | undefined
}

/** What has to be done so that the book, or some chapters of it, are as in the snapshot. Pure. */
export function planRestore(input: RestoreInput): RestorePlan {
  return input.only === undefined ? planBook(input) : planChapters(input, input.only)
}

function planBook({ snapshot, snapshotBook, present, usedNames, untouched }: RestoreInput): RestorePlan {
  const texts = snapshot.chapters.flatMap(({ path, ...chapter }) =>
    path === null ? [] : [{ ...chapter, path }],
  )
  const withText = new Set(texts.map(({ documentId }) => documentId))
  const listed = new Set(snapshotBook.chapters.map(({ id }) => id))
  const planned = new Set(
    snapshot.chapters.filter(({ path }) => path === null).map(({ documentId }) => documentId),
  )
  const isFront = ({ documentId, path }: StoredChapter) => documentId === path
  /** The snapshot knows the chapter and has no text of it: it was missing then, or too large. */
  const stays = (chapter: StoredChapter) =>
    untouched.has(chapter.path ?? '') ||
    snapshot.leftOut.includes(chapter.path ?? '') ||
    (!withText.has(chapter.documentId) && !planned.has(chapter.documentId) && listed.has(chapter.documentId))
  const unmoved = present.chapters.filter(stays)
  const rest = present.chapters.filter((chapter) => !stays(chapter))
  const fixed = new Set(unmoved.map(({ documentId }) => documentId))
  const now = new Map(rest.flatMap(({ path, hash }) => (path === null ? [] : [[path, hash] as const])))
  const name = createNames(usedNames, texts, now)
  const target = new Map(
    texts
      .filter(({ documentId }) => !fixed.has(documentId))
      .map((chapter) => [name(chapter.path), chapter] as const),
  )
  const pathOf = new Map([...target].map(([path, { documentId }]) => [documentId, path]))
  for (const { documentId, path } of unmoved) if (path !== null) pathOf.set(documentId, path)
  const steps = stepsOf(now, new Map([...target].map(([path, { hash }]) => [path, hash])))
  const discarded = rest.filter((chapter) => {
    const { documentId, path } = chapter
    if (path === null || isFront(chapter)) return !withText.has(documentId) && !listed.has(documentId)
    return !withText.has(documentId)
  })
  const fileNow = new Map(present.book.chapters.map(({ id, file }) => [id, file]))
  const chapters = snapshotBook.chapters.map((entry) =>
    atPath(entry, pathOf.get(entry.id), fileNow.get(entry.id)),
  )
  const unlisted = present.book.chapters.filter(({ id }) => fixed.has(id) && !listed.has(id))
  const before = new Map(present.chapters.map((chapter) => [chapter.documentId, chapter]))
  return {
    steps,
    book: { ...snapshotBook, chapters: [...chapters, ...unlisted] },
    discarded,
    restored: [...target.values()].flatMap(({ documentId, hash }) =>
      before.get(documentId)?.hash === hash ? [] : [documentId],
    ),
  }
}

function planChapters(
  { snapshot, snapshotBook, present, usedNames, untouched }: RestoreInput,
  only: ReadonlySet<string>,
): RestorePlan {
  const now = new Map(present.chapters.map((chapter) => [chapter.documentId, chapter]))
  const entries = new Map(snapshotBook.chapters.map((entry) => [entry.id, entry]))
  const chosen = snapshot.chapters.filter(({ documentId }) => only.has(documentId))
  const name = createNames(usedNames, [], new Map())
  const steps: FileStep[] = []
  const restored: string[] = []
  let { book } = present
  for (const { documentId, path, hash } of chosen) {
    const current = now.get(documentId)
    const isSame = current?.hash === hash && (current.path === null) === (path === null)
    if (isSame || untouched.has(current?.path ?? '')) continue
    const entry = entries.get(documentId)
    // A chapter that was only planned then keeps the text that it has got since.
    if (path === null && current?.path) continue
    restored.push(documentId)
    if (path !== null && current?.path) {
      steps.push({ path: current.path, from: current.hash, to: hash })
      continue
    }
    const file = path === null ? undefined : name(path)
    if (file !== undefined) steps.push({ path: file, from: null, to: hash })
    if (!entry) continue
    const listed = book.chapters.find(({ id }) => id === documentId)
    const order = book.chapters.map(({ id }) => id)
    const at = listed ? order.indexOf(documentId) : -1
    const behind = listed ? (order[at - 1] ?? null) : placeOf(snapshotBook, order, documentId)
    book = placed(book, atPath({ ...listed, ...entry }, file), behind)
  }
  return { steps: inOrder(steps), book, discarded: [], restored }
}

/**
 * What has to be done so that the author's other files are as in the snapshot. One that is too large on either side
 * stays as it is. `present`: as `hashAuthorFiles` reads it. Pure.
 */
export function planFiles(
  { files, leftOut }: Pick<Manifest, 'files' | 'leftOut'>,
  present: ReadonlyMap<string, string | undefined>,
): readonly FileStep[] {
  const isReadable = (path: string) => !(present.has(path) && present.get(path) === undefined)
  const large = new Set(leftOut)
  const before = new Map(
    [...present].flatMap(([path, hash]) =>
      hash === undefined || large.has(path) ? [] : [[path, hash] as const],
    ),
  )
  const target = new Map(files.flatMap(({ path, hash }) => (isReadable(path) ? [[path, hash] as const] : [])))
  return stepsOf(before, target)
}

/** Behind the nearest chapter before it in the snapshot that the book has. */
function placeOf({ chapters }: Book, order: readonly string[], documentId: string): string | null {
  const ids = new Set(order)
  const at = chapters.findIndex(({ id }) => id === documentId)
  return chapters.slice(0, at).findLast(({ id }) => ids.has(id))?.id ?? null
}

/** The entry with its file at `path`, to which the file that it has now leads; without one as the snapshot has it. */
function atPath(entry: BookChapter, path: string | undefined, fileNow = entry.file): BookChapter {
  if (path === undefined) return entry
  return withFile(fileNow === undefined ? entry : { ...entry, file: fileNow }, path)
}

function stepsOf(now: ReadonlyMap<string, string>, target: ReadonlyMap<string, string>): readonly FileStep[] {
  const paths = new Set([...now.keys(), ...target.keys()])
  const steps = [...paths].map((path) => ({
    path,
    from: now.get(path) ?? null,
    to: target.get(path) ?? null,
  }))
  return inOrder(steps.filter(({ from, to }) => from !== to))
}

function inOrder(steps: readonly FileStep[]): readonly FileStep[] {
  const taken = new Set(steps.flatMap(({ path, from }) => (from === null ? [foldedName(path)] : [])))
  const rank = ({ path, from, to }: FileStep) => {
    if (to === null) return taken.has(foldedName(path)) ? 0 : 3
    return from === null ? 2 : 1
  }
  return steps.toSorted((a, b) => rank(a) - rank(b))
}

/**
 * Paths for files that come: the one of the snapshot, or the next that nothing has. A path that a chapter has now, or
 * that a removed file leaves, is free for what the snapshot has there.
 */
function createNames(
  usedNames: Iterable<string>,
  texts: readonly { readonly path: string }[],
  now: ReadonlyMap<string, string>,
) {
  const fold = (path: string) => foldedName(path.slice(path.lastIndexOf('/') + 1))
  const used = new Set([...usedNames].map(foldedName))
  for (const path of now.keys()) used.delete(fold(path))
  const targets = new Set(texts.map(({ path }) => fold(path)))
  return (path: string): string => {
    for (let attempt = 1; ; attempt++) {
      const candidate = attempt === 1 ? path : path.replace(/(?:\.md)?$/i, `-${attempt}.md`)
      const folded = fold(candidate)
      if (used.has(folded) || (attempt > 1 && targets.has(folded))) continue
      used.add(folded)
      return candidate
    }
  }
}
