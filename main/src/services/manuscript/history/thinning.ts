/** What thinning knows of a version. */
export interface Dated {
  /** Milliseconds since the epoch. */
  readonly savedAt: number
  /** What its content takes on disk; versions of one chapter with one `hash` share it. */
  readonly bytes: number
  readonly hash: string
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs
const monthsMs = 91 * dayMs

/** From which age on one version per width of time stays; the widths are multiples of one another. */
const tiers = [
  { fromAgeMs: monthsMs, widthMs: weekMs },
  { fromAgeMs: weekMs, widthMs: dayMs },
  { fromAgeMs: dayMs, widthMs: hourMs },
]

const byTime = (version: Dated, other: Dated) => version.savedAt - other.savedAt

/**
 * The versions of one chapter that their age makes needless: all of the last day stay, then the last of each hour, after
 * a week of each day, after three months of each week.
 */
export function versionsToPrune<V extends Dated>(versions: readonly V[], now: number): V[] {
  const lastOf = new Map<string, V>()
  const aged = versions.toSorted(byTime).flatMap((version) => {
    const tier = tiers.find(({ fromAgeMs }) => now - version.savedAt > fromAgeMs)
    return tier ? [{ version, key: `${tier.widthMs} ${Math.floor(version.savedAt / tier.widthMs)}` }] : []
  })
  for (const { version, key } of aged) lastOf.set(key, version)
  return aged.flatMap(({ version, key }) => (lastOf.get(key) === version ? [] : [version]))
}

/** What the versions of one chapter take on disk together. */
export function bytesOf(versions: readonly Dated[]): number {
  let sum = 0
  for (const bytes of new Map(versions.map(({ hash, bytes }) => [hash, bytes])).values()) sum += bytes
  return sum
}

/**
 * What has to go so that the versions of all chapters take at most `maxBytes`: the oldest first, and the newest one of
 * each chapter only when nothing else is left.
 */
export function versionsOverQuota<V extends Dated>(
  chapters: readonly (readonly V[])[],
  maxBytes: number,
): V[] {
  let total = 0
  const all = chapters.flatMap((versions) => {
    total += bytesOf(versions)
    const shared = new Map<string, number>()
    for (const { hash } of versions) shared.set(hash, (shared.get(hash) ?? 0) + 1)
    const ordered = versions.toSorted(byTime)
    return ordered.map((version, at) => ({ version, shared, isNewest: at === ordered.length - 1 }))
  })
  const order = all.toSorted(
    (entry, other) => Number(entry.isNewest) - Number(other.isNewest) || byTime(entry.version, other.version),
  )
  const pruned: V[] = []
  for (const { version, shared } of order) {
    if (total <= maxBytes) break
    const left = (shared.get(version.hash) ?? 1) - 1
    shared.set(version.hash, left)
    if (left === 0) total -= version.bytes
    pruned.push(version)
  }
  return pruned
}
