import type { ChapterVersion } from '#contract/history.ts'

export interface DayOfVersions {
  /** Midnight of that day, here. */
  readonly day: number
  readonly versions: readonly (ChapterVersion & {
    /** UTF-16 units more than the version before it; null for the first. */
    readonly growth: number | null
  })[]
}

/** Versions, newest first, by the days of this place. */
export const byDay = (versions: readonly ChapterVersion[]): DayOfVersions[] => {
  const days = new Map<number, DayOfVersions['versions'][number][]>()
  for (const [at, version] of versions.entries()) {
    const day = new Date(version.savedAt).setHours(0, 0, 0, 0)
    const before = versions[at + 1]
    const growth = before ? version.words - before.words : null
    days.set(day, [...(days.get(day) ?? []), { ...version, growth }])
  }
  return [...days].map(([day, grown]) => ({ day, versions: grown }))
}
