import { z } from 'zod'
import { type Channel, documentId, id, projectId, skillId } from './shared.ts'

const preferenceId = z.string().min(1).max(100)
const preferenceText = z.string().trim().min(1).max(2000)
const preferenceKind = z.enum(['style', 'scene', 'vocabulary', 'other'])
const preferenceStatus = z.enum(['proposed', 'confirmed', 'rejected'])

/** Something the author likes, learned or said. Only confirmed ones are sent to a model. */
const preference = z.strictObject({
  id: preferenceId,
  text: preferenceText,
  kind: preferenceKind,
  status: preferenceStatus,
  /** Goes into Rules as a constraint and not into Settings. */
  asConstraint: z.boolean().optional(),
  confidence: z.number().min(0).max(1),
  /** How many outcomes speak for it. */
  evidenceCount: z.int().min(0).max(1_000_000),
  /** `manual`, `learned` (by a model) or `observed` (counted). */
  source: z.string().min(1).max(40),
  updatedAt: z.string().max(40),
})

/** One exchange with a model and what became of it; in the file, a later line with its id stands for it. */
const episode = z.strictObject({
  id,
  at: z.string().max(40),
  documentId: documentId.optional(),
  skillId,
  instruction: z.string().max(2000),
  /** The beginning of what the model wrote. */
  excerpt: z.string().max(500),
  outcome: z.enum(['accepted', 'edited', 'rejected']),
  /** The author's own version of an edited one. */
  text: z.string().max(2000).optional(),
  receiptId: id.optional(),
})

const changed = z.strictObject({ preference })

export const memory = {
  'memory:list': {
    effect: 'reads',
    subjects: ['.creonow/memory'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({ preferences: z.array(preference).max(2000) }),
  },
  'memory:save': {
    effect: 'writes',
    subjects: ['.creonow/memory'],
    input: z.strictObject({
      projectId,
      preference: preference.partial().required({ text: true }),
      /** As it was seen when it was changed: refused with CONFLICT when it is another by now. */
      base: preference.pick({ text: true, kind: true, confidence: true, asConstraint: true }).optional(),
    }),
    output: changed,
  },
  'memory:decide': {
    effect: 'writes',
    subjects: ['.creonow/memory'],
    input: z.strictObject({ projectId, id: preferenceId, accept: z.boolean() }),
    output: changed,
  },
  'memory:delete': {
    effect: 'writes',
    subjects: ['.creonow/memory'],
    input: z.strictObject({ projectId, id: preferenceId }),
    output: z.strictObject({ deleted: z.literal(true) }),
  },
  'memory:episodes': {
    effect: 'reads',
    subjects: ['.creonow/memory'],
    /** Newest first; `before` is the id of the last episode already seen. */
    input: z.strictObject({ projectId, before: id.optional(), limit: z.int().min(1).max(200) }),
    output: z.strictObject({ episodes: z.array(episode).max(200) }),
  },
  'memory:distil': {
    effect: 'writes',
    subjects: ['.creonow/memory'],
    input: z.strictObject({ projectId }),
    /** `model` is false when none is configured and only counting was done. */
    output: z.strictObject({ proposed: z.array(preference).max(50), model: z.boolean() }),
  },
} as const satisfies Record<string, Channel>

export type Preference = z.infer<typeof preference>
export type PreferenceInput = z.infer<(typeof memory)['memory:save']['input']>['preference']
export type PreferenceBase = Pick<Preference, 'text' | 'kind' | 'confidence' | 'asConstraint'>
export type Episode = z.infer<typeof episode>
