import type { LoggedWrite } from './roundFolder.ts'
import type { Skipped } from './types.ts'

/** What taking a round back does to one file. */
export interface Back {
  /** The write whose before-image is to stand there again; undefined: nothing is to be done. */
  readonly to?: LoggedWrite
  readonly reason?: Skipped['why']
}

/**
 * How one file is taken back. `current`: sha256hex of its bytes now, null when it is not there. Only what a round
 * itself wrote is replaced: where somebody else has written in between, the way back ends at their text.
 */
export function wayBack(writes: readonly LoggedWrite[], current: string | null): Back {
  const first = writes[0]
  const last = current === null ? -1 : writes.findLastIndex(({ after }) => after === current)
  if (last < 0) {
    // Announced and never written.
    if (first?.before === current) return {}
    return { reason: current === null ? 'gone' : 'changed' }
  }
  let at = last
  while (at > 0 && writes[at]?.before === writes[at - 1]?.after) at -= 1
  const to = writes[at]
  if (!to || to.before === current) return {}
  return at === 0 ? { to } : { to, reason: 'changed' }
}
