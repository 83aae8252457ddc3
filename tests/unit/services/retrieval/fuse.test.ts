import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuse } from '../../../../main/src/services/retrieval/fuse.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const ranking = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 150, size: 'max' })
const order = (fused: ReturnType<typeof fuse>) => fused.map(([id]) => id)

describe('the fusion of two rankings', () => {
  it('preserves the order of the words when the vectors agree with none of them', () => {
    expect(order(fuse([1, 2, 3], [7, 8, 9]))).toEqual([1, 2, 3])
  })

  const words = Array.from({ length: 40 }, (_, at) => at + 1)

  it('lifts what the vectors find first and the words far behind', () => {
    const fused = order(fuse(words, [40, 2, 1]))
    expect(fused.indexOf(40)).toBeLessThan(10)
  })

  it('weaves in what only the vectors find, without pushing out the first by words', () => {
    const fused = order(fuse(words, [1, 2, 500, 3]))
    expect(fused.slice(0, 5)).toEqual([1, 2, 3, 4, 5])
    expect(fused.indexOf(500)).toBeLessThan(20)
  })

  it('preserves the order of the words where the vectors only repeat it less well', () => {
    expect(order(fuse(words, [3, 1, 2, 5, 4]))).toEqual(words)
  })

  it('gives the vectors alone when no word matches', () => {
    expect(order(fuse([], [5, 6]))).toEqual([5, 6])
  })

  it('names every passage once, best score first, whatever the rankings', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(ranking, ranking, (byWords, byVectors) => {
        const fused = fuse(byWords, byVectors)
        expect(new Set(order(fused)).size).toBe(fused.length)
        const scores = fused.map(([, score]) => score)
        expect(scores).toEqual(scores.toSorted((a, b) => b - a))
        for (const id of byWords.slice(0, 100)) expect(order(fused)).toContain(id)
        checked.when(byVectors.some((id) => byWords.includes(id)))
      }),
    )
    checked.expectShare(0.5)
  })
})
