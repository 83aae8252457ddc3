import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBackground } from '../../../main/src/lib/background.ts'

test('the end waits for what is under way, signals it, and starts nothing more', async () => {
  const background = createBackground()
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  background.run(async () => {
    await gate.promise
    done.push(background.isEnding() ? '先走的，知道要收了' : '先走的')
  })
  let hasEnded = false
  const ending = background.dispose().then(() => {
    hasEnded = true
  })
  background.run(async () => void done.push('后来的'))
  for (let n = 0; n < 5; n++) await turn()
  expect([hasEnded, done]).toEqual([false, []])
  gate.resolve()
  await ending
  expect([hasEnded, done]).toEqual([true, ['先走的，知道要收了']])
})

test('an end with nothing under way comes at once', async () => {
  const background = createBackground()
  const done: string[] = []
  background.run(async () => void done.push('旧港'))
  await turn()
  await background.dispose()
  expect(done).toEqual(['旧港'])
})
