import type { Database } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import { bookTermsTable } from '../../db/tables/bookTerms.ts'
import { type DocumentRow, type DocumentsTable, documentsTable } from '../../db/tables/documents.ts'
import {
  documentKeyOf,
  type PassageRow,
  type PassagesTable,
  passagesTable,
} from '../../db/tables/passages.ts'
import { type PassageTermsTable, passageTermsTable } from '../../db/tables/passageTerms.ts'
import { type PassageVectorsTable, passageVectorsTable } from '../../db/tables/passageVectors.ts'
import { revisionTable } from '../../db/tables/revision.ts'
import { type BookTerms, createBookTerms, type PassageChange, readBookTerms } from './ranking/bookTerms.ts'
import { createCountingQueue } from './ranking/countingQueue.ts'
import { packTerms, unpackTerms } from './ranking/packedTerms.ts'

/** One project's open index: its tables, and the term frequencies, updated with them. */
export interface ProjectIndex {
  readonly db: Database
  readonly documents: DocumentsTable
  readonly passages: PassagesTable
  readonly terms: PassageTermsTable
  readonly vectors: PassageVectorsTable
  /** Values read of the present index, cached until it changes. */
  snapshot(): Snapshot
  /** All terms in memory, read first when another process has written to the index. */
  loadTerms(): Promise<BookTerms>
  /**
   * Runs `write` in one transaction, with the revision it makes: a gap since the caller's last one means that
   * somebody else wrote. It returns the passages that came and went, counted after the commit as by `adopt`. The only
   * way to write, so that revision and frequencies miss nothing.
   */
  transact(write: (revision: number) => readonly PassageChange[]): void
  /** Counts what a thread of this process has committed, in slices; `loadTerms` resolves after them. */
  adopt(revision: number, changes: readonly PassageChange[]): void
  /** Stores the terms in memory as they are, so that who opens the index next need not count them. */
  saveTerms(): void
  close(): void
}

/**
 * `onCommit` hears of every transaction of this connection. While `isBehind` is true, commits are on their way to
 * `adopt`, and the frequencies count as current: a few passages more or less change no choice of terms.
 */
export function createProjectIndex(
  db: Database,
  onCommit: (revision: number, changes: readonly PassageChange[]) => void = () => undefined,
  isBehind: () => boolean = () => false,
): ProjectIndex {
  const documents = documentsTable(db)
  const passages = passagesTable(db)
  const terms = passageTermsTable(db)
  const vectors = passageVectorsTable(db)
  const revision = revisionTable(db)
  const savedTerms = bookTermsTable(db)
  let book: BookTerms | undefined
  /** The revision of the counts, apart from the queue. */
  let bookAt = -1
  const queue = createCountingQueue((change) => book?.apply(change))
  let loading: Promise<BookTerms> | undefined

  function currentTerms(): BookTerms | undefined {
    return isBehind() || bookAt === revision.get() ? book : undefined
  }

  async function load(): Promise<BookTerms> {
    for (;;) {
      const at = revision.get()
      const read =
        at === 0
          ? createBookTerms(documentKeyOf)
          : (readSavedTerms(at) ??
            (await readBookTerms(passages, documentKeyOf, () => db.open && revision.get() === at)))
      if (read) {
        queue.clear()
        book = read
        bookAt = at
        return read
      }
      if (!db.open) throw new Error('the index was closed while its terms were read')
    }
  }

  function readSavedTerms(at: number): BookTerms | undefined {
    const packed = savedTerms.read(at)
    const columns = packed && unpackTerms(packed)
    return columns && createBookTerms(documentKeyOf, columns)
  }

  function count(at: number, changes: readonly PassageChange[]): void {
    // Written by another process in between: the frequencies stay behind and are read again when needed.
    if (!book || at !== bookAt + 1) return
    queue.add(changes)
    bookAt = at
  }

  /** As of the call: what is written later is counted later. */
  async function loadTerms(): Promise<BookTerms> {
    await queue.pending()
    const current = currentTerms()
    if (current) return current
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }

  return {
    db,
    documents,
    passages,
    terms,
    vectors,
    snapshot: createSnapshots({ documents, passages }, revision.get),
    loadTerms,
    transact(write) {
      const current = currentTerms()
      let at = 0
      const changes = db
        .transaction(() => {
          at = revision.advance()
          return write(at)
        })
        .immediate()
      if (current) count(at, changes)
      onCommit(at, changes)
    },
    adopt: count,
    saveTerms() {
      queue.finish()
      const at = revision.get()
      if (!book || bookAt !== at || savedTerms.has(at)) return
      const packed = packTerms(book.columns())
      if (packed) savedTerms.write(at, packed)
    },
    close: (): void => {
      db.close()
    },
  }
}

