import { setImmediate as nextTurn } from 'node:timers/promises'

/** The longest turn of the event loop, in milliseconds of this thread's processor time, by what was under way. */
export interface Blocks {
  /** What is under way from now on; undefined: nothing that is watched. */
  begin(what: string | undefined): void
  /** The turn that runs now does not count. */
  forget(): void
  longest(): ReadonlyMap<string, number>
  stop(): void
}

export function watchBlocks(): Blocks {
  const longest = new Map<string, number>()
  let under: string | undefined
  /** All that was under way in this turn; the turn counts for each. */
  let inTurn = new Set<string>()
  let stopped = false
  let forgotten = false
  const watch = async () => {
    let before = cpuMs()
    while (!stopped) {
      inTurn = new Set(under === undefined ? [] : [under])
      await nextTurn()
      const now = cpuMs()
      for (const what of forgotten ? [] : inTurn)
        longest.set(what, Math.max(longest.get(what) ?? 0, now - before))
      forgotten = false
      before = now
    }
  }
  void watch()
  return {
    begin(what) {
      under = what
      if (what !== undefined) inTurn.add(what)
    },
    forget() {
      forgotten = true
    },
    longest: () => longest,
    stop() {
      stopped = true
    },
  }
}

/** Of this thread alone: what others on the machine and other threads take does not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
