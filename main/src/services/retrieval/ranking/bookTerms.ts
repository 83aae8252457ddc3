import type { PassagesTable } from '../../../db/tables/passages.ts'
import { eachRun, fold, pairsOf, runsOf, unitsAt } from '../terms.ts'
import { createTermCounter } from './termCounter.ts'

/** A passage that enters the index with its text, or leaves it. */
export interface PassageChange {
  readonly id: number
  /** Absent: it leaves. */
  readonly text?: string
}

/** The terms of one passage, each once: single characters first, then bigrams and words from `distinctiveFrom` on. */
export interface PassageTerms {
  readonly ids: Int32Array
  readonly counts: Uint16Array
  readonly distinctiveFrom: number
  /** Characters and words. */
  readonly length: number
  /** The terms of its first line, when that is short and there are others: of a chapter's first passage its title. */
  readonly heading: Int32Array
}

/** All terms of a book in memory, passage by passage: both rankings read them some thousand times a query. */
export interface BookTerms {
  /** Passages. */
  readonly total: number
  /** Characters and words of all passages. */
  readonly length: number
  /** Ids lie below it. */
  readonly size: number
  /** The id of a folded term, or of a range of folded text; −1 when the book has never had it. */
  idOf(term: string, from?: number, to?: number): number
  /** In how many passages it occurs, and how often. */
  passagesWith(id: number): number
  occurrences(id: number): number
  /** The characters of a bigram; below 0 for words and characters. */
  parts(id: number): readonly [left: number, right: number]
  /** A word or bigram; a single character is not specific. */
  isDistinctive(id: number): boolean
  of(passageId: number): PassageTerms | undefined
  /** Counts up whenever passages of a document come or go. */
  changesOf(documentKey: number): number
  /** The same for all documents: as long as it is equal, so are the counts of the book. */
  readonly changes: number
  apply(change: PassageChange): void
  /** Everything, to initialise another book's terms; the arrays go on changing with this one. */
  columns(): BookColumns
}

/** The terms of a book in plain arrays, by the id of a term, and its passages. */
export interface BookColumns extends TermColumns {
  readonly holders: Int32Array
  readonly occurrences: Int32Array
  readonly passages: ReadonlyMap<number, PassageTerms>
}

