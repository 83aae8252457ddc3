import { expect, test } from 'vitest'
import {
  type DayTally,
  totalOf,
  withChapterIds,
  withSave,
} from '../../../../../main/src/services/manuscript/daily/tally.ts'

const first = 'manuscript/001-雾起.md'
const second = 'manuscript/002-𠮷野.md'
const day = '2026-11-23'
const none: DayTally = { day: '', chapters: {} }
type Save = readonly [documentId: string, words: number, by?: 'ai']
const after = (saves: readonly Save[], from = none, on = day) =>
  saves.reduce(
    (tally, [documentId, words, by]) =>
      withSave(tally, { day: on, documentId, gainedWords: words, byAi: by === 'ai' }),
    from,
  )

test.each<[string, readonly Save[], { words: number; ai: number }]>([
  [
    'adds up over chapters',
    [
      [first, 120],
      [second, 30],
      [first, 5],
    ],
    { words: 155, ai: 0 },
  ],
  [
    'takes back what was deleted of it',
    [
      [first, 120],
      [first, -20],
    ],
    { words: 100, ai: 0 },
  ],
  [
    'is not made less by a chapter that became shorter',
    [
      [first, -500],
      [second, 40],
    ],
    { words: 40, ai: 0 },
  ],
  [
    'is nothing for what was deleted and undone',
    [
      [first, -500],
      [first, 500],
    ],
    { words: 0, ai: 0 },
  ],
  [
    'tells what came from AI',
    [
      [first, 100],
      [first, 300, 'ai'],
    ],
    { words: 400, ai: 300 },
  ],
  [
    'tells no more AI than is left',
    [
      [first, 300, 'ai'],
      [first, -250],
    ],
    { words: 50, ai: 50 },
  ],
  [
    'counts a shortening by AI as none',
    [
      [first, -30, 'ai'],
      [first, 50],
    ],
    { words: 20, ai: 0 },
  ],
])('the count of a day is right: it %s', (_what, saves, total) => {
  expect(totalOf(after(saves), day)).toEqual(total)
})

test('another day starts at nothing, and has nothing of the one before', () => {
  const yesterday = after([[first, 900]])
  expect(totalOf(yesterday, '2026-11-24')).toEqual({ words: 0, ai: 0 })
  const today = after([[first, 12]], yesterday, '2026-11-24')
  expect(today).toEqual({ day: '2026-11-24', chapters: { [first]: { words: 12, ai: 0 } } })
})

test('a chapter that gets another name has what was written in it, also when two change places', () => {
  const tally = after([
    [first, 10],
    [second, 20],
  ])
  const changed = withChapterIds(
    tally,
    new Map([
      [first, second],
      [second, first],
    ]),
  )
  expect(totalOf(after([[first, -20]], changed), day)).toEqual({ words: 10, ai: 0 })
  expect(withChapterIds(tally, new Map([['manuscript/009-无.md', first]]))).toBe(tally)
})
