const initialSlots = 1 << 14
const maxLoad = 0.6
const golden = 0x9e3779b1
/** In place of the left character, of terms that have none. */
const noCharacters = { word: -1, single: -2 } as const

/**
 * The terms of a book by number, from 0 in the order in which they came. Terms are known by a 32-bit key: bigrams of
 * the basic plane have their own; words and rare characters share by a hash (FNV-1a), where one in some ten thousand
 * borrows another's counts. Takes a term as a part of its text: a book of a million characters has two million of them.
 */
export interface TermTable {
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
export interface TermColumns {
  readonly keys: Int32Array
  readonly left: Int32Array
  readonly right: Int32Array
}

/** Some 20 bytes a term. */
export function createTermTable(from: TermColumns = noTerms): TermTable {
  /** Key and id side by side: one look into memory for both. */
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
export function withRoom(column: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(Math.max(initialSlots, column.length * 1.25))
  longer.set(column)
  return longer
}

/** A column of a growing table, twice as long. */
export function doubled(column: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
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
