import { afterEach, expect, test, vi } from 'vitest'
import { goalOf } from '../../../../renderer/src/features/dailyWords/goalOf.ts'
import { localDay, untilTomorrow, watchDay } from '../../../../renderer/src/features/dailyWords/localDay.ts'

afterEach(() => vi.useRealTimers())

test('the day is that of the author’s clock, with two digits for month and day, to its last minute', () => {
  expect(localDay(new Date(2026, 0, 5, 0, 0))).toBe('2026-01-05')
  expect(localDay(new Date(2026, 10, 23, 23, 59))).toBe('2026-11-23')
  expect(untilTomorrow(new Date(2026, 11, 31, 23, 59))).toBe(60_000)
})

test.each<[string, number | null]>([
  ['', 0],
  ['3000', 3000],
  ['3,000', 3000],
  [' ３０００ ', 3000],
  ['１，０００', 1000],
  ['1000000', 1_000_000],
  ['1000001', null],
  ['-5', null],
  ['2.5', null],
  ['三千', null],
])('a goal of “%s” is %s', (typed, goal) => {
  expect(goalOf(typed)).toBe(goal)
})

test('watchDay shows a new day after midnight, and nothing once it has ended', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 23, 23, 59, 50) })
  const days: string[] = []
  const stop = watchDay((day) => days.push(day))
  vi.advanceTimersByTime(20_000)
  stop()
  vi.advanceTimersByTime(24 * 3_600_000)
  expect(days).toEqual(['2026-11-23', '2026-11-24'])
})