/** A chapter's heading is shorter. */
const maxHeadingUnits = 60
const none = new Int32Array()
/** Some 6 bytes for a term of a passage and 36 for a term of the book. */
export function createBookTerms(documentKeyOf: (passageId: number) => number, from?: BookColumns): BookTerms {
  const table = createTermTable(from)
  /** In how many passages a term occurs, and how often, by its id. */
  let holders = withRoom(from?.holders ?? none)
  let occurrences = withRoom(from?.occurrences ?? none)
  const passages = new Map(from?.passages)
  let length = 0
  for (const terms of passages.values()) length += terms.length
  const singles = createTermCounter()
  const distinctive = createTermCounter()
  const changes = new Map<number, number>()
  let allChanges = 0
  /** Of the run that is being read: its characters, and where each begins. */
  const own: number[] = []
  const begins: number[] = []

  function addPairs(folded: string, to: number): void {
    for (let at = 1; at < own.length; at++) {
      const [left = 0, right = 0] = [own[at - 1], own[at]]
      distinctive.add(table.pair(folded, begins[at - 1] ?? 0, begins[at + 1] ?? to, left, right))
    }
  }

  function termsOf(text: string): PassageTerms {
    const folded = fold(text)
    let length = 0
    eachRun(folded, (kind, from, to) => {
      if (kind === 'word') {
        length++
        distinctive.add(table.word(folded, from, to))
        return
      }
      own.length = 0
      begins.length = 0
      for (let at = from; at < to; ) {
        const end = at + unitsAt(folded, at)
        const id = table.single(folded, at, end)
        singles.add(id)
        own.push(id)
        begins.push(at)
        at = end
      }
      length += own.length
      addPairs(folded, to)
    })
    const distinctiveFrom = singles.size
    const ids = new Int32Array(distinctiveFrom + distinctive.size)
    const counts = new Uint16Array(ids.length)
    distinctive.drain(ids, counts, distinctiveFrom)
    singles.drain(ids, counts, 0)
    return { ids, counts, distinctiveFrom, length, heading: headingOf(text) }
  }

  function headingOf(text: string): Int32Array {
    const [line = ''] = /^[^\r\n]*(?=[\r\n])/.exec(text) ?? []
    if (line === '' || line.length > maxHeadingUnits) return none
    const ids = runsOf(fold(line)).flatMap(({ kind, text: run }) =>
      (kind === 'word' ? [run] : [...run, ...pairsOf(run)]).map((term) => table.idOf(term)),
    )
    return Int32Array.from(new Set(ids))
  }

  function count(terms: PassageTerms, by: 1 | -1): void {
    const { ids, counts } = terms
    while (holders.length < table.size) {
      holders = doubled(holders)
      occurrences = doubled(occurrences)
    }
    length += by * terms.length
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at] ?? 0
      holders[id] = (holders[id] ?? 0) + by
      occurrences[id] = (occurrences[id] ?? 0) + by * (counts[at] ?? 0)
    }
  }

  return {
    get total() {
      return passages.size
    },
    get length() {
      return length
    },
    get size() {
      return table.size
    },
    idOf: (term, from, to) => table.idOf(term, from, to),
    passagesWith: (id) => holders[id] ?? 0,
    occurrences: (id) => occurrences[id] ?? 0,
    isDistinctive: (id) => !table.isSingle(id),
    parts: table.parts,
    of: (passageId) => passages.get(passageId),
    changesOf: (documentKey) => changes.get(documentKey) ?? 0,
    get changes() {
      return allChanges
    },
    apply({ id, text }) {
      const key = documentKeyOf(id)
      changes.set(key, (changes.get(key) ?? 0) + 1)
      allChanges++
      const previous = passages.get(id)
      if (previous) count(previous, -1)
      passages.delete(id)
      if (text === undefined) return
      const terms = termsOf(text)
      count(terms, 1)
      passages.set(id, terms)
    },
    columns: () => ({
      ...table.columns(),
      holders: holders.subarray(0, table.size),
      occurrences: occurrences.subarray(0, table.size),
      passages,
    }),
  }
}

const passagesPerSlice = 24

/**
 * Reads the terms of a whole index slice by slice (about 3 ms each), letting the event loop run between them.
 * `isCurrent` is called after each slice; undefined when it returns false.
 */
export async function readBookTerms(
  passages: PassagesTable,
  documentKeyOf: (passageId: number) => number,
  isCurrent: () => boolean,
): Promise<BookTerms | undefined> {
  const book = createBookTerms(documentKeyOf)
  let last = -1
  while (isCurrent()) {
    const slice = passages.after(last, passagesPerSlice)
    for (const { id, text } of slice) book.apply({ id, text })
    const end = slice.at(-1)
    if (!end || slice.length < passagesPerSlice) return book
    last = end.id
    await new Promise(setImmediate)
  }
  return undefined
}

const initialSlots = 1 << 14
const maxLoad = 0.6
const golden = 0x9e3779b1
/** In place of the left character, of terms that have none. */
const noCharacters = { word: -1, single: -2 } as const

/**
 * The terms of a book by number, from 0 in the order in which they came. Terms have a 32-bit key: bigrams of the
 * basic plane have their own; words and rare characters share by a hash (FNV-1a), where one in some ten thousand
 * borrows another's counts. A term is given as a range of its text, not as a string: a book of a million characters
 * has two million of them.
 */
