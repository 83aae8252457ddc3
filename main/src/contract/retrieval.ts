import { z } from 'zod'
import { noticeFields } from './notices.ts'
import { type Channel, documentId, id, offsetUtf16, path, projectId, shortText, text } from './shared.ts'

/** A passage of a chapter. */
const hit = z.strictObject({
  documentId,
  /** Path of the chapter's file; null when it has none now. */
  path: path.nullable(),
  /** Start of the passage in the chapter. */
  from: offsetUtf16,
  /** End of the passage, exclusive. */
  to: offsetUtf16,
  /** In (0, 1], relative to the best hit of its query. */
  score: z.number(),
  /** As stored in the chapter. */
  text,
})

/** How far the index of a project has come, in documents. */
const indexStatus = z.strictObject({
  /** Documents that the index contains. */
  indexed: z.int().min(0),
  /** Documents that there are to index. */
  total: z.int().min(0),
  /** `indexing`: answers may lack the newest texts. */
  state: z.enum(['ready', 'indexing']),
})

/** A short form of a chapter. */
const synopsis = z.strictObject({
  documentId,
  /** Project-relative path of its file. */
  path,
  /** As the author or a model wrote it. */
  text: z.string().max(20_000),
  /** `model`: written by a run and accepted by the author. */
  source: z.enum(['user', 'model']),
  /** The chapter has changed since it was written. */
  stale: z.boolean(),
})

/** A place for the synopsis of several chapters: a volume that is over, a range of chapters, or those far back. */
const volumeSynopsis = z.strictObject({
  /** `v_…`, or `_book`; for `retrieval:synopses:save`. */
  id,
  /** `range`: ten chapters of a book without volumes. `book`: all of these but the last ones that are over. */
  kind: z.enum(['volume', 'range', 'book']),
  /** Of the volume; of a range those of its first and last chapter; empty for the book. */
  title: z.string().max(500),
  /** How many chapters it is to tell of. */
  chapters: z.int().min(1).max(100_000),
  /** As the author or a model wrote it; absent: there is none yet. */
  text: z.string().max(20_000).optional(),
  /** Who wrote it; absent: there is none yet. */
  source: z.enum(['user', 'model']).optional(),
  /** Written by a model, and what it was made from has changed since. */
  stale: z.boolean(),
})

/** Searching the manuscript, and synopses of chapters. */
export const retrieval = {
  /** Passages that resemble the queries in words, names and, with an embedding model, meaning. */
  'retrieval:search': {
    effect: 'reads',
    subjects: ['manuscript', 'searchIndex'],
    input: z.strictObject({
      projectId,
      /** Each is answered by itself. */
      queries: z.array(z.string().min(1).max(2000)).min(1).max(100),
      /** The most hits per query. */
      k: z.int().min(1).max(200),
      /** Only chapters before this one in reading order; absent: all. */
      before: documentId.optional(),
    }),
    output: z.strictObject({
      /** One list per query, in their order, best first. */
      results: z.array(z.array(hit)),
      /** `CODE: 说明`; absent: nothing to report. */
      warnings: z.array(shortText).optional(),
    }),
  },
  /** How far the index has come. */
  'retrieval:status': {
    effect: 'reads',
    subjects: ['searchIndex'],
    input: z.strictObject({ projectId }),
    output: indexStatus,
  },
  /** Builds the index anew; progress arrives by `job` events. */
  'retrieval:rebuild': {
    effect: 'works',
    subjects: ['searchIndex'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** For `jobs:cancel`. */
      jobId: id,
    }),
  },
  /** All synopses of the project; notices name broken files. */
  'retrieval:synopses:list': {
    effect: 'reads',
    subjects: ['.creonow/synopses', 'manuscript'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** In reading order. */
      synopses: z.array(synopsis),
      /** In reading order, the book last; those that are not written yet as well. */
      volumes: z.array(volumeSynopsis).max(100_000),
      ...noticeFields,
    }),
  },
  /** Writes the synopsis of a chapter, a volume or the book, or removes it. */
  'retrieval:synopses:save': {
    effect: 'writes',
    subjects: ['.creonow/synopses'],
    input: z.strictObject({
      projectId,
      /** The chapter, or `id` of a volume or the book. */
      documentId,
      /** Empty: the synopsis is removed. */
      text: z.string().max(20_000),
      /** Absent: `user`. */
      source: z.enum(['user', 'model']).optional(),
      /**
       * The text that the author changed, empty for none: CONFLICT when the stored one is different. Absent: not
       * checked.
       */
      base: z.string().max(20_000).optional(),
    }),
    output: z.strictObject({
      /** False when it was removed, or there was none to remove. */
      saved: z.boolean(),
    }),
  },
} as const satisfies Record<string, Channel>

/** How far the index of a project has come. */
export type IndexStatus = z.infer<typeof indexStatus>
/** A short form of a chapter. */
export type Synopsis = z.infer<typeof synopsis>
