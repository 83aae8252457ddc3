import { lstat } from 'node:fs'

export interface ThreadPoolWaker {
  /** Something waits for the thread pool from now on. Not for ever: `stop` follows. */
  start(): void
  stop(): void
}

/**
 * While something waits, gives the thread pool a small task every `everyMs` milliseconds. Before version 2.41 the C
 * library of Linux can lose the signal that wakes a thread (bug 25847 of glibc), and a file operation then stays in the
 * queue of the pool until the next one comes: in a process without another, for ever.
 */
export function createThreadPoolWaker(
  everyMs = 1000,
  wake: () => void = () => lstat('/', () => undefined),
): ThreadPoolWaker {
  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      // What waits is an operation that is under way: it is what keeps the process alive.
      timer ??= setInterval(wake, everyMs).unref()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
    },
  }
}
