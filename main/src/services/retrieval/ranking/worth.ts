const sampled = 200
const floorShare = 0.95
const fullShare = 0.99

/** What a passage must exceed to be sent, and the worth that counts fully. */
export interface Yardstick {
  readonly floor: number
  readonly full: number
}

/**
 * The floor of a ranking is the 95th percentile of the worth of 200 random earlier passages, the same ones each time.
 * Where fewer stand there the best of them all may exceed it, since a passage is measured against the others.
 */
export function yardstickOf(worth: ArrayLike<number>): Yardstick {
  const all = Float64Array.from(worth).sort()
  const sample =
    all.length <= sampled ? all : Float64Array.from(places(all.length), (at) => worth[at] ?? 0).sort()
  const at = (sorted: Float64Array, share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  const floor = sample.length <= sampled / 10 ? (all[all.length - 2] ?? 0) : at(sample, floorShare)
  return { floor, full: at(all, fullShare) }
}

/** Passages of a sample with a fixed seed. */
function* places(total: number): Generator<number> {
  let state = 20_261_122
  for (let drawn = 0; drawn < sampled; drawn++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield Math.floor((state / 2 ** 32) * total)
  }
}
