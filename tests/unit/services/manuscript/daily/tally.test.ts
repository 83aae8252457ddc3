import { expect, test } from 'vitest'
import {
  type Tally,
  withChapterIds,
  withSave,
  writtenDays,
  writtenOn,
} from '../../../../../main/src/services/manuscript/daily/tally.ts'

const first = 'manuscript/001-雾起.md'
const second = 'manuscript/002-𠮷野.md'
const day = '2026-11-23'
const none: Tally = { days: {}, past: {} }
type Save = readonly [documentId: string, words: number, by?: 'ai']
const after = (saves: readonly Save[], from = none, on = day) =>
  saves.reduce(
    (tally, [documentId, gainedWords, by]) =>
      withSave(tally, { day: on, documentId, gainedWords, byAi: by === 'ai', goal: 0, typedMs: 0 }),
    from,
  )
const totalOf = (tally: Tally, on: string) => {
  const { words, ai } = writtenOn(tally, on)
  return { words, ai }
}

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

test('another day starts at nothing, and the one before has what was written on it', () => {
  const yesterday = after([[first, 900]])
  expect(totalOf(yesterday, '2026-11-24')).toEqual({ words: 0, ai: 0 })
  const today = after([[first, 12]], yesterday, '2026-11-24')
  expect([totalOf(today, day), totalOf(today, '2026-11-24')]).toEqual([
    { words: 900, ai: 0 },
    { words: 12, ai: 0 },
  ])
})

test('two devices that write on two days at once lose nothing, and a third day closes the oldest', () => {
  let tally = none
  for (let save = 0; save < 10; save++) {
    tally = after([[first, 5]], tally, '2026-11-23')
    tally = after([[first, 7]], tally, '2026-11-24')
  }
  for (const later of ['2026-11-25', '2026-11-26']) tally = after([[second, 3]], tally, later)
  expect([Object.keys(tally.days), tally.past]).toEqual([
    ['2026-11-24', '2026-11-25', '2026-11-26'],
    { '2026-11-23': { words: 50, ai: 0, paced: { words: 0, ms: 0 }, goal: 0 } },
  ])
  // A device whose clock is days behind adds to its day.
  expect(totalOf(after([[first, 4]], tally, '2026-11-23'), '2026-11-23')).toEqual({ words: 54, ai: 0 })
  expect(writtenDays(tally).map((each) => [each.day, each.words])).toEqual([
    ['2026-11-23', 50],
    ['2026-11-24', 70],
    ['2026-11-25', 3],
    ['2026-11-26', 3],
  ])
})

test('the time of typing is counted for what the author types, and not for AI text or for an undo', () => {
  const typed = { day, documentId: first, gainedWords: 20, byAi: false, goal: 1000, typedMs: 4000 }
  let tally = withSave(none, typed)
  tally = withSave(tally, { ...typed, gainedWords: -5, typedMs: 2000 })
  tally = withSave(tally, { ...typed, gainedWords: 300, byAi: true })
  tally = withSave(tally, { ...typed, gainedWords: -300, recorded: { words: 15, ai: 0 } })
  expect(writtenOn(tally, day)).toEqual({ words: 15, ai: 0, paced: { words: 15, ms: 6000 }, goal: 1000 })
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
