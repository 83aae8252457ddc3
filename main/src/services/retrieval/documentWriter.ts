import { idsPerDocument, type PassageRow } from '../../db/tables/passages.ts'
import { cutPassages, type Passage } from './passages.ts'
import type { ProjectIndex } from './projectIndex.ts'
import { indexTerms } from './terms.ts'

type FreshPassage = Passage & { readonly text: string }

/** Passages written in one transaction: some 8 ms, in which the event loop stands still. */
const passagesPerTransaction = 12

/**
 * Prepares a document's text for the index. Each call of the returned function commits the next part and says
 * whether the document is complete: passages whose text is unchanged only move, others leave, and a bounded
 * number of new ones enters. The hash is set with the last part, so that a killed run is noticed and goes on.
 */
export function createDocumentWriter(
  index: ProjectIndex,
  key: number,
  content: { readonly text: string; readonly hash: string },
): () => boolean {
  const { text, hash } = content
  const fresh = cutPassages(text).map(({ from, to }) => ({ from, to, text: text.slice(from, to) }))
  let missing: FreshPassage[] = []
  let written = 0
  let lastRevision = -1

  function writePart(revision: number): Map<string, number> {
    const differences = new Map<string, number>()
    if (revision !== lastRevision + 1) {
      // The first part, or another process wrote in between: compare with what is stored now.
      missing = matchStored(index, key, fresh, differences)
      written = 0
    }
    lastRevision = revision
    const now = missing.slice(written, written + passagesPerTransaction)
    let id = index.passages.nextId(key)
    if (id + now.length > (key + 1) * idsPerDocument) {
      // Every id of the document has been used in the course of its life: start again from the first.
      removePassages(index, index.passages.ofDocument(key), differences)
      missing = fresh
      written = 0
      index.documents.setContent(key, '', text.length)
      return differences
    }
    for (const passage of now) {
      const terms = indexTerms(passage.text)
      index.passages.insert({ id, ...passage })
      index.terms.insert(id, terms)
      countTerms(differences, terms, 1)
      id++
    }
    written += now.length
    index.documents.setContent(key, written === missing.length ? hash : '', text.length)
    return differences
  }

  return () => {
    let complete = false
    index.transact((revision) => {
      const differences = writePart(revision)
      complete = written === missing.length && index.documents.hashOf(key) === hash
      return differences
    })
    return complete
  }
}

/** Takes a document with its passages out of the index. */
export function removeDocument(index: ProjectIndex, key: number): void {
  index.transact(() => {
    const differences = new Map<string, number>()
    removePassages(index, index.passages.ofDocument(key), differences)
    index.documents.remove(key)
    return differences
  })
}

/** Takes a document's passages out and leaves the document listed as not indexed. */
export function emptyDocument(index: ProjectIndex, key: number): void {
  const rows = index.passages.ofDocument(key)
  if (rows.length === 0 && index.documents.hashOf(key) === '') return
  index.transact(() => {
    const differences = new Map<string, number>()
    removePassages(index, index.passages.ofDocument(key), differences)
    index.documents.setContent(key, '', 0)
    return differences
  })
}

/** Moves stored passages to where their text now stands, removes the others, returns what is not stored. */
function matchStored(
  index: ProjectIndex,
  key: number,
  fresh: readonly FreshPassage[],
  differences: Map<string, number>,
): FreshPassage[] {
  const unused = new Map<string, PassageRow[]>()
  for (const row of index.passages.ofDocument(key)) {
    const same = unused.get(row.text)
    if (same) same.push(row)
    else unused.set(row.text, [row])
  }
  const missing = fresh.filter(({ from, to, text }) => {
    const same = unused.get(text)?.shift()
    if (same && (same.from !== from || same.to !== to)) index.passages.shift(same.id, from, to)
    return !same
  })
  removePassages(index, [...unused.values()].flat(), differences)
  return missing
}

function removePassages(
  index: ProjectIndex,
  rows: readonly PassageRow[],
  differences: Map<string, number>,
): void {
  for (const { id, text } of rows) {
    index.passages.remove(id)
    index.terms.remove(id)
    countTerms(differences, indexTerms(text), -1)
  }
}

function countTerms(differences: Map<string, number>, terms: string, by: number): void {
  for (const term of new Set(terms.split(' '))) differences.set(term, (differences.get(term) ?? 0) + by)
}
