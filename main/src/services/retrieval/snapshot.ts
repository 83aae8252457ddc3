import { LRUCache } from 'lru-cache'
import type { DocumentRow, DocumentsTable } from '../../db/tables/documents.ts'
import { documentKeyOf, type PassageRow, type PassagesTable } from '../../db/tables/passages.ts'
import type { PassageTermsTable } from '../../db/tables/passageTerms.ts'
import { fold } from './terms.ts'

export interface FoldedPassage extends PassageRow {
  readonly folded: string
}

/** What was read of an index at one revision: the next query of an author who writes on asks for nearly the same. */
export interface Snapshot {
  /** Passages in the index. */
  readonly total: number
  document(key: number): DocumentRow | undefined
  documentById(documentId: string): DocumentRow | undefined
  passage(id: number): FoldedPassage | undefined
  /** The ids of all passages that match an FTS5 expression. */
  matching(expression: string): readonly number[]
  /** Ids of a document's passages in the order of its text. */
  passagesOf(documentKey: number): readonly number[]
  /** The passages right in front of and behind one, in its document. */
  beside(passageId: number): readonly number[]
  /** What was found for a question, by everything the answer depends on besides the index. */
  found<T>(question: string, find: () => T): T
}

/** Passages kept in memory; some 2 kB each. */
const maxPassages = 1000
/** Answers kept: a prompt is previewed, sent and inspected with the same question, in as many chapters as are open. */
const maxAnswers = 1000
/** Ids of matching passages kept in memory, over all expressions. */
const maxMatches = 100_000

interface Tables {
  readonly documents: DocumentsTable
  readonly passages: PassagesTable
  readonly terms: PassageTermsTable
}

/** Gives the snapshot of the index as it is now: the last one while nothing has been written. */
export function createSnapshots(tables: Tables, revision: () => number): () => Snapshot {
  let current: Snapshot | undefined
  let takenAt = -1
  return () => {
    const now = revision()
    if (!current || takenAt !== now) current = takeSnapshot(tables)
    takenAt = now
    return current
  }
}

function takeSnapshot({ documents, passages, terms }: Tables): Snapshot {
  const matches = new LRUCache<string, readonly number[]>({
    maxSize: maxMatches,
    sizeCalculation: (ids) => ids.length + 1,
  })
  const order = new Map<number, readonly number[]>()
  const beside = new Map<number, readonly number[]>()
  const byId = new LRUCache<number, FoldedPassage>({ max: maxPassages })
  const answers = new LRUCache<string, { readonly found: unknown }>({ max: maxAnswers })
  let list: ReturnType<typeof listDocuments> | undefined
  const listed = () => {
    list ??= listDocuments(documents)
    return list
  }

  function passagesOf(key: number): readonly number[] {
    const known = order.get(key)
    if (known) return known
    const ids = passages.idsInOrder(key)
    order.set(key, ids)
    for (const [at, id] of ids.entries()) {
      const both = [ids[at - 1], ids[at + 1]]
      beside.set(
        id,
        both.filter((it) => it !== undefined),
      )
    }
    return ids
  }

  return {
    total: passages.count(),
    document: (key) => listed().byKey.get(key),
    documentById: (documentId) => listed().byId.get(documentId),
    passage(id) {
      const known = byId.get(id)
      if (known) return known
      const row = passages.byId(id)
      if (!row) return undefined
      const folded = { ...row, folded: fold(row.text) }
      byId.set(id, folded)
      return folded
    },
    matching(expression) {
      const known = matches.get(expression)
      if (known) return known
      const ids = terms.ids(expression)
      matches.set(expression, ids)
      return ids
    },
    passagesOf,
    beside(passageId) {
      passagesOf(documentKeyOf(passageId))
      return beside.get(passageId) ?? []
    },
    found<T>(question: string, find: () => T): T {
      const known = answers.get(question)
      if (known) return known.found as T // stored below for the same question
      const found = find()
      answers.set(question, { found })
      return found
    },
  }
}

function listDocuments(documents: DocumentsTable) {
  const rows = documents.all()
  return {
    byKey: new Map(rows.map((row) => [row.key, row])),
    byId: new Map(rows.map((row) => [row.documentId, row])),
  }
}
