import { expect, it } from 'vitest'
import { createSemaphore, type Slot } from '../../../../main/src/services/context/semaphore.ts'

const enterAll = (count: number, signal?: AbortSignal) => {
  const semaphore = createSemaphore({ running: 2, queued: 3 })
  const enter = () => {
    try {
      return semaphore.enter('a', signal)
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  return { semaphore, entered: Array.from({ length: count }, enter) }
}
const isSlot = (value: Slot | string): value is Slot => typeof value !== 'string'

it('the semaphore decides before the first await who runs, who waits and who is refused', () => {
  expect(enterAll(7).entered.map((one) => (isSlot(one) ? 'in' : one))).toEqual([
    ...Array(5).fill('in'),
    'CONTEXT_BACKPRESSURE',
    'CONTEXT_BACKPRESSURE',
  ])
})

it('the semaphore lets nobody more in when a slot is given back twice, or while it waits', async () => {
  const { semaphore, entered } = enterAll(5)
  const [first, , third, fourth] = entered.filter(isSlot)
  fourth?.release()
  first?.release()
  first?.release()
  await third?.granted
  const order: string[] = []
  const late = semaphore.enter('a')
  void late.granted.then(() => order.push('late'))
  await expect(fourth?.granted).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(order).toEqual([])
  expect(semaphore.enter('b')).toMatchObject({ granted: expect.any(Promise) })
})

it('a request gives up its place when it is aborted while it waits', async () => {
  const abort = new AbortController()
  const { semaphore, entered } = enterAll(5, abort.signal)
  abort.abort()
  const waiting = entered.filter(isSlot).slice(2)
  for (const { granted } of waiting) await expect(granted).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(() => [semaphore.enter('a'), semaphore.enter('a'), semaphore.enter('a')]).not.toThrow()
  expect(() => semaphore.enter('a')).toThrow(expect.objectContaining({ code: 'CONTEXT_BACKPRESSURE' }))
})

it('the semaphore refuses a request that waited long enough, and frees its place', async () => {
  const semaphore = createSemaphore({ running: 1, queued: 1, waitMs: 1 })
  const running = semaphore.enter('a')
  await expect(semaphore.enter('a').granted).rejects.toMatchObject({ code: 'CONTEXT_BACKPRESSURE' })
  const next = semaphore.enter('a')
  running.release()
  await next.granted
})

it('the semaphore still counts those that run when one of them ends', async () => {
  const semaphore = createSemaphore({ running: 2, queued: 3 })
  const [first] = [semaphore.enter('a'), semaphore.enter('a')]
  first?.release()
  const order: string[] = []
  void semaphore.enter('a').granted.then(() => order.push('third'))
  void semaphore.enter('a').granted.then(() => order.push('fourth'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(order).toEqual(['third'])
})

it('a request that leaves the queue without reading its turn rejects nothing unhandled', async () => {
  const semaphore = createSemaphore({ running: 1, queued: 1 })
  semaphore.enter('第一章')
  const unhandled: unknown[] = []
  const collect = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', collect)
  semaphore.enter('第一章').release()
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', collect)
  expect(unhandled).toEqual([])
})
