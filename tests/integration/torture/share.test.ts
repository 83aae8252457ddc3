import { describe, expect, it } from 'vitest'
import { run as crash } from '../../../scripts/torture/crash.ts'
import { run as faults } from '../../../scripts/torture/faults.ts'
import { run as fuzz } from '../../../scripts/torture/fuzz.ts'
import type { Part } from '../../../scripts/torture/part.ts'
import { run as soak } from '../../../scripts/torture/soak.ts'
import { run as writers } from '../../../scripts/torture/writers.ts'

/** For a part that hangs; the calls of other processes have a limit of their own, which says what was waited for. */
const limitMs = 600_000

/** A share of `npm run torture`, which docs/security.md tells the whole of. */
async function shareOf(part: Part, share: number) {
  const lines: string[] = []
  const { checked, failures } = await part({ seed: 20_261_122, share, print: (line) => lines.push(line) })
  expect(failures).toEqual([])
  return { checked, lines }
}

describe('a share of the torture', () => {
  it(
    'kills lose no acknowledged write and leave nothing behind',
    async () => {
      expect((await shareOf(crash, 0.015)).checked).toBe(3)
    },
    limitMs,
  )

  it(
    'two processes that write the same files lose no acknowledged write',
    async () => {
      expect((await shareOf(writers, 0.02)).checked).toBe(24)
    },
    limitMs,
  )

  it(
    'faults of disk, folder, clock, index and provider end in a coded state and recover',
    async () => {
      expect((await shareOf(faults, 0.02)).checked).toBeGreaterThan(90)
    },
    limitMs,
  )

  it(
    'junk on every channel is answered with a code and a sentence and writes nothing',
    async () => {
      expect((await shareOf(fuzz, 0.006)).checked).toBeGreaterThan(1000)
    },
    limitMs,
  )

  it(
    'assemblies with edits and changes from outside leave no handle and no descriptor',
    async () => {
      expect((await shareOf(soak, 0.01)).checked).toBe(50)
    },
    limitMs,
  )
})
