import { expect, it } from 'vitest'
import { run } from '../../../scripts/torture/tasks.ts'
import { limitMs, shareOf } from './share.ts'

it('tasks that are killed after fifteen steps go on behind the last one in both forms, and nothing is done twice', {
  tags: ['whole'],
  timeout: limitMs,
}, async () => {
  expect(await shareOf(run, 0.25)).toBe(2)
})
