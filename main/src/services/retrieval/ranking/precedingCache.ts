import { LRUCache } from 'lru-cache'
import type { ProjectIndex } from '../projectIndex.ts'
import type { SearchScope } from '../types.ts'
import type { BookTerms, PassageTerms } from './bookTerms.ts'
import {
  type Activation,
  activationSteps,
  firstPassages,
  type PrecedingChapters,
  precedingSteps,
} from './precedingChapters.ts'

/** Postings of a whole book: before an edit and after it. Each some 14 bytes for a character of the book. */
const maxBooks = 2
/** Of each of these: 70 chapters of one with 1,000,000 characters, by what a passage takes at most. */
const maxBytes = 32_000_000
const bytesPerPassage = 300

/** All passages of a book in its order, of which each chapter sees the first so many. */
interface WholeBook {
  /** Of each chapter its key, and how often its passages changed. */
  readonly stamps: readonly string[]
  readonly ids: readonly number[]
  /** Of each passage in `ids`. */
  readonly passageStamps: readonly string[]
  readonly passages: Promise<PrecedingChapters>
  /** What chapters see of it. Here, because each refers to the postings of the whole book and must end with them. */
  readonly beginnings: LRUCache<string, PrecedingChapters>
}

/** What a word is, the whole book decides: an edit in a later chapter may change it. */
interface CountedActivation {
  /** Of the book, when counting began. */
  readonly changes: number
  readonly activation: Promise<Activation>
}

/** The passages of a scope, cached until one of these chapters changes, and their counts, until the book changes. */
export function createPrecedingCache() {
  const wholeBooks = new WeakMap<BookTerms, WholeBook[]>()
  const activations = new WeakMap<PrecedingChapters, CountedActivation>()
  const serials = new WeakMap<PassageTerms, number>()
  let lastSerial = 0

  /** The id of a chapter's last passage is given again when that passage has left. */
  function stampOfPassage(book: BookTerms, id: number): string {
    const terms = book.of(id)
    if (!terms) return `${id}`
    const serial = serials.get(terms) ?? ++lastSerial
    serials.set(terms, serial)
    return `${id}:${serial}`
  }

  /** Chapters in front of `before`, and of that one what ends before `within`; read in steps like the activation. */
  async function of(
    index: ProjectIndex,
    book: BookTerms,
    { before, within = 0 }: SearchScope,
    signal: AbortSignal,
  ): Promise<PrecedingChapters> {
    const snapshot = index.snapshot()
    const own = before === undefined ? undefined : snapshot.documentById(before)
    const stampOf = ({ key }: { readonly key: number }) => `${key}:${book.changesOf(key)}`
    const idsOf = ({ key }: { readonly key: number }) => snapshot.passagesOf(key)
    const documents = snapshot.documents()
    const earlier = documents.filter(
      ({ position }) => before === undefined || position < (own?.position ?? 0),
    )
    const ownPassages = own ? endingBefore(index, snapshot.passagesOf(own.key), within) : []
    const stamps = earlier.map(stampOf)
    const ownStamps = ownPassages.map((id) => stampOfPassage(book, id))
    const key = `${stamps.join()}|${ownStamps.join()}`
    const ids = [...earlier.flatMap(idsOf), ...ownPassages]
    const first = ids.length - ownPassages.length
    const hasThese = (it: WholeBook) =>
      stamps.every((stamp, at) => stamp === it.stamps[at]) &&
      ownStamps.every((stamp, at) => stamp === it.passageStamps[first + at])
    const books = wholeBooks.get(book) ?? []
    let whole = books.find(hasThese)
    if (!whole) {
      const all = { stamps: documents.map(stampOf), ids: documents.flatMap(idsOf) }
      // Chapters at one and the same place are no beginning of the book.
      const read = ids.every((id, at) => id === all.ids[at]) ? all : { stamps, ids }
      whole = {
        ...read,
        passageStamps: read.ids.map((id) => stampOfPassage(book, id)),
        passages: inSteps(precedingSteps(book, read.ids)),
        beginnings: new LRUCache({ maxSize: maxBytes, sizeCalculation }),
      }
    }
    wholeBooks.set(book, [whole, ...books.filter((it) => it !== whole)].slice(0, maxBooks))
    const present = whole.beginnings.get(key)
    if (present) return present
    const passages = await whole.passages
    signal.throwIfAborted()
    const meanwhile = whole.beginnings.get(key)
    if (meanwhile) return meanwhile
    const preceding = firstPassages(passages, indexedOf(passages, ids))
    whole.beginnings.set(key, preceding)
    return preceding
  }

  return {
    of,
    /** Counted once, in steps, so that the event loop runs in between; who asks meanwhile waits for the same. */
    async activation(
      book: BookTerms,
      preceding: PrecedingChapters,
      signal: AbortSignal,
    ): Promise<Activation> {
      const { changes } = book
      let counted = activations.get(preceding)
      if (counted?.changes !== changes)
        counted = { changes, activation: inSteps(activationSteps(book, preceding)) }
      activations.set(preceding, counted)
      const activation = await counted.activation
      signal.throwIfAborted()
      return activation
    },
  }
}

const sizeCalculation = ({ ids }: PrecedingChapters) => bytesPerPassage * (ids.length + 1)

/** How many of these passages the book has terms of. */
function indexedOf(passages: PrecedingChapters, ids: readonly number[]): number {
  const last = ids.at(-1)
  if (last === undefined || passages.ids[ids.length - 1] === last) return ids.length
  const indexed = new Set(passages.ids)
  return ids.filter((id) => indexed.has(id)).length
}

/** Not cut off by who asked first: others wait for it too. */
async function inSteps<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await new Promise(setImmediate)
  }
}

/** The first passages of a chapter, up to an offset. */
function endingBefore(index: ProjectIndex, ids: readonly number[], offset: number): readonly number[] {
  let [low, high] = [0, offset > 0 ? ids.length : 0]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((index.snapshot().passage(ids[middle] ?? -1)?.to ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return ids.slice(0, low)
}
