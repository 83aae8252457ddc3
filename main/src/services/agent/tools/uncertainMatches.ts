import type { UncertainReplacement } from './proposal.ts'
import type { UncertainGroup } from './tool.ts'

/** A place where a name may be part of another one. */
export interface UncertainMatch extends Pick<UncertainGroup, 'phrase' | 'why'> {
  readonly place: UncertainGroup['places'][number]
  /** Absent where it cannot be replaced: it is another spelling, or hidden. */
  readonly replacement?: UncertainReplacement
}

const shownPlaces = 5

/** Groups uncertain places by what makes them uncertain; the most frequent first. */
export function groupUncertain(matches: readonly UncertainMatch[]): readonly UncertainGroup[] {
  const groups = new Map<
    string,
    UncertainGroup & { places: UncertainGroup['places'][number][]; count: number }
  >()
  for (const { phrase, why, place } of matches) {
    const group = groups.get(phrase) ?? { phrase, why, count: 0, places: [] }
    group.count += 1
    if (group.places.length < shownPlaces) group.places.push(place)
    groups.set(phrase, group)
  }
  return [...groups.values()].sort((a, b) => b.count - a.count)
}
