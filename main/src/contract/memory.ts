import { z } from 'zod'
import { type Channel, documentId, id, projectId, skillId } from './shared.ts'

/** Of a preference, unique in the project. */
const preferenceId = z.string().min(1).max(100)
/** One habit in a sentence. */
const preferenceText = z.string().trim().min(1).max(2000)
/** What it is about. */
const preferenceKind = z.enum(['style', 'scene', 'vocabulary', 'other'])
/** Whether the author agrees. */
const preferenceStatus = z.enum(['proposed', 'confirmed', 'rejected'])

/** A writing habit that the author stated or a model proposed; only confirmed ones are sent to a model. */
const preference = z.strictObject({
  /** Stays when the text changes. */
  id: preferenceId,
  /** Sent as it is. */
  text: preferenceText,
  /** For the author's own order. */
  kind: preferenceKind,
  /** `rejected` ones are stored so that they are not proposed again. */
  status: preferenceStatus,
  /** Sent in Rules as a constraint; absent or false: in Settings. */
  asConstraint: z.boolean().optional(),
  /** 0–1; 1 for what the author stated. */
  confidence: z.number().min(0).max(1),
  /** How many exchanges support it. */
  evidenceCount: z.int().min(0).max(1_000_000),
  /** `manual`: by the author. `learned`: by a model. `observed`: counted. */
  source: z.string().min(1).max(40),
  /** ISO 8601. */
  updatedAt: z.string().max(40),
})

/** One exchange with a model and its outcome, a line of the log; a later line with the same id replaces it. */
const episode = z.strictObject({
  /** Of the exchange. */
  id,
  /** ISO 8601. */
  at: z.string().max(40),
  /** The chapter; absent: none was open. */
  documentId: documentId.optional(),
  /** What the model was to do. */
  skillId,
  /** The author's words, redacted; may be empty. */
  instruction: z.string().max(2000),
  /** The start of what the model wrote, redacted. */
  excerpt: z.string().max(500),
  /** What the author did with it. */
  outcome: z.enum(['accepted', 'edited', 'rejected']),
  /** The author's own version, redacted; only with outcome `edited`. */
  text: z.string().max(2000).optional(),
  /** Evidence of the prompt; absent: none is stored. */
  receiptId: id.optional(),
})

/** The preference that was changed. */
const changed = z.strictObject({
  /** As it is stored now. */
  preference,
})

/** Preferences of the author and earlier exchanges. */
export const memory = {
  /** All preferences, whatever their status, in the order of the file. */
  'memory:list': {
    effect: 'reads',
    subjects: ['.creonow/memory'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** In that order. */
      preferences: z.array(preference).max(2000),
    }),
  },
  /** Without `id` a new preference, confirmed; with `id` the given fields change. */
  'memory:save': {
    effect: 'writes',
    subjects: ['.creonow/memory'],
    input: z.strictObject({
      projectId,
      /** Absent fields stay, or have their defaults. */
      preference: preference.partial().required({ text: true }),
      /** The preference that the author changed: CONFLICT when the stored one is different. Absent: not checked. */
      base: preference.pick({ text: true, kind: true, confidence: true, asConstraint: true }).optional(),
    }),
    output: changed,
  },
  /** Confirms or rejects a proposed preference. */
  'memory:decide': {
    effect: 'writes',
    subjects: ['.creonow/memory'],
    input: z.strictObject({
      projectId,
      /** From the list. */
      id: preferenceId,
      /** False: it is rejected. */
      accept: z.boolean(),
    }),
    output: changed,
  },
  /** Removes a preference for good; it may be proposed again. */
  'memory:delete': {
    effect: 'writes',
    subjects: ['.creonow/memory'],
    input: z.strictObject({
      projectId,
      /** From the list. */
      id: preferenceId,
    }),
    output: z.strictObject({
      /** Always true; a failure is an error. */
      deleted: z.literal(true),
    }),
  },
  /** Earlier exchanges, newest first, one page per call. */
  'memory:episodes': {
    effect: 'reads',
    subjects: ['.creonow/memory'],
    input: z.strictObject({
      projectId,
      /** Id of the last exchange of the page before; absent: the first page. */
      before: id.optional(),
      /** The most on this page. */
      limit: z.int().min(1).max(200),
    }),
    output: z.strictObject({
      /** Newest first. */
      episodes: z.array(episode).max(200),
    }),
  },
  /** Proposes preferences from earlier exchanges, with a model when one is set up. */
  'memory:distil': {
    effect: 'writes',
    subjects: ['.creonow/memory'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** New ones only. */
      proposed: z.array(preference).max(50),
      /** False: no model is set up, and habits were only counted. */
      model: z.boolean(),
    }),
  },
} as const satisfies Record<string, Channel>

/** A writing habit of the author. */
export type Preference = z.infer<typeof preference>
/** A preference to be saved; only `text` is required. */
export type PreferenceInput = z.infer<(typeof memory)['memory:save']['input']>['preference']
/** What an author has changed of a preference. */
export type PreferenceBase = Pick<Preference, 'text' | 'kind' | 'confidence' | 'asConstraint'>
/** One exchange with a model and its outcome. */
export type Episode = z.infer<typeof episode>
