import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bytesOf,
  versionsOverQuota,
  versionsToPrune,
} from '../../../../../main/src/services/manuscript/history/thinning.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

const hour = 3_600_000
const day = 24 * hour
const now = 2_000 * day

interface Kept {
  readonly savedAt: number
  readonly bytes: number
  readonly hash: string
}
const between = (min: number, max: number) => fc.integer({ min, max })
const age = fc.oneof(
  ...[
    between(0, day),
    between(day, day + 3 * hour),
    between(8 * day, 11 * day),
    between(100 * day, 130 * day),
  ],
  between(0, 900 * day),
)
const version = fc
  .record({ age, content: fc.nat(40) })
  .map(({ age, content }): Kept => ({ savedAt: now - age, bytes: 100 + content, hash: `h${content}` }))
const chapter = fc.uniqueArray(version, {
  minLength: 5,
  maxLength: 80,
  size: 'max',
  selector: ({ savedAt }) => savedAt,
})

const without = (versions: readonly Kept[], gone: readonly Kept[]) =>
  versions.filter((each) => !gone.includes(each))
const widthAt = (age: number) => (age > 91 * day ? 7 * day : age > 7 * day ? day : age > day ? hour : 0)

test('every version of a day stays, then the last of each hour, of each day, of each week, and nothing else', () => {
  const checks = countedChecks()
  fc.assert(
    fc.property(chapter, (versions) => {
      const left = without(versions, versionsToPrune(versions, now))
      for (const each of versions) {
        const width = widthAt(now - each.savedAt)
        const rivals = versions.filter(
          (other) =>
            widthAt(now - other.savedAt) === width &&
            Math.floor(other.savedAt / width) === Math.floor(each.savedAt / width),
        )
        const isLast = width === 0 || rivals.every((other) => other.savedAt <= each.savedAt)
        expect(left.includes(each)).toBe(isLast)
      }
      checks.when(left.length < versions.length)
    }),
  )
  checks.expectShare(0.8)
})

test('thinning again changes nothing, the order does not matter, and the newest version stays', () => {
  const checks = countedChecks()
  fc.assert(
    fc.property(chapter, (versions) => {
      const left = without(versions, versionsToPrune(versions, now))
      expect(versionsToPrune(left, now)).toEqual([])
      expect(new Set(without(versions, versionsToPrune(versions.toReversed(), now)))).toEqual(new Set(left))
      const newest = versions.toSorted((one, other) => other.savedAt - one.savedAt)[0]
      if (newest) expect(left).toContain(newest)
      checks.when(left.length < versions.length)
    }),
  )
  checks.expectShare(0.7)
})

test('a history thinned day by day has a version within the width of its age next to any moment that had one', () => {
  const checks = countedChecks()
  fc.assert(
    fc.property(chapter, (versions) => {
      let left = [...versions]
      for (const at of [now - 100 * day, now - 20 * day, now - 2 * day, now]) {
        const there = left.filter(({ savedAt }) => savedAt <= at)
        left = without(left, versionsToPrune(there, at))
      }
      for (const each of versions) {
        const width = widthAt(now - each.savedAt)
        expect(left.some(({ savedAt }) => savedAt >= each.savedAt && savedAt - each.savedAt <= width)).toBe(
          true,
        )
      }
      checks.when(left.length < versions.length)
    }),
  )
  checks.expectShare(0.7)
})

test('what is over the size goes oldest first, shared content counts once, the newest of a chapter goes last', () => {
  const checks = countedChecks()
  fc.assert(
    fc.property(
      fc.array(chapter, { maxLength: 6 }),
      fc.integer({ min: 0, max: 8000 }),
      (chapters, maxBytes) => {
        const gone = versionsOverQuota(chapters, maxBytes)
        const left = chapters.map((versions) => without(versions, gone))
        const size = left.reduce((sum, versions) => sum + bytesOf(versions), 0)
        expect(size <= maxBytes || left.every((versions) => versions.length === 0)).toBe(true)
        const newest = chapters.flatMap(
          (versions) => versions.toSorted((one, other) => other.savedAt - one.savedAt)[0] ?? [],
        )
        const others = left.flat().filter((each) => !newest.includes(each))
        const newestGone = gone.filter((each) => newest.includes(each))
        if (newestGone.length > 0) expect(others).toEqual([])
        const oldestLeft = Math.min(...others.map(({ savedAt }) => savedAt))
        for (const each of gone)
          if (!newest.includes(each)) expect(each.savedAt).toBeLessThanOrEqual(oldestLeft)
        // Not one more than needed.
        const last = gone.at(-1)
        if (last) {
          const before = chapters.map((versions) => without(versions, gone.slice(0, -1)))
          expect(before.reduce((sum, versions) => sum + bytesOf(versions), 0)).toBeGreaterThan(maxBytes)
        }
        checks.when(last !== undefined && left.flat().length > 0)
      },
    ),
  )
  checks.expectShare(0.1)
})
