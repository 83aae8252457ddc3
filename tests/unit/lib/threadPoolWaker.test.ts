import { expect, test } from 'vitest'
import { createFileCache } from '../../../main/src/lib/fileCache.ts'
import { createThreadPoolWaker } from '../../../main/src/lib/threadPoolWaker.ts'

test('a request that waits for a forgotten file operation has the thread pool woken again and again', async () => {
  let freed = () => {}
  let woken = 0
  const waker = createThreadPoolWaker(1, () => {
    woken += 1
    if (woken === 3) freed()
  })
  const answer = createFileCache({ waker }).during(async () => {
    await new Promise<void>((resolve) => {
      freed = resolve
    })
    return 'answered'
  })
  expect(await answer).toBe('answered')
  // Timers of one length fire in the order in which they were made.
  await new Promise<void>((resolve) => {
    let left = 3
    const timer = setInterval(() => {
      if (--left > 0) return
      clearInterval(timer)
      resolve()
    }, 1)
  })
  expect(woken).toBe(3)
})

test('the thread pool is woken while any of several requests runs, also where one fails', async () => {
  const calls: string[] = []
  const waker = { start: () => void calls.push('start'), stop: () => void calls.push('stop') }
  const files = createFileCache({ waker })
  let end = () => {}
  const long = files.during(
    () =>
      new Promise<void>((resolve) => {
        end = resolve
      }),
  )
  const failed = files.during(() => Promise.reject(new Error('no file')))
  await expect(failed).rejects.toThrow('no file')
  expect(calls).toEqual(['start', 'start'])
  end()
  await long
  expect(calls).toEqual(['start', 'start', 'stop'])
})
