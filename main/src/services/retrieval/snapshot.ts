import { LRUCache } from 'lru-cache'
import type { DocumentRow, DocumentsTable } from '../../db/tables/documents.ts'
import type { PassageRow, PassagesTable } from '../../db/tables/passages.ts'

/** What was read of an index at one revision: the next query of an author who writes on asks for nearly the same. */
export interface Snapshot {
  /** Passages in the index. */
  readonly total: number
  /** In the order of chapters. */
  documents(): readonly DocumentRow[]
  document(key: number): DocumentRow | undefined
  documentById(documentId: string): DocumentRow | undefined
  passage(id: number): PassageRow | undefined
  /** Ids of a document's passages in the order of its text. */
  passagesOf(documentKey: number): readonly number[]
  /** What was found for a question, by everything the answer depends on besides the index. */
  getOrCompute<T>(question: string, find: () => T): T
  /** The same when it was found before: what finding needs is not made for it. */
  getCached<T>(question: string): T | undefined
}

/** Passages kept in memory; some 1 kB each. */
const maxPassages = 1000
/** Answers kept: a prompt is previewed, sent and inspected with the same question, in as many chapters as are open. */
const maxAnswers = 1000

interface Tables {
  readonly documents: DocumentsTable
  readonly passages: PassagesTable
}

/** Gives the snapshot of the index as it is now: the last one while nothing has been written. */
export function createSnapshots(tables: Tables, revision: () => number): () => Snapshot {
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
