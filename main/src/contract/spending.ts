import { z } from 'zod'
import { type DeepReadonly, tokens } from './shared.ts'

const usage = z.strictObject({
  inputTokens: tokens,
  cachedInputTokens: tokens,
  /** Of the input, what was put into the provider's cache; absent: nothing, or it did not say. */
  writtenInputTokens: tokens.optional(),
  outputTokens: tokens,
  /** The provider did not say: this is what the app counts. */
  estimated: z.literal(true).optional(),
})
const amount = z.number().min(0).max(1_000_000)

/** What a run has cost, by the kind of token, at prices of the month `asOf`. */
const runPrice = z.strictObject({
  currency: z.literal('USD'),
  plain: amount,
  read: amount,
  written: amount,
  output: amount,
  total: amount,
  asOf: z.string().max(10),
})

/** What the provider did with what it had read before. Tokens as it counts them. */
const cacheOutcome = z.strictObject({
  /**
   * `unreported`: it does not say. `firstWrite`: there was nothing to find yet. `belowMinimum`: too short to be kept.
   * `settling`: it was sent before, and may not be ready. `expired`: too long ago.
   */
  state: z.enum([
    'hit',
    'partly',
    'missed',
    'unreported',
    'firstWrite',
    'belowMinimum',
    'settling',
    'expired',
  ]),
  /** What earlier requests had left where this one looked for it. */
  expectedTokens: tokens,
  /** `changed`: the text did, from `firstDifferent` on. `provider`: it was the same, and was not found. */
  reason: z.enum(['changed', 'provider']).optional(),
  firstDifferent: z
    .strictObject({
      blockId: z.string().max(1100),
      layer: z.enum(['rules', 'settings', 'retrieved', 'immediate', 'history']).nullable(),
    })
    .optional(),
  /** What had to be read anew, and what that cost more, in dollars. */
  lostTokens: tokens.optional(),
  lostPrice: amount.optional(),
})

/** What a run has cost, as it is told and kept. */
export const runSpending = z.strictObject({
  usage,
  cache: cacheOutcome.optional(),
  price: runPrice.optional(),
})

export type RunUsage = z.infer<typeof usage>
export type RunPrice = DeepReadonly<z.infer<typeof runPrice>>
export type CacheOutcome = DeepReadonly<z.infer<typeof cacheOutcome>>
export type RunSpending = DeepReadonly<z.infer<typeof runSpending>>
