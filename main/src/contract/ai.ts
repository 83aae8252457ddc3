import { z } from 'zod'
import { assembleRequest } from './context.ts'
import { notice } from './notices.ts'
import { endpointFamily, firstAnswerSeconds } from './settings.ts'
import { type Channel, id, projectId, shortText, text, tokens } from './shared.ts'

const skillSummary = z.strictObject({
  id,
  name: z.string().max(80),
  output: z.enum(['insert', 'replace', 'show']),
  /** `chapter`: it reads the whole chapter, and what it writes can be kept as the chapter's synopsis. */
  reads: z.enum(['chapter']).optional(),
  source: z.string().max(1024),
  error: z.string().max(500).optional(),
  /** The same as a code: people read translations of it. */
  notice: notice.optional(),
})

const modelSummary = z.strictObject({
  id,
  name: z.string().max(120),
  provider: id,
  windowTokens: tokens,
  outputReserveTokens: tokens,
  tokenizer: z.string().max(80),
  exact: z.boolean(),
  available: z.boolean(),
})

export const ai = {
  'skills:list': {
    effect: 'reads',
    input: z.strictObject({ projectId }),
    output: z.strictObject({ skills: z.array(skillSummary).max(1000) }),
  },
  'ai:run': {
    effect: 'writes',
    input: assembleRequest.omit({ preview: true, stateless: true }),
    output: z.strictObject({ runId: id }),
  },
  'ai:cancel': {
    effect: 'works',
    input: z.strictObject({ runId: id }),
    output: z.strictObject({ cancelled: z.boolean() }),
  },
  /** The output of a run with the author's own words in the place of its markers, for insertion. */
  'ai:restore': {
    effect: 'works',
    input: z.strictObject({ projectId, runId: id }),
    output: z.strictObject({ text }),
  },
  'ai:outcome': {
    effect: 'writes',
    input: z.strictObject({
      projectId,
      runId: id,
      outcome: z.enum(['accepted', 'edited', 'rejected']),
      text: text.optional(),
    }),
    output: z.strictObject({ recorded: z.boolean() }),
  },
  /** Asks the service for a word: with what is set up, or with what stands in the form. Nothing of a book is sent. */
  'ai:test': {
    effect: 'works',
    input: z.strictObject({
      baseUrl: z.url({ protocol: /^https?$/ }).max(2000),
      model: z.string().min(1).max(120),
      family: endpointFamily.optional(),
      firstAnswerSeconds,
      /** A service whose stored key is used when `key` is absent. */
      provider: id.optional(),
      key: z.string().min(1).max(4000).optional(),
    }),
    output: z.discriminatedUnion('ok', [
      z.strictObject({ ok: z.literal(true) }),
      z.strictObject({
        ok: z.literal(false),
        error: z.strictObject({
          code: z.string().max(80),
          message: shortText,
          details: z.unknown().optional(),
        }),
      }),
    ]),
  },
  /** The names of the models that a service offers, with the key in the form or the stored one. */
  'ai:endpointModels': {
    effect: 'works',
    input: z.strictObject({
      baseUrl: z.url({ protocol: /^https?$/ }).max(2000),
      family: endpointFamily.optional(),
      provider: id.optional(),
      key: z.string().min(1).max(4000).optional(),
    }),
    output: z.strictObject({ models: z.array(z.string().min(1).max(120)).max(1000) }),
  },
  'ai:models': {
    effect: 'reads',
    input: z.strictObject({}),
    output: z.strictObject({
      models: z.array(modelSummary).max(1000),
      defaultModelId: id,
      /** Only when something is to be said: `CODE: 说明`. */
      warnings: z.array(shortText).optional(),
    }),
  },
} as const satisfies Record<string, Channel>

export type SkillSummary = z.infer<typeof skillSummary>
export type ModelSummary = z.infer<typeof modelSummary>