/** Values read of an index at one revision: the next query of an author who writes on needs nearly the same. */
interface Snapshot {
  /** Passages in the index. */
  readonly total: number
  /** In the order of chapters. */
  documents(): readonly DocumentRow[]
  document(key: number): DocumentRow | undefined
  documentById(documentId: string): DocumentRow | undefined
  passage(id: number): PassageRow | undefined
  /** Ids of a document's passages in the order of its text. */
  passagesOf(documentKey: number): readonly number[]
  /** Cached results, by everything the answer depends on in addition to the index. */
  getOrCompute<T>(question: string, find: () => T): T
  /** The same from the cache: the inputs of a search are not computed for it. */
  getCached<T>(question: string): T | undefined
}

/** Passages cached in memory; some 1 kB each. */
const maxPassages = 1000
/**
 * Cached answers: a prompt is previewed, sent and inspected with the same question, in as many chapters as are open.
 */
const maxAnswers = 1000

interface Tables {
  readonly documents: DocumentsTable
  readonly passages: PassagesTable
}

/** Gives the snapshot of the index as it is now: the last one while nothing has been written. */
function createSnapshots(tables: Tables, revision: () => number): () => Snapshot {
  let current: Snapshot | undefined
  let snapshotRevision = -1
  return () => {
    const now = revision()
    if (!current || snapshotRevision !== now) current = takeSnapshot(tables)
    snapshotRevision = now
    return current
  }
}

function takeSnapshot({ documents, passages }: Tables): Snapshot {
  const order = new Map<number, readonly number[]>()
  const byId = new LRUCache<number, PassageRow>({ max: maxPassages })
  const answers = new LRUCache<string, { readonly result: unknown }>({ max: maxAnswers })
  let list: ReturnType<typeof listDocuments> | undefined
  const listed = () => {
    list ??= listDocuments(documents)
    return list
  }

  function passagesOf(key: number): readonly number[] {
    const cached = order.get(key)
    if (cached) return cached
    const ids = passages.idsInOrder(key)
    order.set(key, ids)
    return ids
  }

  return {
    total: passages.count(),
    documents: () => listed().rows,
    document: (key) => listed().byKey.get(key),
    documentById: (documentId) => listed().byId.get(documentId),
    passage(id) {
      const cached = byId.get(id)
      if (cached) return cached
      const row = passages.byId(id)
      if (row) byId.set(id, row)
      return row
    },
    passagesOf,
    getOrCompute<T>(question: string, find: () => T): T {
      const cached = answers.get(question)
      if (cached) return cached.result as T // stored below for the same question
      const result = find()
      answers.set(question, { result })
      return result
    },
    getCached<T>(question: string): T | undefined {
      return answers.get(question)?.result as T | undefined // stored above for the same question
    },
  }
}

function listDocuments(documents: DocumentsTable) {
  const rows = documents.all()
  return {
    rows,
    byKey: new Map(rows.map((row) => [row.key, row])),
    byId: new Map(rows.map((row) => [row.documentId, row])),
  }
}
