/** Time as a dependency, so that the core never reads it by itself. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds that only grow, for durations. */
  monotonic(): number
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }
