import type { Disposable } from './disposables.ts'

/** Work in the background until the app ends. A task must not reject. */
export interface Background extends Disposable {
  run(task: () => Promise<void>): void
  /** From the beginning of the end on: a task that has not written yet need not. */
  isEnding(): boolean
  /** Resolves when nothing is under way any more, so that nothing is half written; later tasks are not started. */
  dispose(): Promise<void>
}

export function createBackground(): Background {
  const underWay = new Set<Promise<void>>()
  let isEnding = false
  return {
    run(task) {
      if (isEnding) return
      const work = task().finally(() => underWay.delete(work))
      underWay.add(work)
    },
    isEnding: () => isEnding,
    async dispose() {
      isEnding = true
      await Promise.all(underWay)
    },
  }
}
