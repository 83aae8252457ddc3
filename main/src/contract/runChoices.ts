import { z } from 'zod'

/**
 * How hard a model thinks before it writes. `off`: it does not. `minimal`: the least that a model can that cannot stop.
 * `on`: it thinks, where its service takes no degree. Not every model takes every value: `ai:models` has the list.
 */
export const effort = z.enum(['off', 'minimal', 'on', 'low', 'medium', 'high', 'max'])

/** How freely words are chosen: at 0 always the likeliest. Many models take less than 2, or none. */
export const temperature = z.number().min(0).max(2)

/** The length that an answer should have: Chinese characters, words elsewhere. */
export const answerLength = z.int().min(20).max(10_000)

/** What the author has chosen for the runs of one skill; an absent field is as model and skill have it. */
export const runChoices = z.strictObject({
  /** As `ai:models` lists it; ignored while it is not set up. */
  modelId: z.string().min(1).max(128).optional(),
  /** Ignored by a model that does not take it. */
  effort: effort.optional(),
  /** Ignored by a model that does not take it. */
  temperature: temperature.optional(),
  /** Chinese characters, words elsewhere. */
  length: answerLength.optional(),
  /** How many versions are written one after the other; absent: one. */
  versions: z.int().min(1).max(4).optional(),
})

/** How hard a model thinks. */
export type Effort = z.infer<typeof effort>
/** What the author has chosen for the runs of one skill. */
export type RunChoices = z.infer<typeof runChoices>
