import type { BookColumns, PassageTerms } from './bookTerms.ts'

/** Another number when the terms of a text or this order of columns change: what was stored is then counted anew. */
const format = 1
const headerLength = 8
/** Of a book of some six million characters; a larger one is counted when it is opened. */
const maxBytes = 64_000_000
/** Of a book that was much rewritten, more terms than this are of no passage: it is counted anew. */
const maxUnusedShare = 0.25

/**
 * All terms of a book in one block of memory, some 6 bytes for a term of a passage and 20 for a term of the book:
 * header, ids of passages (float64), five columns by term and four by passage, headings, terms (all int32), counts
 * (uint16). In the byte order of this machine: an index does not leave it. Undefined when storing it does not pay.
 */
export function packTerms(book: BookColumns): Uint8Array | undefined {
  const { keys, left, right, holders, occurrences, passages } = book
  let unused = 0
  for (const holderCount of holders) if (holderCount === 0) unused++
  const all = [...passages.values()]
  const terms = all.reduce((sum, { ids }) => sum + ids.length, 0)
  const headings = all.reduce((sum, { heading }) => sum + heading.length, 0)
  const sizes = { terms: keys.length, passages: all.length, headings, ofPassages: terms }
  const bytes = bytesOf(sizes)
  if (bytes > maxBytes || unused > keys.length * maxUnusedShare) return undefined
  const packed = new ArrayBuffer(bytes)
  new Int32Array(packed, 0, headerLength).set([format, keys.length, all.length, headings, terms])
  const into = columnsOf(packed, sizes)
  into.passageIds.set([...passages.keys()])
  into.keys.set(keys)
  into.left.set(left)
  into.right.set(right)
  into.holders.set(holders)
  into.occurrences.set(occurrences)
  let [heading, term] = [0, 0]
  for (const [at, { ids, counts, distinctiveFrom, length, heading: title }] of all.entries()) {
    into.distinctiveFrom[at] = distinctiveFrom
    into.lengths[at] = length
    into.headingEnds[at] = heading + title.length
    into.ends[at] = term + ids.length
    into.headings.set(title, heading)
    into.ids.set(ids, term)
    into.counts.set(counts, term)
    heading += title.length
    term += ids.length
  }
  return new Uint8Array(packed)
}

/** What was packed, as views of these bytes; undefined when they are of another format or cut short. */
export function unpackTerms(bytes: Uint8Array): BookColumns | undefined {
  // Numbers of eight bytes are read where eight divides the address.
  const { buffer, byteOffset } = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice()
  if (bytes.length < headerLength * 4) return undefined
  const [storedFormat, terms = 0, passages = 0, headings = 0, ofPassages = 0] = new Int32Array(
    buffer,
    byteOffset,
    5,
  )
  const sizes = { terms, passages, headings, ofPassages }
  if (storedFormat !== format || Math.min(terms, passages, headings, ofPassages) < 0) return undefined
  if (bytes.length !== bytesOf(sizes)) return undefined
  const from = columnsOf(buffer, sizes, byteOffset)
  const passagesById = new Map<number, PassageTerms>()
  let [heading, term] = [0, 0]
  for (let at = 0; at < passages; at++) {
    const [headingEnd = 0, end = 0] = [from.headingEnds[at], from.ends[at]]
    passagesById.set(from.passageIds[at] ?? 0, {
      ids: from.ids.subarray(term, end),
      counts: from.counts.subarray(term, end),
      distinctiveFrom: from.distinctiveFrom[at] ?? 0,
      length: from.lengths[at] ?? 0,
      heading: from.headings.subarray(heading, headingEnd),
    })
    heading = headingEnd
    term = end
  }
  const { keys, left, right, holders, occurrences } = from
  return { keys, left, right, holders, occurrences, passages: passagesById }
}

interface Sizes {
  readonly terms: number
  readonly passages: number
  /** Terms of all headings, and of all passages. */
  readonly headings: number
  readonly ofPassages: number
}

function bytesOf({ terms, passages, headings, ofPassages }: Sizes): number {
  return (
    4 * headerLength + 8 * passages + 4 * (5 * terms + 4 * passages + headings + ofPassages) + 2 * ofPassages
  )
}

function columnsOf(buffer: ArrayBufferLike, { terms, passages, headings, ofPassages }: Sizes, start = 0) {
  let at = start + 4 * headerLength + 8 * passages
  const next = (length: number) => {
    const column = new Int32Array(buffer, at, length)
    at += column.byteLength
    return column
  }
  return {
    passageIds: new Float64Array(buffer, start + 4 * headerLength, passages),
    keys: next(terms),
    left: next(terms),
    right: next(terms),
    holders: next(terms),
    occurrences: next(terms),
    distinctiveFrom: next(passages),
    lengths: next(passages),
    headingEnds: next(passages),
    ends: next(passages),
    headings: next(headings),
    ids: next(ofPassages),
    counts: new Uint16Array(buffer, at, ofPassages),
  }
}
