import type { DocumentRow, DocumentsTable } from '../../db/tables/documents.ts'
import { documentKeyOf, type PassageRow, type PassagesTable } from '../../db/tables/passages.ts'
import { fold } from './terms.ts'

export interface FoldedPassage extends PassageRow {
  readonly folded: string
}

/** What was read of an index at one revision: the next query of an author who writes on asks for nearly the same. */
export interface Snapshot {
  /** Passages in the index. */
  readonly total: number
  document(key: number): DocumentRow | undefined
  passage(id: number): FoldedPassage | undefined
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

/** Gives the snapshot of the index as it is now: the last one while nothing has been written. */
export function createSnapshots(
  documents: DocumentsTable,
  passages: PassagesTable,
  revision: () => number,
): () => Snapshot {
  let current: Snapshot | undefined
  let takenAt = -1
  return () => {
    const now = revision()
    if (!current || takenAt !== now) current = takeSnapshot(documents, passages)
    takenAt = now
    return current
  }
}

function takeSnapshot(documents: DocumentsTable, passages: PassagesTable): Snapshot {
  const order = new Map<number, readonly number[]>()
  const beside = new Map<number, readonly number[]>()
  const byId = new Map<number, FoldedPassage | undefined>()
  const answers = new Map<string, unknown>()
  let byKey: ReadonlyMap<number, DocumentRow> | undefined

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
    document(key) {
      byKey ??= new Map(documents.all().map((row) => [row.key, row]))
      return byKey.get(key)
    },
    passage(id) {
      const known = byId.get(id)
      if (known) return known
      if (byId.size >= maxPassages) byId.clear()
      const row = passages.byId(id)
      const folded = row && { ...row, folded: fold(row.text) }
      byId.set(id, folded)
      return folded
    },
    passagesOf,
    beside(passageId) {
      passagesOf(documentKeyOf(passageId))
      return beside.get(passageId) ?? []
    },
    found<T>(question: string, find: () => T): T {
      if (answers.has(question)) return answers.get(question) as T // stored below for the same question
      const answer = find()
      if (answers.size >= maxAnswers) answers.clear()
      answers.set(question, answer)
      return answer
    },
  }
}
