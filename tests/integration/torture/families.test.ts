import { expect, it } from 'vitest'
import { run } from '../../../scripts/torture/families.ts'
import { limitMs, shareOf } from './share.ts'

it('a conversation and tasks are refused by no family of services for what the app itself wrote, account for every message, and find each fact again', {
  tags: ['whole'],
  timeout: limitMs,
}, async () => {
  expect(await shareOf(run, 0.02)).toBeGreaterThanOrEqual(3 * (20 + 1 + 2 + 2 * 13))
})
