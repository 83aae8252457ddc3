import { expect, it } from 'vitest'
import { run } from '../../../scripts/torture/crash.ts'
import { limitMs, shareOf } from './share.ts'

it(
  'kills in a share of the torture lose no acknowledged write and leave nothing behind',
  async () => {
    expect(await shareOf(run, 0.015)).toBe(3)
  },
  limitMs,
)
