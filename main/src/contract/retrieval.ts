import { z } from 'zod'
import { noticeFields } from './notices.ts'
import { type Channel, documentId, id, offsetUtf16, path, projectId, shortText, text } from './shared.ts'

const hit = z.strictObject({
  documentId,
  /** Of the chapter's file; null when it has none any more. */
  path: path.nullable(),
  from: offsetUtf16,
  to: offsetUtf16,
  score: z.number(),
  text,
})

/** How far the index of a project is, in documents. */
const indexStatus = z.strictObject({
  indexed: z.int().min(0),
  total: z.int().min(0),
  state: z.enum(['ready', 'indexing']),
})

const synopsis = z.strictObject({
  documentId,
  /** Project-relative path of its file. */
  path,
  text: z.string().max(20_000),
  source: z.enum(['user', 'model']),
  /** The chapter has changed since. */
  stale: z.boolean(),
})

export const retrieval = {
  'retrieval:search': {
    effect: 'reads',
    subjects: ['manuscript', 'searchIndex'],
    input: z.strictObject({
      projectId,
      queries: z.array(z.string().min(1).max(2000)).min(1).max(100),
      k: z.int().min(1).max(200),
      before: documentId.optional(),
    }),
    output: z.strictObject({
      results: z.array(z.array(hit)),
      /** Only when something is to be said: `CODE: 说明`. */
      warnings: z.array(shortText).optional(),
    }),
  },
  'retrieval:status': {
    effect: 'reads',
    subjects: ['searchIndex'],
    input: z.strictObject({ projectId }),
    output: indexStatus,
  },
  'retrieval:rebuild': {
    effect: 'works',
    subjects: ['searchIndex'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({ jobId: id }),
  },
  'retrieval:synopses:list': {
    effect: 'reads',
    subjects: ['.creonow/synopses', 'manuscript'],
    input: z.strictObject({ projectId }),
    /** Told are files that are broken: then this is their last good copy, or nothing. */
    output: z.strictObject({ synopses: z.array(synopsis), ...noticeFields }),
  },
  'retrieval:synopses:save': {
    effect: 'writes',
    subjects: ['.creonow/synopses'],
    /** A blank text removes the synopsis. */
    input: z.strictObject({
      projectId,
      documentId,
      text: z.string().max(20_000),
      source: z.enum(['user', 'model']).optional(),
      /** As it was seen when it was changed, blank for none: refused with CONFLICT when it is another by now. */
      base: z.string().max(20_000).optional(),
    }),
    output: z.strictObject({ saved: z.boolean() }),
  },
} as const satisfies Record<string, Channel>

export type IndexStatus = z.infer<typeof indexStatus>
export type Synopsis = z.infer<typeof synopsis>
