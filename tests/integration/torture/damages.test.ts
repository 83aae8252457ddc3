import { expect, it } from 'vitest'
import { run } from '../../../scripts/torture/damages.ts'
import { limitMs, shareOf } from './share.ts'

it(
  'a damaged file of the data folder keeps no book from being opened, saved and searched, and hides no other record',
  async () => {
    expect(await shareOf(run, 0.02)).toBeGreaterThan(5)
  },
  limitMs,
)
