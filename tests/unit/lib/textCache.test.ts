import { expect, test } from 'vitest'
import { createTextCache } from '../../../main/src/lib/textCache.ts'

test('no more entries are stored than the bound, the newest among them', () => {
  const cache = createTextCache<number>(100)
  for (let i = 0; i < 10_000; i++) cache.set(`段落${i}`, i)
  const kept = Array.from({ length: 10_000 }, (_, i) => cache.get(`段落${i}`)).filter(
    (count) => count !== undefined,
  )
  expect(kept.length).toBeLessThanOrEqual(100)
  expect(cache.get('段落9999')).toBe(9999)
})

test('a paragraph in use stays while others pass through', () => {
  const cache = createTextCache<number>(100)
  cache.set('林远把信折好。', 7)
  for (let i = 0; i < 10_000; i++) {
    cache.set(`段落${i}`, i)
    expect(cache.get('林远把信折好。')).toBe(7)
  }
})

test('a text within the bound has all its pieces while it is recounted', () => {
  const cache = createTextCache<number>(1000)
  const pieces = Array.from({ length: 500 }, (_, i) => `段落${i}`)
  for (const piece of pieces) cache.set(piece, piece.length)
  for (let round = 0; round < 3; round++) {
    cache.set(`新的一句${round}`, 4)
    expect(pieces.filter((piece) => cache.get(piece) === undefined)).toEqual([])
  }
})

test('a few huge texts do not fill the memory, and one beyond the bound is not stored', () => {
  const cache = createTextCache<number>(100)
  const huge = Array.from({ length: 6 }, (_, i) => String(i).repeat(3_000_000))
  for (const text of huge) cache.set(text, 1)
  cache.set('雾'.repeat(8_000_001), 1)
  expect(huge.map((text) => cache.get(text))).toEqual([undefined, undefined, undefined, undefined, 1, 1])
  expect(cache.get('雾'.repeat(8_000_001))).toBe(undefined)
  cache.set('', 3)
  expect(cache.get('')).toBe(3)
})

test('a cache for no entries stores none', () => {
  const cache = createTextCache<number>(0)
  cache.set('甲', 1)
  expect(cache.get('甲')).toBe(undefined)
})
