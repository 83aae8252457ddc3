/** Milliseconds this process worked for `run`: what others on the machine take meanwhile does not count. */
export function cpuTime(run: () => void): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/**
 * Whether work on twice the text takes at most three times as long, at one of two sizes: where only the longer text
 * needs a garbage collection, the next doubling shows what the work is. A millisecond is added to each side, because
 * noise weighs more than work below it.
 */
export function growsLinearly(textOf: (times: number) => string, work: (text: string) => unknown): boolean {
  const [once, twice, fourTimes] = [textOf(1), textOf(2), textOf(4)]
  const time = (text: string) => leastCpuTime(() => void work(text)) + 1
  const attempts = [
    [once, twice],
    [once, twice],
    [twice, fourTimes],
    [twice, fourTimes],
  ] as const
  return attempts.some(([short, long]) => time(long) / time(short) <= 3)
}

/** The least of several runs: the one that collecting garbage disturbed least. */
export const leastCpuTime = (run: () => void, times = 3): number =>
  Math.min(...Array.from({ length: times }, () => cpuTime(run)))
