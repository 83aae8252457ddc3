const mostOften = 0xffff

/** How often each id came, in the order in which they first came. */
export interface TermCounter {
  /** Different ids since the last `drain`. */
  readonly size: number
  add(id: number): void
  /** Writes ids and counts (at most 65,535) from a place on, and begins anew. */
  drain(ids: Int32Array, counts: Uint16Array, place: number): void
}

/**
 * An array by id in place of a Map: a book of a million characters is counted when it is opened, and two Maps for
 * each of its passages took most of that time.
 */
export function createTermCounter(): TermCounter {
  let counts = new Uint16Array(1 << 14)
  let distinctIds = new Int32Array(1 << 10)
  let size = 0

  return {
    get size() {
      return size
    },
    add(id) {
      if (id >= counts.length) {
        const larger = new Uint16Array(Math.max(id + 1, counts.length * 2))
        larger.set(counts)
        counts = larger
      }
      const before = counts[id] ?? 0
      if (before === 0) {
        if (size === distinctIds.length) {
          const larger = new Int32Array(size * 2)
          larger.set(distinctIds)
          distinctIds = larger
        }
        distinctIds[size++] = id
      }
      if (before < mostOften) counts[id] = before + 1
    },
    drain(ids, into, place) {
      for (let at = 0; at < size; at++) {
        const id = distinctIds[at] ?? 0
        ids[place + at] = id
        into[place + at] = counts[id] ?? 0
        counts[id] = 0
      }
      size = 0
    },
  }
}
