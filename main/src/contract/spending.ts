import { z } from 'zod'
import { effort } from './runChoices.ts'
import { type Channel, type DeepReadonly, modelId, projectId, tokens } from './shared.ts'
import { frontFolders } from './subjects.ts'

/** Token counts of one answer or of all answers of a run, as the provider reports them. */
const usage = z.strictObject({
  /** The whole input, cached and written tokens included; a sum where a run sent several requests. */
  inputTokens: tokens,
  /** Of the input, what the provider read from its cache; 0 also when it does not report that. */
  cachedInputTokens: tokens,
  /** Of the input, what the provider put into its cache; absent: nothing, or it did not report it. */
  writtenInputTokens: tokens.optional(),
  /** What the model wrote; thoughts are included where the provider counts them. */
  outputTokens: tokens,
  /** The provider reported no usage: these are the app's own counts. */
  estimated: z.literal(true).optional(),
})
/** The most that any amount can be, US dollars. */
export const maxDollars = 1_000_000
/** US dollars. */
const amount = z.number().min(0).max(maxDollars)

/** What a run has cost: as its provider billed it, or by the kind of token at prices of the month `asOf`. */
const runPrice = z.strictObject({
  /** All amounts are in this currency. */
  currency: z.literal('USD'),
  /** For input that was neither read from nor written to the cache. */
  plain: amount,
  /** For input read from the cache. */
  read: amount,
  /** For input written to the cache. */
  written: amount,
  /** For the output. */
  output: amount,
  /** What was billed; else the sum of the four amounts above. */
  total: amount,
  /** Month of the price table that was used, or of the bill, `2026-10`. */
  asOf: z.string().max(10),
  /** `total` is what the provider says that it charges, for all tokens together; absent: it does not say. */
  billed: z.literal(true).optional(),
})

/** What the provider did with what it had read before. Tokens as it counts them. */
const cacheOutcome = z.strictObject({
  /**
   * `unreported`: it does not report that. `firstWrite`: nothing was in the cache yet. `belowMinimum`: too short to
   * be cached. `settling`: sent before, and may not be in the cache yet. `expired`: too long ago.
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
  /** What earlier requests had left in the cache where this one could use it. */
  expectedTokens: tokens,
  /**
   * `changed`: the text did, from `firstDifferent` on. `provider`: the text was the same, and the cache missed it.
   * Absent for a hit.
   */
  reason: z.enum(['changed', 'provider']).optional(),
  /** The first block that differs from the previous request; only with `reason` `changed`. */
  firstDifferent: z
    .strictObject({
      /** As in `DeltaPlan`. */
      blockId: z.string().max(1100),
      /** Null: the system prompt's own words, in no layer. */
      layer: z.enum(['rules', 'settings', 'retrieved', 'immediate', 'history']).nullable(),
    })
    .optional(),
  /** What was in the cache after the previous request and was read anew; absent for a hit. */
  lostTokens: tokens.optional(),
  /** What reading `lostTokens` again cost more, in US dollars; absent when no price is available. */
  lostPrice: amount.optional(),
})

/** Tokens, cache and price of a run, in events and receipts. */
export const runSpending = z.strictObject({
  /** Sum over the requests of a run. */
  usage,
  /** Of the newest request; absent when its provider reported no usage. */
  cache: cacheOutcome.optional(),
  /** Absent when the price of one of the requests is not available. */
  price: runPrice.optional(),
})

/** What was spent in a month, and how far it may go. */
const account = z.strictObject({
  /** US dollars, estimates included. */
  spent: amount,
  /** US dollars; a request that would pass it is not sent. Absent: there is none. */
  limit: amount.optional(),
})

const spending = z.strictObject({
  /** Of the author's clock, `2026-11`. */
  month: z.string().max(10),
  /** Of this book. */
  book: account,
  /** Of all books together. */
  all: account,
  /** Of this book by model, the dearest first. */
  models: z
    .array(
      z.strictObject({
        modelId,
        /** US dollars. */
        spent: amount,
      }),
    )
    .max(1000),
})

/** What models cost. */
export const spendingChannels = {
  /** This month, for a book and for all of them. Models without a price are not in it. */
  'spending:get': {
    effect: 'reads',
    subjects: ['spending'],
    input: z.strictObject({ projectId }),
    output: spending,
  },
  /**
   * What the cache of a model has of a book: the next request reads it for a part of the price, unless the model, how
   * it thinks, a rule or a setting in front changes before. The last request of a run or chat counts; tasks are apart.
   */
  'spending:cache:get': {
    effect: 'reads',
    subjects: ['spending', 'settings', ...frontFolders],
    input: z.strictObject({
      projectId,
      /** Absent: the default one. */
      modelId: modelId.optional(),
      /** Of the runs whose cache it is; absent: as the model's service is set up. */
      effort: effort.optional(),
    }),
    output: z.strictObject({
      /** Read from the cache; 0: nothing is there, or its life is over. */
      tokens,
      /** US dollars that the next request costs more when it is lost; null: the model has no price. */
      lostPrice: amount.nullable(),
    }),
  },
  /** Sets a limit for each month, or removes it. */
  'spending:limit:set': {
    effect: 'writes',
    reportedBy: 'service',
    subjects: ['spending'],
    input: z.strictObject({
      projectId,
      /** Of this book, or of all together. */
      of: z.enum(['book', 'all']),
      /** US dollars; null: none. */
      limit: amount.nullable(),
    }),
    output: spending,
  },
} as const satisfies Record<string, Channel>

/** This month's spending and its limits. */
export type Spending = DeepReadonly<z.infer<typeof spending>>
/** Token counts of a run or of one answer. */
export type RunUsage = z.infer<typeof usage>
/** US dollars of a run or of one answer. */
export type RunPrice = DeepReadonly<z.infer<typeof runPrice>>
/** What the provider's cache did for one request. */
export type CacheOutcome = DeepReadonly<z.infer<typeof cacheOutcome>>
/** Tokens, cache and price of a run or of one answer. */
export type RunSpending = DeepReadonly<z.infer<typeof runSpending>>
