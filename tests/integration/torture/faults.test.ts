import { describe, expect, it } from 'vitest'
import { run as faults } from '../../../scripts/torture/faults.ts'
import { run as fuzz } from '../../../scripts/torture/fuzz.ts'
import { run as soak } from '../../../scripts/torture/soak.ts'
import { limitMs, shareOf } from './share.ts'

describe('in a share of the torture,', () => {
  it('faults of disk, folder, clock, index and provider end in a coded state and recover', {
    tags: ['whole'],
    timeout: limitMs,
  }, async () => {
    expect(await shareOf(faults, 0.02)).toBeGreaterThan(90)
  })

  it('junk on every channel is answered with a code and a sentence and writes nothing', {
    tags: ['whole'],
    timeout: limitMs,
  }, async () => {
    expect(await shareOf(fuzz, 0.006)).toBeGreaterThan(1000)
  })

  it('assemblies with edits and changes from outside leave no handle and no descriptor', {
    tags: ['whole'],
    timeout: limitMs,
  }, async () => {
    expect(await shareOf(soak, 0.005)).toBe(50)
  })
})
