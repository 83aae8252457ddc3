import { LRUCache } from 'lru-cache'
import type { ProjectIndex } from '../projectIndex.ts'
import type { SearchScope } from '../types.ts'
import type { BookTerms } from './bookTerms.ts'
import {
  type Activation,
  activationSteps,
  type PrecedingChapters,
  precedingSteps,
} from './precedingChapters.ts'

/** As many chapters as an author goes to and fro between. */
const maxCached = 4

/** The passages of a scope, and their counts: cached until one of these chapters changes. */
export function createPrecedingCache() {
  const caches = new WeakMap<BookTerms, LRUCache<string, PrecedingChapters>>()
  const activations = new WeakMap<PrecedingChapters, Activation>()

  /** Chapters in front of `before`, and of that one what ends before `within`; read in steps like the activation. */
  async function of(
    index: ProjectIndex,
    book: BookTerms,
    { before, within = 0 }: SearchScope,
    signal: AbortSignal,
  ): Promise<PrecedingChapters> {
    const snapshot = index.snapshot()
    const own = before === undefined ? undefined : snapshot.documentById(before)
    const earlier = snapshot
      .documents()
      .filter(({ position }) => before === undefined || position < (own?.position ?? 0))
    const ownPassages = own ? endingBefore(index, snapshot.passagesOf(own.key), within) : []
    const chapters = earlier.map(({ key }) => `${key}:${book.changesOf(key)}`).join()
    const key = `${chapters}|${own?.key}:${ownPassages.length}:${ownPassages.at(-1)}:${ownPassages.length > 0 ? ownPassages.join() : ''}`
    const cache = caches.get(book) ?? new LRUCache<string, PrecedingChapters>({ max: maxCached })
    caches.set(book, cache)
    const same = cache.get(key)
    if (same) return same
    const ids = [...earlier.flatMap(({ key }) => snapshot.passagesOf(key)), ...ownPassages]
    const preceding = await inSteps(precedingSteps(book, ids), signal)
    cache.set(key, preceding)
    return preceding
  }

  return {
    of,
    /** Counted in steps, so that the event loop runs in between. */
    async activation(
      book: BookTerms,
      preceding: PrecedingChapters,
      signal: AbortSignal,
    ): Promise<Activation> {
      const same = activations.get(preceding)
      if (same) return same
      const created = await inSteps(activationSteps(book, preceding), signal)
      activations.set(preceding, created)
      return created
    },
  }
}

async function inSteps<T>(steps: Generator<void, T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await new Promise(setImmediate)
    signal.throwIfAborted()
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
