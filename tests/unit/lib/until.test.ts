import { expect, it } from 'vitest'
import { cancelled, untilAborted } from '../../../main/src/lib/until.ts'

it('untilAborted answers with what the work resolves to, with and without a signal', async () => {
  const { signal } = new AbortController()
  expect(
    await Promise.all([
      untilAborted(Promise.resolve('雾'), signal),
      untilAborted(Promise.resolve('fog'), undefined),
    ]),
  ).toEqual(['雾', 'fog'])
})

it('untilAborted rejects with the reason when the signal fires before the work ends, and when it fired before', async () => {
  const controller = new AbortController()
  const work = Promise.withResolvers<string>()
  const answer = untilAborted(work.promise, controller.signal)
  const reason = cancelled()
  controller.abort(reason)
  await expect(answer).rejects.toBe(reason)
  await expect(untilAborted(Promise.resolve('雾'), controller.signal)).rejects.toBe(reason)
  // An unhandled rejection would fail the run.
  work.reject(new Error('too late'))
})
