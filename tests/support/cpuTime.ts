/** Milliseconds this process worked for `run`: what others on the machine take meanwhile does not count. */
export function cpuTime(run: () => void): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/**
 * Whether twice the text takes at most three times as long, at one of two sizes: where only the longer text needs a
 * garbage collection, sizes beyond that show what the work is. A millisecond is added to each side, because noise
 * weighs more than work below it.
 */
export function growsLinearly(textOf: (times: number) => string, work: (text: string) => unknown): boolean {
  const time = (times: number) => {
    const text = textOf(times)
    return leastCpuTime(() => void work(text)) + 1
  }
  return [1, 1, 4, 4].some((times) => time(2 * times) / time(times) <= 3)
}

/** The least of several runs: the one that collecting garbage disturbed least. */
export const leastCpuTime = (run: () => void, times = 3): number =>
  Math.min(...Array.from({ length: times }, () => cpuTime(run)))
