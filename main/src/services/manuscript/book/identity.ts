import type { FileRow } from '../../../db/tables/files.ts'
import { compareKeys, type OrderKey } from '../order.ts'
import { type Book, type BookChapter, emptyBook } from './bookFile.ts'
import { type CreateId, unusedId, withFile } from './entries.ts'

/** A chapter's file as it is on the disk. */
export interface ChapterFile {
  /** Project-relative path. */
  readonly path: string
  /** sha256hex of the bytes. */
  readonly hash: string
  /** The title line of the text; '' when it has none. */
  readonly heading: string
  /** The place that its name gives it. */
  readonly key: OrderKey
}

/** What reconciliation changed in a book, one event a chapter. */
type BookEvent =
  | { readonly kind: 'added' | 'missing' | 'returned'; readonly id: string; readonly file: string }
  /** Moved outside the app; recognised by its bytes or by its title line. */
  | { readonly kind: 'moved'; readonly id: string; readonly from: string; readonly to: string }
  /** Two entries had this id: the second is a chapter of its own as `newId`, or part of the first. */
  | { readonly kind: 'duplicateId'; readonly id: string; readonly newId?: string }
  /** Another entry has the file: this one is missing. */
  | { readonly kind: 'duplicateFile'; readonly id: string; readonly file: string }

export interface ReconcileInput {
  /** Undefined when there is no usable book: the order is that of the names. */
  readonly book: Book | undefined
  /** Without front matter, in the order of their names. */
  readonly files: readonly ChapterFile[]
  /** What the index has of earlier readings; may be empty. */
  readonly remembered: readonly FileRow[]
  readonly createId: CreateId
}

export interface Reconciled {
  /** The very object that was given when nothing changed. */
  readonly book: Book
  readonly events: readonly BookEvent[]
  /** The files of the chapters that have one on the disk, by id. */
  readonly paths: ReadonlyMap<string, string>
}

/**
 * Brings a book and the files of its folder together, so that every file has exactly one entry. Recognised by name,
 * then by bytes, then by an unambiguous title line; what is not recognised becomes a chapter at the place that its name
 * gives it, and an entry whose file vanished stays where it is. Pure, and unchanged by a second call.
 */
export function reconcile(input: ReconcileInput): Reconciled {
  const { remembered, createId } = input
  const events: BookEvent[] = []
  const chapters = withUniqueIds(input.book?.chapters ?? [], createId, events)
  const fileOf = claimFiles(chapters, input.files, events)
  const unclaimed = new Set(input.files)
  for (const file of fileOf.values()) unclaimed.delete(file)
  if (unclaimed.size > 0) matchVanished(chapters, { fileOf, unclaimed, remembered, events })
  markMissing(chapters, fileOf, events)
  if (unclaimed.size > 0) addFiles(chapters, { fileOf, unclaimed, remembered, createId, events })
  const paths = new Map([...fileOf].map(([id, { path }]) => [id, path]))
  if (input.book && events.length === 0) return { book: input.book, events, paths }
  return { book: { ...(input.book ?? emptyBook), chapters }, events, paths }
}

/** Paths that differ only in how accents are composed are one file on some system. */
const pathKey = (path: string): string => path.normalize('NFC')

/** The id of a chapter by its id, its path or an earlier path; undefined when no entry has it. */
export function findChapter(book: Book, idOrPath: string): BookChapter | undefined {
  return tableOf(book).get(idOrPath) ?? tableOf(book).get(pathKey(idOrPath))
}

const tables = new WeakMap<Book, ReadonlyMap<string, BookChapter>>()

/** Ids first, then files, then files of missing chapters, then earlier files: the first entry of a name has it. */
function tableOf(book: Book): ReadonlyMap<string, BookChapter> {
  const present = tables.get(book)
  if (present) return present
  const table = new Map<string, BookChapter>()
  const add = (name: string | undefined, chapter: BookChapter) => {
    if (name !== undefined && !table.has(name)) table.set(name, chapter)
  }
  for (const chapter of book.chapters) add(chapter.id, chapter)
  const files = (isMissing: boolean) =>
    book.chapters.filter(({ missing }) => (missing ?? false) === isMissing)
  for (const isMissing of [false, true])
    for (const chapter of files(isMissing)) add(chapter.file && pathKey(chapter.file), chapter)
  for (const chapter of book.chapters)
    for (const former of chapter.formerFiles ?? []) add(pathKey(former), chapter)
  tables.set(book, table)
  return table
}

