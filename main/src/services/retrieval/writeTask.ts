import { idsPerDocument, type PassageRow } from '../../db/tables/passages.ts'
import { cutPassages, type Passage } from './passages.ts'
import type { ProjectIndex } from './projectIndex.ts'
import type { PassageChange } from './ranking/bookTerms.ts'
import { indexTerms } from './terms.ts'

/** One change of an index, for whichever thread carries it out. */
export type Write =
  | { readonly kind: 'write'; readonly key: number; readonly text: string; readonly hash: string }
  | { readonly kind: 'remove'; readonly key: number }
  | { readonly kind: 'empty'; readonly key: number }
  | { readonly kind: 'merge' }

const mergePages = 64
const maxMerges = 200

/** Carries out a change, stopping after each transaction so that the caller can rest or give up. */
export function* writeSteps(index: ProjectIndex, write: Write): Generator<void> {
  switch (write.kind) {
    case 'remove':
      removeDocument(index, write.key)
      break
    case 'empty':
      emptyDocument(index, write.key)
      break
    case 'merge':
      // Joins the pieces a long run leaves in the inverted index, a few milliseconds at a time.
      for (let round = 0; round < maxMerges && index.terms.merge(mergePages); round++) yield
      break
    case 'write': {
      const writeNext = createDocumentWriter(index, write.key, write)
      while (!writeNext()) yield
    }
  }
}

type FreshPassage = Passage & { readonly text: string }

/** Passages written in one transaction: some 8 ms, in which the event loop is blocked. */
const passagesPerTransaction = 12

/**
 * Prepares a document's text for the index. Each call of the returned function commits the next part and returns
 * whether the document is complete: passages whose text is unchanged only move, others leave, and a bounded number of
 * new ones enters. The hash is set with the last part, so that a killed run is detected and goes on.
 */
function createDocumentWriter(
  index: ProjectIndex,
  key: number,
  content: { readonly text: string; readonly hash: string },
): () => boolean {
  const { text, hash } = content
  const fresh = cutPassages(text).map(({ from, to }) => ({ from, to, text: text.slice(from, to) }))
  let missing: FreshPassage[] = []
  let written = 0
  let lastRevision = -1

  function writePart(revision: number): PassageChange[] {
    const changes: PassageChange[] = []
    if (revision !== lastRevision + 1) {
      // The first part, or another process wrote in between: compare with what is stored now.
      missing = matchStored(index, key, fresh, changes)
      written = 0
    }
    lastRevision = revision
    const now = missing.slice(written, written + passagesPerTransaction)
    let id = index.passages.nextId(key)
    if (id + now.length > (key + 1) * idsPerDocument) {
      // Every id of the document has been used in the course of its life: start again from the first.
      removePassages(index, index.passages.ofDocument(key), changes)
      missing = fresh
      written = 0
      index.documents.setContent(key, '', text.length)
      return changes
    }
    for (const passage of now) {
      index.passages.insert({ id, ...passage })
      index.terms.insert(id, indexTerms(passage.text))
      changes.push({ id, text: passage.text })
      id++
    }
    written += now.length
    index.documents.setContent(key, written === missing.length ? hash : '', text.length)
    return changes
  }

  return () => {
    let complete = false
    index.transact((revision) => {
      const changes = writePart(revision)
      complete = written === missing.length && index.documents.hashOf(key) === hash
      return changes
    })
    return complete
  }
}

/** Takes a document with its passages out of the index. */
function removeDocument(index: ProjectIndex, key: number): void {
  index.transact(() => {
    const changes: PassageChange[] = []
    removePassages(index, index.passages.ofDocument(key), changes)
    index.documents.remove(key)
    return changes
  })
}

/** Takes a document's passages out and leaves the document listed as not indexed. */
function emptyDocument(index: ProjectIndex, key: number): void {
  const rows = index.passages.ofDocument(key)
  if (rows.length === 0 && index.documents.hashOf(key) === '') return
  index.transact(() => {
    const changes: PassageChange[] = []
    removePassages(index, index.passages.ofDocument(key), changes)
    index.documents.setContent(key, '', 0)
    return changes
  })
}

/** Moves stored passages to the present place of their text, removes the others, returns what is not stored. */
function matchStored(
  index: ProjectIndex,
  key: number,
  fresh: readonly FreshPassage[],
  changes: PassageChange[],
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
  removePassages(index, [...unused.values()].flat(), changes)
  return missing
}

function removePassages(index: ProjectIndex, rows: readonly PassageRow[], changes: PassageChange[]): void {
  for (const { id } of rows) {
    index.passages.remove(id)
    index.terms.remove(id)
    changes.push({ id })
  }
}
