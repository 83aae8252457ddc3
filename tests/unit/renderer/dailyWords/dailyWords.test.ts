import { afterEach, expect, test, vi } from 'vitest'
import { createDailyWordsModel } from '../../../../renderer/src/features/dailyWords/dailyWordsModel.ts'
import { goalOf } from '../../../../renderer/src/features/dailyWords/goalOf.ts'
import { localDay, untilTomorrow } from '../../../../renderer/src/features/dailyWords/localDay.ts'
import { createEditorStore } from '../../../../renderer/src/features/editor/editorStore.ts'
import type { Ipc } from '../../../../renderer/src/ipc/types.ts'

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

test('words are asked for after each save and when a new day begins, and belong to the work that is open', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 23, 23, 59, 50) })
  const asked: unknown[] = []
  const editor = createEditorStore()
  let projectId: string | null = 'a'
  const invoke = async (channel: string, input: unknown) => {
    asked.push([channel, input])
    return { ok: true, data: { words: asked.length, ai: 0, goal: 0 } }
  }
  const ipc = { invoke } as unknown as Ipc // the one method it uses
  const model = createDailyWordsModel({ ipc, editor, projectId: () => projectId })
  await model.look()
  editor.setState({ save: { kind: 'saving' } })
  editor.setState({ save: { kind: 'saved', at: new Date() } })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked).toEqual([
    ['words:today:get', { projectId: 'a', day: '2026-11-23' }],
    ['words:today:get', { projectId: 'a', day: '2026-11-23' }],
    ['words:today:get', { projectId: 'a', day: '2026-11-24' }],
  ])
  expect(model.store.getState().today?.words).toBe(3)
  projectId = null
  await model.look()
  expect(model.store.getState().today).toBeNull()
  model.dispose()
})
