import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTermCounter } from '../../../../../main/src/services/retrieval/ranking/termCounter.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

/** Ids beyond what it begins with, and more of them. */
const ids = fc.array(fc.oneof(fc.nat(20), fc.nat(200_000)), { maxLength: 3000, size: 'max' })

function drained(counter: ReturnType<typeof createTermCounter>, place = 0) {
  const [found, counts] = [new Int32Array(place + counter.size), new Uint16Array(place + counter.size)]
  counter.drain(found, counts, place)
  return Array.from(found.subarray(place), (id, at): [number, number] => [id, counts[place + at] ?? 0])
}

it('the counter counts as a Map does, in the order in which ids first came, passage after passage', () => {
  const counter = createTermCounter()
  const checked = countedChecks()
  fc.assert(
    fc.property(ids, fc.nat(5), (passage, place) => {
      const expected = new Map<number, number>()
      for (const id of passage) {
        expected.set(id, (expected.get(id) ?? 0) + 1)
        counter.add(id)
      }
      expect(counter.size).toBe(expected.size)
      expect(drained(counter, place)).toEqual([...expected])
      expect(counter.size).toBe(0)
      checked.when(expected.size > 1 && expected.size < passage.length)
    }),
    { numRuns: 30 },
  )
  checked.expectShare(0.4)
})

it('the counter counts no further than sixteen bits allow', () => {
  const counter = createTermCounter()
  for (let i = 0; i < 70_000; i++) counter.add(3)
  expect(drained(counter)).toEqual([[3, 65_535]])
})
