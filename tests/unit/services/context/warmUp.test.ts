import { afterEach, expect, test, vi } from 'vitest'
import { waitForWarmUp } from '../../../../main/src/services/context/warmUp.ts'

afterEach(() => vi.useRealTimers())

test('a warm project is not waited for, and no notice is given', async () => {
  const onWaiting = vi.fn()
  expect(await waitForWarmUp(undefined, { onWarmUp: onWaiting })).toEqual([])
  expect(onWaiting).not.toHaveBeenCalled()
})

test('a project that is being read is waited for, with one notice', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const onWaiting = vi.fn(() => resolve())
  expect(await waitForWarmUp(promise, { onWarmUp: onWaiting })).toEqual([])
  expect(onWaiting).toHaveBeenCalledTimes(1)
})

test('after five seconds the request goes on and says what may be missing', async () => {
  vi.useFakeTimers()
  const waiting = waitForWarmUp(new Promise(() => undefined), {})
  await vi.advanceTimersByTimeAsync(5000)
  expect(await waiting).toEqual([{ code: 'CONTEXT_WARMING_UP', params: { missing: 'codex' } }])
})

test('a caller who gives up waits no longer', async () => {
  const caller = new AbortController()
  const waiting = waitForWarmUp(new Promise(() => undefined), { signal: caller.signal })
  caller.abort(new Error('given up'))
  await expect(waiting).rejects.toThrow('given up')
})
