/** The `k` highest of some numbers, in no order; all when there are no more. */
export function largest(numbers: ArrayLike<number>, k: number): Float64Array {
  const all = new Float64Array(numbers)
  if (k >= all.length) return all
  select(all, all.length - k)
  return all.subarray(all.length - k)
}

/** The smallest of the `k` highest; of fewer numbers the smallest, of none 0. */
export function nthLargest(numbers: ArrayLike<number>, k: number): number {
  if (k < 1) return Number.POSITIVE_INFINITY
  return largest(numbers, k).reduce((smallest, it) => Math.min(smallest, it), Number.POSITIVE_INFINITY)
}

/** Quickselect (Hoare 1961): behind it nothing in front of `nth` is greater, nothing behind it smaller. Linear. */
function select(all: Float64Array, nth: number): void {
  let [from, to] = [0, all.length - 1]
  while (from < to) {
    const pivot = all[(from + to) >> 1] ?? 0
    let [left, right] = [from, to]
    while (left <= right) {
      while ((all[left] ?? pivot) < pivot) left++
      while ((all[right] ?? pivot) > pivot) right--
      if (left > right) break
      const moved = all[left] ?? 0
      all[left++] = all[right] ?? 0
      all[right--] = moved
    }
    if (nth <= right) to = right
    else if (nth >= left) from = left
    else return
  }
}
