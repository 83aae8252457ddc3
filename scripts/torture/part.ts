/** What every part of the torture is given, and what it answers. */
export interface PartOptions {
  /** The same seed makes the same choices. */
  readonly seed: number
  /** How much of the whole is done, from 0 to 1; never nothing. */
  readonly share: number
  /** Names of the kinds of file that `crash` and `writers` write; all when absent. */
  readonly kinds?: readonly string[]
  readonly print: (line: string) => void
}

export interface PartResult {
  /** How often something was really checked. */
  readonly checked: number
  /** One sentence each; empty when all held. */
  readonly failures: readonly string[]
}

export type Part = (options: PartOptions) => Promise<PartResult>

/** A share of `whole`, at least `least`. */
export const shareOf = (whole: number, share: number, least = 1): number =>
  Math.max(least, Math.round(whole * share))
