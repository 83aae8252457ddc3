import type { UncertainGroup } from './tool.ts'

type Place = UncertainGroup['places'][number]

const shownPlaces = 5

/** Groups uncertain places by what makes them uncertain; the most frequent first. */
export function createUncertainMatches() {
  const groups = new Map<string, { why: UncertainGroup['why']; count: number; places: Place[] }>()
  return {
    add(phrase: string, reason: UncertainGroup['why'], place: Place): void {
      const group = groups.get(phrase) ?? { why: reason, count: 0, places: [] }
      group.count += 1
      if (group.places.length < shownPlaces) group.places.push(place)
      groups.set(phrase, group)
    },
    groups: (): readonly UncertainGroup[] =>
      [...groups].map(([phrase, group]) => ({ phrase, ...group })).sort((a, b) => b.count - a.count),
  }
}

export type UncertainMatches = ReturnType<typeof createUncertainMatches>
