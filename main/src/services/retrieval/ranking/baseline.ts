import { nthLargest } from './quickselect.ts'

const sampled = 200
const floorShare = 0.95
const fullShare = 0.99

/** What a passage must exceed to be sent, and the worth that counts fully. */
export interface Baseline {
  readonly floor: number
  readonly full: number
}

/**
 * The floor of a ranking is the 95th percentile of the worth of 200 random earlier passages, the same ones each time.
 * Where fewer stand there the best of them all may exceed it, since a passage is measured against the others.
 */
export function baselineOf(scores: ArrayLike<number>): Baseline {
  const total = scores.length
  const at = (numbers: ArrayLike<number>, share: number) =>
    numbers.length === 0 ? 0 : nthLargest(numbers, numbers.length - Math.floor((numbers.length - 1) * share))
  const full = at(scores, fullShare)
  if (total <= sampled / 10) return { floor: total < 2 ? 0 : nthLargest(scores, 2), full }
  const sample =
    total <= sampled ? scores : Float64Array.from(samplePositions(total), (place) => scores[place] ?? 0)
  return { floor: at(sample, floorShare), full }
}

/** Passages of a sample with a fixed seed. */
function* samplePositions(total: number): Generator<number> {
  let state = 20_261_122
  for (let drawn = 0; drawn < sampled; drawn++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield Math.floor((state / 2 ** 32) * total)
  }
}
