import type { PassagesTable } from '../../../db/tables/passages.ts'
import { fold, pairsOf, runsOf } from '../terms.ts'
import { createTermCounter } from './termCounter.ts'

/** A passage that enters the index with its text, or leaves it. */
export interface PassageChange {
  readonly id: number
  /** Absent: it leaves. */
  readonly text?: string
}

/** The terms of one passage, each once: single characters first, then bigrams and words from `tellingFrom` on. */
export interface PassageTerms {
  readonly ids: Int32Array
  readonly counts: Uint16Array
  readonly tellingFrom: number
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
  /** The id of a folded term; −1 when the book has never had it. */
  idOf(term: string): number
  /** In how many passages it occurs, and how often. */
  passagesWith(id: number): number
  occurrences(id: number): number
  /** The characters of a bigram; below 0 for words and characters. */
  parts(id: number): readonly [left: number, right: number]
  /** A word or bigram; a single character tells nothing. */
  isTelling(id: number): boolean
  of(passageId: number): PassageTerms | undefined
  /** Counts up whenever passages of a document come or go. */
  changesOf(documentKey: number): number
  apply(change: PassageChange): void
}

/** A chapter's heading is shorter. */
const maxHeadingUnits = 60
const noHeading = new Int32Array()
const initialSlots = 1 << 14
const maxLoad = 0.6
const golden = 0x9e3779b1
/** In place of the left character, of terms that have none. */
const noCharacters = { word: -1, single: -2 } as const

/**
 * Some 6 bytes for a term of a passage and 36 for a term of the book. Terms are known by a 32-bit key: bigrams of the
 * basic plane have their own; words and rare characters share by a hash (FNV-1a), where one in some ten thousand
 * borrows another's counts.
 */
export function createBookTerms(documentKeyOf: (passageId: number) => number): BookTerms {
  let keys = new Int32Array(initialSlots)
  let idsBySlot = new Int32Array(initialSlots)
  let columns = grown(undefined, initialSlots)
  let size = 0
  let length = 0
  const passages = new Map<number, PassageTerms>()
  const singles = createTermCounter()
  const telling = createTermCounter()
  const changes = new Map<number, number>()

  function slotOf(key: number): number {
    const mask = keys.length - 1
    let slot = (Math.imul(key, golden) >>> 8) & mask
    while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask
    return slot
  }

  function growTable(): void {
    const [oldKeys, oldIds] = [keys, idsBySlot]
    keys = new Int32Array(oldKeys.length * 2)
    idsBySlot = new Int32Array(oldKeys.length * 2)
    for (const [at, key] of oldKeys.entries()) {
      if (key === 0) continue
      const slot = slotOf(key)
      keys[slot] = key
      idsBySlot[slot] = oldIds[at] ?? 0
    }
  }

  function claim(term: string, left: number, right = -1): number {
    const key = keyOf(term)
    const slot = slotOf(key)
    if (keys[slot] === key) return idsBySlot[slot] ?? 0
    if (size >= keys.length * maxLoad) growTable()
    if (size >= columns.holders.length) columns = grown(columns, size * 2)
    const free = slotOf(key)
    keys[free] = key
    idsBySlot[free] = size
    columns.left[size] = left
    columns.right[size] = right
    return size++
  }

  function termsOf(text: string): PassageTerms {
    let length = 0
    for (const { kind, text: run } of runsOf(fold(text))) {
      if (kind === 'word') {
        length++
        telling.add(claim(run, noCharacters.word))
        continue
      }
      const characters = Array.from(run)
      const own = characters.map((character) => claim(character, noCharacters.single))
      length += own.length
      for (const id of own) singles.add(id)
      for (let at = 1; at < own.length; at++)
        telling.add(claim(`${characters[at - 1]}${characters[at]}`, own[at - 1] ?? -1, own[at]))
    }
    const tellingFrom = singles.size
    const ids = new Int32Array(tellingFrom + telling.size)
    const counts = new Uint16Array(ids.length)
    telling.drain(ids, counts, tellingFrom)
    singles.drain(ids, counts, 0)
    return { ids, counts, tellingFrom, length, heading: headingOf(text) }
  }

  function headingOf(text: string): Int32Array {
    const [line = ''] = /^[^\r\n]*(?=[\r\n])/.exec(text) ?? []
    if (line === '' || line.length > maxHeadingUnits) return noHeading
    const ids = runsOf(fold(line)).flatMap(({ kind, text: run }) =>
      (kind === 'word' ? [run] : [...run, ...pairsOf(run)]).map((term) => idOf(term)),
    )
    return Int32Array.from(new Set(ids))
  }

  function idOf(term: string): number {
    const slot = slotOf(keyOf(term))
    return keys[slot] === 0 ? -1 : (idsBySlot[slot] ?? -1)
  }

  function count(terms: PassageTerms, by: 1 | -1): void {
    const { holders, occurrences } = columns
    const { ids, counts } = terms
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
      return size
    },
    idOf,
    passagesWith: (id) => columns.holders[id] ?? 0,
    occurrences: (id) => columns.occurrences[id] ?? 0,
    isTelling: (id) => columns.left[id] !== noCharacters.single,
    parts: (id) => [columns.left[id] ?? -1, columns.right[id] ?? -1],
    of: (passageId) => passages.get(passageId),
    changesOf: (documentKey) => changes.get(documentKey) ?? 0,
    apply({ id, text }) {
      const key = documentKeyOf(id)
      changes.set(key, (changes.get(key) ?? 0) + 1)
      const known = passages.get(id)
      if (known) count(known, -1)
      passages.delete(id)
      if (text === undefined) return
      const terms = termsOf(text)
      count(terms, 1)
      passages.set(id, terms)
    },
  }
}

function grown(
  old: Record<'holders' | 'occurrences' | 'left' | 'right', Int32Array> | undefined,
  size: number,
) {
  const column = (from?: Int32Array) => {
    const made = new Int32Array(size)
    if (from) made.set(from)
    return made
  }
  return {
    holders: column(old?.holders),
    occurrences: column(old?.occurrences),
    left: column(old?.left),
    right: column(old?.right),
  }
}

/** Zero marks an empty slot, so no term has the key zero. */
function keyOf(term: string): number {
  if (term.length <= 2) return (term.charCodeAt(0) << 16) | (term.length === 2 ? term.charCodeAt(1) : 1)
  let hash = 0x811c9dc5
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
  return hash === 0 ? 1 : hash
}

const passagesPerSlice = 24

/**
 * Reads the terms of a whole index slice by slice (about 3 ms each), letting the event loop run between them.
 * `isCurrent` is asked after each slice; undefined when it denies.
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