function withUniqueIds(
  chapters: readonly BookChapter[],
  createId: CreateId,
  events: BookEvent[],
): BookChapter[] {
  const ids = new Set(chapters.map(({ id }) => id))
  const places = new Map<string, number>()
  const unique: BookChapter[] = []
  for (const chapter of chapters) {
    const { id, file, formerFiles: _, ...rest } = chapter
    const at = places.get(id)
    const first = at === undefined ? undefined : unique[at]
    if (at === undefined || first === undefined) {
      places.set(id, unique.length)
      unique.push(chapter)
    } else if (file === undefined || file === first.file) {
      unique[at] = { ...chapter, ...first }
      events.push({ kind: 'duplicateId', id })
    } else {
      const newId = unusedId(createId, file, (each) => ids.has(each) || places.has(each))
      places.set(newId, unique.length)
      unique.push({ id: newId, file, ...rest })
      events.push({ kind: 'duplicateId', id, newId })
    }
  }
  return unique
}

/** Which file each entry has by its name. A missing entry gets a file back only when no other claims it. */
function claimFiles(
  chapters: BookChapter[],
  files: readonly ChapterFile[],
  events: BookEvent[],
): Map<string, ChapterFile> {
  const unclaimed = new Map(files.map((file) => [pathKey(file.path), file]))
  const fileOf = new Map<string, ChapterFile>()
  const claim = ({ id, file }: BookChapter) => {
    const present = file === undefined ? undefined : unclaimed.get(pathKey(file))
    if (!present) return undefined
    unclaimed.delete(pathKey(present.path))
    fileOf.set(id, present)
    return present
  }
  for (const chapter of chapters) if (!chapter.missing) claim(chapter)
  for (const [at, chapter] of chapters.entries()) {
    const returned = chapter.missing && claim(chapter)
    if (!returned) continue
    chapters[at] = withFile(chapter, chapter.file ?? returned.path)
    events.push({ kind: 'returned', id: chapter.id, file: returned.path })
  }
  return fileOf
}

interface Matching {
  readonly fileOf: Map<string, ChapterFile>
  readonly unclaimed: Set<ChapterFile>
  readonly remembered: readonly FileRow[]
  readonly events: BookEvent[]
}

/** New files where those of entries vanished: moved outside. Equal bytes are paired in the order of the book. */
function matchVanished(chapters: BookChapter[], matching: Matching): void {
  const { fileOf, unclaimed, remembered, events } = matching
  const rowOf = new Map(remembered.map((row) => [row.id, row]))
  const vanished = new Map<string, number>()
  for (const [at, { id, file }] of chapters.entries())
    if (file !== undefined && !fileOf.has(id) && rowOf.has(id)) vanished.set(id, at)
  const match = (id: string, file: ChapterFile) => {
    const at = vanished.get(id)
    const chapter = at === undefined ? undefined : chapters[at]
    if (at === undefined || chapter === undefined) return
    chapters[at] = withFile(chapter, file.path)
    fileOf.set(id, file)
    unclaimed.delete(file)
    vanished.delete(id)
    events.push({ kind: 'moved', id, from: chapter.file ?? '', to: file.path })
  }
  const rows = () => [...vanished.keys()].flatMap((id) => rowOf.get(id) ?? [])
  pairBy(rows(), unclaimed, match)
}

