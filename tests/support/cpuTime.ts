/** Milliseconds this process worked for `run`: what others on the machine take meanwhile does not count. */
export function cpuTime(run: () => void): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** The least of several runs: the one that collecting garbage disturbed least. */
export const leastCpuTime = (run: () => void, times = 3): number =>
  Math.min(...Array.from({ length: times }, () => cpuTime(run)))