interface TermTable {
  readonly size: number
  /** The id of `text` from one UTF-16 offset to another; −1 when no such term came. */
  idOf(text: string, from?: number, to?: number): number
  /** The same, and gives it one; `right` and `left` are the characters of a bigram. */
  word(text: string, from: number, to: number): number
  single(text: string, from: number, to: number): number
  pair(text: string, from: number, to: number, left: number, right: number): number
  /** The characters of a bigram; below 0 for words and characters. */
  parts(id: number): readonly [left: number, right: number]
  isSingle(id: number): boolean
  /** What `createTermTable` makes the same table of. */
  columns(): TermColumns
}

/** By the id of a term. */
interface TermColumns {
  readonly keys: Int32Array
  readonly left: Int32Array
  readonly right: Int32Array
}

/** Some 20 bytes a term. */
function createTermTable(from: TermColumns = noTerms): TermTable {
  /** Key and id are neighbours: one memory access for both. */
  let slots = new Int32Array(2 * initialSlots)
  let left = withRoom(from.left)
  let right = withRoom(from.right)
  let size = from.keys.length
  while (size >= (slots.length / 2) * maxLoad) slots = new Int32Array(slots.length * 2)
  for (let id = 0; id < size; id++) put(from.keys[id] ?? 0, id)

  function slotOf(key: number): number {
    const mask = slots.length - 2
    let slot = (Math.imul(key, golden) >>> 7) & mask
    while (slots[slot] !== 0 && slots[slot] !== key) slot = (slot + 2) & mask
    return slot
  }

  function put(key: number, id: number): void {
    const slot = slotOf(key)
    slots[slot] = key
    slots[slot + 1] = id
  }

  function grow(): void {
    const old = slots
    slots = new Int32Array(old.length * 2)
    for (let at = 0; at < old.length; at += 2) {
      const key = old[at] ?? 0
      if (key !== 0) put(key, old[at + 1] ?? 0)
    }
  }

  function claim(key: number, leftId: number, rightId: number): number {
    const slot = slotOf(key)
    if (slots[slot] === key) return slots[slot + 1] ?? 0
    if (size >= (slots.length / 2) * maxLoad) grow()
    if (size === left.length) {
      left = doubled(left)
      right = doubled(right)
    }
    put(key, size)
    left[size] = leftId
    right[size] = rightId
    return size++
  }

  return {
    get size() {
      return size
    },
    idOf(text, from = 0, to = text.length) {
      const slot = slotOf(keyOf(text, from, to))
      return slots[slot] === 0 ? -1 : (slots[slot + 1] ?? -1)
    },
    word: (text, from, to) => claim(keyOf(text, from, to), noCharacters.word, -1),
    single: (text, from, to) => claim(keyOf(text, from, to), noCharacters.single, -1),
    pair: (text, from, to, leftId, rightId) => claim(keyOf(text, from, to), leftId, rightId),
    parts: (id) => [left[id] ?? -1, right[id] ?? -1],
    isSingle: (id) => left[id] === noCharacters.single,
    columns() {
      const keys = new Int32Array(size)
      for (let at = 0; at < slots.length; at += 2)
        if (slots[at] !== 0) keys[slots[at + 1] ?? 0] = slots[at] ?? 0
      return { keys, left: left.subarray(0, size), right: right.subarray(0, size) }
    },
  }
}

const noTerms: TermColumns = { keys: new Int32Array(), left: new Int32Array(), right: new Int32Array() }

/** A column as the beginning of one that can grow. */
function withRoom(column: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(Math.max(initialSlots, column.length * 1.25))
  longer.set(column)
  return longer
}

/** A column of a growing table, twice as long. */
function doubled(column: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(column.length * 2)
  longer.set(column)
  return longer
}

/** Zero marks an empty slot, so no term has the key zero. */
function keyOf(text: string, from: number, to: number): number {
  if (to - from <= 2) return (text.charCodeAt(from) << 16) | (to - from === 2 ? text.charCodeAt(from + 1) : 1)
  let hash = 0x811c9dc5
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash === 0 ? 1 : hash
}
