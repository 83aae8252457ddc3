import { expect } from 'vitest'
import type { Part } from '../../../scripts/torture/part.ts'

/** For a part that hangs; the calls of other processes have a limit of their own, which says what was waited for. */
export const limitMs = 600_000

/** A share of `npm run torture`, described in docs/security.md; the result is the number of checks. */
export async function shareOf(part: Part, share: number): Promise<number> {
  const { checked, failures } = await part({ seed: 20_261_122, share, print: () => undefined })
  expect(failures).toEqual([])
  return checked
}
