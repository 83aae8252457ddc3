import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuse } from '../../../../main/src/services/retrieval/fuse.ts'

const ranking = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 150 })
const order = (fused: ReturnType<typeof fuse>) => fused.map(([id]) => id)

describe('fusion of two rankings', () => {
  it('keeps the order of the words when the vectors agree with none of them', () => {
    expect(order(fuse([1, 2, 3], [7, 8, 9]))).toEqual([1, 2, 3])
  })

  it('lifts what both find', () => {
    expect(order(fuse([1, 2, 3, 4], [4, 3]))[0]).toBe(4)
  })

  it('gives the vectors alone when no word matches', () => {
    expect(order(fuse([], [5, 6]))).toEqual([5, 6])
  })

  it('names every passage once, best score first, whatever the rankings', () => {
    fc.assert(
      fc.property(ranking, ranking, (byWords, byVectors) => {
        const fused = fuse(byWords, byVectors)
        expect(new Set(order(fused)).size).toBe(fused.length)
        const scores = fused.map(([, score]) => score)
        expect(scores).toEqual(scores.toSorted((a, b) => b - a))
        for (const id of byWords.slice(0, 100)) expect(order(fused)).toContain(id)
      }),
    )
  })
})
