import { expect, it } from 'vitest'
import { createSlots, type Slot } from '../../../../main/src/services/context/slots.ts'

const enterAll = (count: number, signal?: AbortSignal) => {
  const slots = createSlots({ running: 2, waiting: 3, waitMs: 60_000 })
  const enter = () => {
    try {
      return slots.enter('a', signal)
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  return { slots, entered: Array.from({ length: count }, enter) }
}
const isSlot = (value: Slot | string): value is Slot => typeof value !== 'string'

it('the decision would wait for the first await, so that later lines overtake it', () => {
  expect(enterAll(7).entered.map((one) => (isSlot(one) ? 'in' : one))).toEqual([
    ...Array(5).fill('in'),
    'CONTEXT_BACKPRESSURE',
    'CONTEXT_BACKPRESSURE',
  ])
})

it('a slot given back twice, or while it waits, would let too many in', async () => {
  const { slots, entered } = enterAll(5)
  const [first, , third, fourth] = entered.filter(isSlot)
  fourth?.release()
  first?.release()
  first?.release()
  await third?.granted
  const order: string[] = []
  const late = slots.enter('a')
  void late.granted.then(() => order.push('late'))
  await expect(fourth?.granted).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(order).toEqual([])
  expect(slots.enter('b')).toMatchObject({ granted: expect.any(Promise) })
})

it('an abort while waiting would keep its place', async () => {
  const abort = new AbortController()
  const { slots, entered } = enterAll(5, abort.signal)
  abort.abort()
  const waiting = entered.filter(isSlot).slice(2)
  for (const { granted } of waiting) await expect(granted).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(() => [slots.enter('a'), slots.enter('a'), slots.enter('a')]).not.toThrow()
  expect(() => slots.enter('a')).toThrow(expect.objectContaining({ code: 'CONTEXT_BACKPRESSURE' }))
})

it('a request that waited long enough would wait for ever, and keep its place', async () => {
  const slots = createSlots({ running: 1, waiting: 1, waitMs: 1 })
  const running = slots.enter('a')
  await expect(slots.enter('a').granted).rejects.toMatchObject({ code: 'CONTEXT_BACKPRESSURE' })
  const next = slots.enter('a')
  running.release()
  await next.granted
})
