import { expect, it } from 'vitest'
import { run } from '../../../scripts/torture/writers.ts'
import { limitMs, shareOf } from './share.ts'

it('two processes that write the same files in a share of the torture lose no acknowledged write', {
  tags: ['whole'],
  timeout: limitMs,
}, async () => {
  expect(await shareOf(run, 0.02)).toBe(24)
})
