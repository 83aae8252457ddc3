import type { DoubtfulGroup } from './tool.ts'

type Place = DoubtfulGroup['places'][number]

const shownPlaces = 5

/** Collects doubtful places by what makes them doubtful; the most frequent first. */
export function createDoubts() {
  const groups = new Map<string, { why: DoubtfulGroup['why']; count: number; places: Place[] }>()
  return {
    add(phrase: string, why: DoubtfulGroup['why'], place: Place): void {
      const group = groups.get(phrase) ?? { why, count: 0, places: [] }
      group.count += 1
      if (group.places.length < shownPlaces) group.places.push(place)
      groups.set(phrase, group)
    },
    groups: (): readonly DoubtfulGroup[] =>
      [...groups].map(([phrase, group]) => ({ phrase, ...group })).sort((a, b) => b.count - a.count),
  }
}

export type Doubts = ReturnType<typeof createDoubts>
