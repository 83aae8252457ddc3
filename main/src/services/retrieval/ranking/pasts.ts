import { LRUCache } from 'lru-cache'
import type { ProjectIndex } from '../projectIndex.ts'
import type { SearchScope } from '../types.ts'
import type { BookTerms } from './bookTerms.ts'
import { type Activation, activationSteps, type Past, pastSteps } from './past.ts'

/** As many chapters as an author goes to and fro between. */
const maxPasts = 4

/** The passages of a scope, and what is counted of them once: kept until one of these chapters changes. */
export function createPasts() {
  const known = new WeakMap<BookTerms, LRUCache<string, Past>>()
  const activations = new WeakMap<Past, Activation>()

  /** Chapters in front of `before`, and of that one what ends before `within`; read in steps like the activation. */
  async function of(
    index: ProjectIndex,
    book: BookTerms,
    { before, within = 0 }: SearchScope,
    signal: AbortSignal,
  ): Promise<Past> {
    const snapshot = index.snapshot()
    const own = before === undefined ? undefined : snapshot.documentById(before)
    const earlier = snapshot
      .documents()
      .filter(({ position }) => before === undefined || position < (own?.position ?? 0))
    const here = own ? endingBefore(index, snapshot.passagesOf(own.key), within) : []
    const chapters = earlier.map(({ key }) => `${key}:${book.changesOf(key)}`).join()
    const key = `${chapters}|${own?.key}:${here.length}:${here.at(-1)}:${here.length > 0 ? here.join() : ''}`
    const pasts = known.get(book) ?? new LRUCache<string, Past>({ max: maxPasts })
    known.set(book, pasts)
    const same = pasts.get(key)
    if (same) return same
    const ids = [...earlier.flatMap(({ key }) => snapshot.passagesOf(key)), ...here]
    const past = await inSteps(pastSteps(book, ids), signal)
    pasts.set(key, past)
    return past
  }

  return {
    of,
    /** Counted in steps, so that the event loop runs in between. */
    async activation(book: BookTerms, past: Past, signal: AbortSignal): Promise<Activation> {
      const same = activations.get(past)
      if (same) return same
      const made = await inSteps(activationSteps(book, past), signal)
      activations.set(past, made)
      return made
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
