import type { PassageChange } from './bookTerms.ts'

/** Some 3 ms: an added passage is read term by term, the counts of a removed one are subtracted. */
const costPerSlice = 24
const costOf = ({ text }: PassageChange) => (text === undefined ? 0.1 : 1)

/** Passages that came and went, counted in their order and slice by slice. */
export interface CountingQueue {
  add(changes: readonly PassageChange[]): void
  /** Resolves when what was added before is counted; undefined when it is. */
  pending(): Promise<void> | undefined
  /** Counts the whole queue, at once. */
  finish(): void
  /** Empties the queue. */
  clear(): void
}

/**
 * A thread that writes a whole book again reports it faster than the passages can be counted, and all its reports
 * while this thread was busy come in one turn of the event loop: 100 ms for a million characters.
 */
export function createCountingQueue(apply: (change: PassageChange) => void): CountingQueue {
  let queued: PassageChange[] = []
  let next = 0
  /** Changes counted or cleared, and those who wait for a number of them. */
  let done = 0
  let callers: { readonly until: number; readonly resolve: () => void }[] = []
  let scheduled = false

  function count(maxCost: number): void {
    for (let cost = 0; next < queued.length && cost < maxCost; next++) {
      const change = queued[next]
      if (!change) break
      apply(change)
      cost += costOf(change)
      done++
    }
    if (next === queued.length) drop()
    release()
  }

  function drop(): void {
    queued = []
    next = 0
  }

  function release(): void {
    const ready = callers.filter(({ until }) => until <= done)
    callers = callers.filter(({ until }) => until > done)
    for (const { resolve } of ready) resolve()
  }

  function schedule(): void {
    if (scheduled || queued.length === 0) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      count(costPerSlice)
      schedule()
    })
  }

  return {
    add(changes) {
      for (const change of changes) queued.push(change)
      schedule()
    },
    pending() {
      if (queued.length === 0) return undefined
      const { promise, resolve } = Promise.withResolvers<void>()
      callers.push({ until: done + queued.length - next, resolve })
      return promise
    },
    finish: () => count(Number.POSITIVE_INFINITY),
    clear() {
      done += queued.length - next
      drop()
      release()
    },
  }
}
