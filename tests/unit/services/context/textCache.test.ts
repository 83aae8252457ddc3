import { expect, test } from 'vitest'
import { createTextCache } from '../../../../main/src/lib/textCache.ts'

test('the cache would grow without bound', () => {
  const cache = createTextCache<number>(100)
  for (let i = 0; i < 10_000; i++) cache.set(`段落${i}`, i)
  const kept = Array.from({ length: 10_000 }, (_, i) => cache.get(`段落${i}`)).filter(
    (count) => count !== undefined,
  )
  expect(kept.length).toBeLessThanOrEqual(100)
  expect(cache.get('段落9999')).toBe(9999)
})

test('a paragraph in use would be forgotten while others pass through', () => {
  const cache = createTextCache<number>(100)
  cache.set('林远把信折好。', 7)
  for (let i = 0; i < 10_000; i++) {
    cache.set(`段落${i}`, i)
    expect(cache.get('林远把信折好。')).toBe(7)
  }
})

test('a text within the bound would push its own pieces out while it is recounted', () => {
  const cache = createTextCache<number>(1000)
  const pieces = Array.from({ length: 500 }, (_, i) => `段落${i}`)
  for (const piece of pieces) cache.set(piece, piece.length)
  for (let round = 0; round < 3; round++) {
    cache.set(`新的一句${round}`, 4)
    expect(pieces.filter((piece) => cache.get(piece) === undefined)).toEqual([])
  }
})

test('a few huge pieces would fill the memory', () => {
  const cache = createTextCache<number>(100)
  const huge = Array.from({ length: 6 }, (_, i) => String(i).repeat(1_500_000))
  for (const piece of huge) cache.set(piece, 1)
  expect(huge.filter((piece) => cache.get(piece) !== undefined).length).toBeLessThanOrEqual(4)
})

test('a cache of no entries would keep some', () => {
  const cache = createTextCache<number>(0)
  cache.set('甲', 1)
  expect(cache.get('甲')).toBe(undefined)
})
