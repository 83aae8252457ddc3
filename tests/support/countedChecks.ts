import { expect } from 'vitest'

/**
 * Counts in how many runs of a property there was something to check. A property that only ever meets texts without
 * a secret, or pieces that are the whole, holds and proves nothing.
 */
export function countedChecks() {
  let runs = 0
  let checked = 0
  return {
    /** Once in each run. */
    when(isRealCase: boolean): void {
      runs += 1
      if (isRealCase) checked += 1
    },
    /** Behind the property: fails when fewer than this share of its runs, in [0,1], really checked something. */
    expectShare(least: number): void {
      expect({ runs: runs > 0, share: checked / runs }).toEqual({
        runs: true,
        share: expect.toSatisfy((share: number) => share >= least),
      })
    },
  }
}
