import { z } from 'zod'
import { type Channel, documentId, hash, id, offsetUtf16, projectId } from './shared.ts'

export const exportFormat = z.enum(['txt', 'chapters', 'markdown', 'docx', 'epub'])
/** Of text files: two U+3000 before each paragraph, a blank line between paragraphs, or both. */
export const textLayout = z.enum(['indented', 'plain', 'spaced'])

const bookQuery = z.strictObject({
  text: z.string().min(1).max(1000),
  /** `name`: as a whole name, judged by codex and book; never inside a longer one. */
  mode: z.enum(['literal', 'regex', 'name']),
  /** Letter case, and but for regular expressions width and Traditional forms, make no difference. */
  fold: z.boolean(),
})
const replacement = z.string().max(10_000)
const title = z.string().max(500)

const bookHit = z.strictObject({
  /** Its number among the matches of its chapter, counted from 0. */
  index: z.int().min(0),
  from: offsetUtf16,
  to: offsetUtf16,
  /** Counted from 1. */
  line: z.int().min(1),
  before: z.string().max(40),
  /** The match, at most 200 UTF-16 units of it, and what would stand in its place. */
  text: z.string().max(210),
  replacement: z.string().max(210),
  after: z.string().max(80),
})

const matchedChapter = z.strictObject({
  documentId,
  title,
  /** Of the bytes that were searched. */
  hash,
  /** All matches; `hits` are the first of them. */
  count: z.int().min(0),
  hits: z.array(bookHit).max(200),
})

export const book = {
  /**
   * Looks through the chapters as they stand on disk. A page is answered soon; `next` is the `from` of the one after it.
   * `replacement`: for regular expressions with `$1`, `$<name>`, `$&`, `$$` and `\\n`.
   */
  'book:search': {
    effect: 'reads',
    input: z.strictObject({
      projectId,
      query: bookQuery,
      replacement: replacement.optional(),
      from: documentId.optional(),
      hitsPerChapter: z.int().min(0).max(200),
    }),
    output: z.strictObject({
      chapters: z.array(matchedChapter).max(100_000),
      unread: z.array(z.strictObject({ documentId, title })).max(100_000),
      /** Places that may belong to a longer name the codex does not know; not among the matches. */
      doubtful: z.int().min(0),
      searched: z.int().min(0),
      total: z.int().min(0),
      next: documentId.nullable(),
    }),
  },
  /** Replaces in the chapters as they were found; those that have changed since are skipped. `edits:undo` takes it back. */
  'book:replace': {
    effect: 'writes',
    input: z.strictObject({
      projectId,
      query: bookQuery,
      replacement,
      chapters: z
        .array(
          z.strictObject({
            documentId,
            hash,
            count: z.int().min(0),
            except: z.array(z.int().min(0)).max(100_000),
          }),
        )
        .min(1)
        .max(100_000),
    }),
    output: z.strictObject({
      editId: id.nullable(),
      chapters: z.array(z.strictObject({ documentId, title, count: z.int().min(0) })).max(100_000),
      skipped: z
        .array(z.strictObject({ documentId, title, why: z.enum(['changed', 'gone', 'failed']) }))
        .max(100_000),
    }),
  },
  /** The whole book, or one chapter, as one file, as it stands on disk. Nothing is written. */
  'book:export': {
    effect: 'reads',
    input: z.strictObject({
      projectId,
      format: exportFormat,
      layout: textLayout.optional(),
      documentId: documentId.optional(),
    }),
    output: z.strictObject({
      fileName: z.string().min(1).max(300),
      base64: z.string().max(360_000_000),
      chapters: z.int().min(0),
    }),
  },
} as const satisfies Record<string, Channel>

export type BookQuery = z.infer<typeof bookQuery>
export type BookHit = z.infer<typeof bookHit>
export type MatchedChapter = z.infer<typeof matchedChapter>