/** Calls `match` for rows and files with the same bytes, then for those whose title line no other has. */
function pairBy(
  rows: readonly FileRow[],
  unclaimed: ReadonlySet<ChapterFile>,
  match: (id: string, file: ChapterFile) => void,
): void {
  const byHash = groupBy(rows, ({ sha256 }) => sha256)
  const matched = new Set<string>()
  for (const file of [...unclaimed]) {
    const row = byHash.get(file.hash)?.shift()
    if (!row) continue
    matched.add(row.id)
    match(row.id, file)
  }
  const byHeading = groupBy(
    rows.filter(({ id, heading }) => heading !== '' && !matched.has(id)),
    ({ heading }) => heading,
  )
  for (const [heading, files] of groupBy([...unclaimed], (file) => file.heading)) {
    const [row, ...otherRows] = byHeading.get(heading) ?? []
    const [file, ...otherFiles] = files
    if (row && file && otherRows.length === 0 && otherFiles.length === 0) match(row.id, file)
  }
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

function markMissing(
  chapters: BookChapter[],
  fileOf: ReadonlyMap<string, ChapterFile>,
  events: BookEvent[],
): void {
  const claimed = new Set([...fileOf.values()].map(({ path }) => pathKey(path)))
  for (const [at, chapter] of chapters.entries()) {
    const { id, file, missing } = chapter
    if (file === undefined || missing || fileOf.has(id)) continue
    chapters[at] = { ...chapter, missing: true }
    events.push({ kind: claimed.has(pathKey(file)) ? 'duplicateFile' : 'missing', id, file })
  }
}

/** New entries, by the ids that the index has of these files where no entry has them. */
function addFiles(chapters: BookChapter[], matching: Matching & Pick<ReconcileInput, 'createId'>): void {
  const { fileOf, unclaimed, remembered, createId, events } = matching
  const used = new Set(chapters.map(({ id }) => id))
  const unused = remembered.filter(({ id }) => !used.has(id))
  const idOf = new Map<ChapterFile, string>()
  const rest = new Set(unclaimed)
  const take = (id: string, file: ChapterFile) => {
    idOf.set(file, id)
    rest.delete(file)
  }
  const byPath = new Map(unused.map((row) => [pathKey(row.file), row.id]))
  for (const file of unclaimed) {
    const id = byPath.get(pathKey(file.path))
    if (id !== undefined) take(id, file)
  }
  const byPathIds = new Set(idOf.values())
  pairBy(
    unused.filter(({ id }) => !byPathIds.has(id)),
    rest,
    take,
  )
  const place = createPlacer(chapters, fileOf)
  for (const file of unclaimed) {
    const id = idOf.get(file) ?? unusedId(createId, file.path, (each) => used.has(each) || fileOf.has(each))
    place({ id, file: file.path }, file.key)
    fileOf.set(id, file)
    events.push({ kind: 'added', id, file: file.path })
  }
}

/**
 * Puts entries where the fewest chapters are on the wrong side of them, among such places the first. Planned and missing
 * chapters do not count: a new one comes directly behind the file that it follows.
 */
function createPlacer(chapters: BookChapter[], fileOf: ReadonlyMap<string, ChapterFile>) {
  const keys: (OrderKey | undefined)[] = chapters.map(({ id }) => fileOf.get(id)?.key)
  let isSorted = true
  let last: OrderKey | undefined
  for (const key of keys) {
    if (key && last && compareKeys(last, key) > 0) isSorted = false
    last = key ?? last
  }

  function placeOf(key: OrderKey): number {
    if (isSorted && last && compareKeys(last, key) < 0) return keys.findLastIndex((each) => each) + 1
    const first = keys.findIndex((each) => each)
    let at = first < 0 ? keys.length : first
    // How many more chapters are on the right side of a place than of the first one.
    let balance = 0
    let best = 0
    for (const [index, each] of keys.entries()) {
      if (each) balance += compareKeys(each, key) < 0 ? 1 : -1
      if (balance <= best) continue
      best = balance
      at = index + 1
    }
    return at
  }

  return (chapter: BookChapter, key: OrderKey): void => {
    const at = placeOf(key)
    chapters.splice(at, 0, chapter)
    keys.splice(at, 0, key)
    if (!last || compareKeys(last, key) < 0) last = key
  }
}
