import { expect, test } from 'vitest'
import { tieLayout } from '../../../../renderer/src/features/bookViews/tieLayout.ts'

const size = { width: 380, height: 320 }
const ids = ['沈照', '许三娘', 'Ned', '𠮷', '孤']
const ties = [
  { from: '沈照', to: '许三娘' },
  { from: '沈照', to: 'Ned' },
  { from: 'Ned', to: '𠮷' },
]

test('the same ties have the same picture, every entry inside it and none on another', () => {
  const positions = tieLayout(ids, ties, size)
  expect(tieLayout(ids, ties, size)).toEqual(positions)
  expect([...positions.keys()]).toEqual(ids)
  const places = [...positions.values()]
  for (const { x, y } of places) expect(x >= 0 && x <= size.width && y >= 0 && y <= size.height).toBe(true)
  const apart = places.flatMap((a, at) => places.slice(at + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)))
  expect(Math.min(...apart)).toBeGreaterThan(20)
})

test('one entry stands in the middle, and no entries are no positions', () => {
  expect([...tieLayout(['沈照'], [], size).values()]).toEqual([{ x: 190, y: 160 }])
  expect(tieLayout([], [], size).size).toBe(0)
})
