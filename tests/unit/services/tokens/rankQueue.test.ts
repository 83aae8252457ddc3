import { expect, it } from 'vitest'
import { noMerge } from '../../../../main/src/services/tokens/pairTable.ts'
import { createRankQueue } from '../../../../main/src/services/tokens/rankQueue.ts'

it('the queue gives the lowest rank with its places from left to right, also one that is queued again after it was removed', () => {
  const queue = createRankQueue(2)
  const take = () => [queue.take(), [...queue.positions()]]
  for (const [rank, place] of [
    [7, 4],
    [3, 9],
    [7, 1],
    [3, 2],
  ] as const)
    queue.add(rank, place)
  expect(take()).toEqual([3, [2, 9]])
  queue.add(3, 5)
  queue.add(3, 6)
  expect(take()).toEqual([3, [5, 6]])
  expect(take()).toEqual([7, [1, 4]])
  queue.add(7, 8)
  expect(take()).toEqual([7, [8]])
  expect(queue.take()).toBe(noMerge)
})
