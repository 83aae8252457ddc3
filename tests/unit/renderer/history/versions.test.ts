import { expect, test } from 'vitest'
import { diffProse } from '../../../../renderer/src/features/history/proseDiff.ts'
import { byDay } from '../../../../renderer/src/features/history/versionDays.ts'

const words = new Intl.Segmenter('zh', { granularity: 'word' })
const version = (savedAt: Date, words: number) => ({
  ...{ versionId: String(savedAt.getTime()), savedAt: savedAt.getTime(), cause: 'typing' as const },
  ...{ words, hash: 'a'.repeat(64) },
})

test('versions are listed under their local day, each with its growth over the one before it', () => {
  const midnight = new Date(2026, 10, 22, 0, 0, 0)
  const before = new Date(midnight.getTime() - 1)
  const days = byDay([version(new Date(2026, 10, 22, 9), 90), version(midnight, 120), version(before, 100)])
  expect(days.map(({ day, versions }) => [day, versions.map(({ growth }) => growth)])).toEqual([
    [midnight.getTime(), [-30, 20]],
    [new Date(2026, 10, 21).getTime(), [null]],
  ])
})

test('a changed paragraph shows its words, unchanged ones are folded, and line endings are not shown', () => {
  const same = Array.from({ length: 6 }, (_, n) => `第${n}段没有变，𠮷野。`)
  const earlier = [...same, '林远走下台阶。'].join('\r\n')
  const now = [...same, '林远跑下台阶。', '雾散了。'].join('\n')
  expect(diffProse(earlier, now.split('\n').slice(0, -1).join('\n'), words)).toEqual([
    { state: 'folded', count: 5 },
    { state: 'same', chunks: [{ state: 'same', text: same[5] }] },
    {
      state: 'changed',
      chunks: [
        { state: 'same', text: '林远' },
        { state: 'removed', text: '走下' },
        { state: 'added', text: '跑下' },
        { state: 'same', text: '台阶。' },
      ],
    },
  ])
  expect(diffProse(earlier, now, words)?.map(({ state }) => state)).toEqual([
    'folded',
    'same',
    'removed',
    'added',
    'added',
  ])
})

test('texts with nothing in common are not compared', () => {
  const lines = (mark: string) => Array.from({ length: 2000 }, (_, n) => `${mark}${n}`).join('\n')
  expect(diffProse(lines('甲'), lines('乙'), words)).toBe(null)
})
