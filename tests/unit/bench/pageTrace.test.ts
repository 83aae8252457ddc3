import { expect, test } from 'vitest'
import { markPrefix, type TraceEvent, tasksByAction } from '../../../bench/page/trace.ts'

const here = { pid: 7, tid: 1, ph: 'X' }
const task = (ts: number, dur: number, tdur: number, tid = 1): TraceEvent => ({
  ...here,
  ...{ name: 'RunTask', ts, dur, tdur, tid },
})
const mark = (name: string, ts: number): TraceEvent => ({
  ...here,
  ...{ name: markPrefix + name, ph: 'I', ts },
})

test('tasks count for the action they begin in, by their thread and its processor time', () => {
  const events: TraceEvent[] = [
    task(0, 900_000, 800_000),
    mark('typing', 1_000_000),
    task(1_100_000, 200_000, 40_000),
    { ...here, name: 'FunctionCall', ts: 1_110_000, dur: 100_000, tdur: 30_000 },
    { ...here, name: 'Layout', ts: 1_120_000, dur: 20_000, tdur: 12_000 },
    task(1_400_000, 60_000, 60_000, 2),
    mark('scrolling', 2_000_000),
    task(2_100_000, 70_000, 60_000),
    // A task inside another one is part of it.
    task(2_110_000, 55_000, 52_000),
  ]
  const [typing, scrolling, ...rest] = tasksByAction(events.toReversed())
  expect(rest).toEqual([])
  expect(typing).toEqual({
    ...{ action: 'typing', tasks: 1, longestMs: 40, over50: 0 },
    worst: {
      ts: 1_100_000,
      cpuMs: 40,
      parts: [
        ['FunctionCall', 18],
        ['Layout', 12],
      ],
    },
  })
  expect(scrolling).toMatchObject({ action: 'scrolling', tasks: 1, longestMs: 60, over50: 1 })
})
