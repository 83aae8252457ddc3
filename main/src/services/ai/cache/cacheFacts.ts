/**
 * How a provider's cache matches a prompt.
 * - `marks`: at the ends of marked blocks only, comparing backwards from each mark over `lookbackBlocks` blocks.
 * - `breakpoints`: exactly at marked places, of which the latest `maxMarks` are written.
 * - `prefix`: the longest common beginning, in steps, by itself.
 * - `units`: as `prefix`, but only whole units that it has formed after an earlier request.
 * - `none`: no reuse between requests is documented.
 */
export type CacheKind = 'marks' | 'breakpoints' | 'prefix' | 'units' | 'none'

/** What a provider charges, in US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number
  readonly output: number
  /** Above so many input tokens all of the request costs so much more. */
  readonly above?: { readonly tokens: number; readonly input: number; readonly output: number }
  /** Announced: from this day on (UTC, `YYYY-MM-DD`) it is another. */
  readonly later?: { readonly from: string; readonly input: number; readonly output: number }
  /** Factor on working days from 01 to 04 and 06 to 10 UTC; holidays, which are exempt, are not considered. */
  readonly peak?: number
}

/** Facts of the cache behind an endpoint, for one model. */
export interface CacheFacts {
  readonly kind: CacheKind
  /** Shorter beginnings are not cached. */
  readonly minimumTokens: number
  /** How many marks a request may carry; 0: none means anything. */
  readonly maxMarks: number
  readonly lookbackBlocks?: number
  /** How long an entry lives, shortest first, in the order of `write`; empty: not published. */
  readonly ttlSeconds: readonly number[]
  /** What a token that was read from the cache costs, of one that was not. */
  readonly read: number
  /** What a token that is written costs, for each time to live; empty: as any other. */
  readonly write: readonly number[]
  readonly price?: ModelPrice
  /** A first repeat that finds nothing is usual. */
  readonly mayMissFirstRepeat?: true
  /** Month of the facts, `YYYY-MM`. */
  readonly asOf: string
  readonly source: string
  /** What is uncertain. */
  readonly note?: string
}

/** A price, as a part of cache facts; US dollars for a million tokens. */
export const dollars = (input: number, output: number, rest: Omit<ModelPrice, 'input' | 'output'> = {}) => ({
  price: { input, output, ...rest },
})
