import { z } from 'zod'
import { noticeFields } from './notices.ts'
import { type Channel, documentId, hash, id, offsetUtf16, projectId } from './shared.ts'

/**
 * Of exports. A manuscript for an editor: `docx` in Word, `rtf` for other programs. `paperback`: pages to print, in Word.
 * `chapters`: an archive with one text file per chapter. `scrivener`: a project of Scrivener 3 in an archive.
 */
export const exportFormat = z.enum([
  'txt',
  'chapters',
  'markdown',
  'docx',
  'paperback',
  'rtf',
  'epub',
  'html',
  'scrivener',
])
/** Of text files: two U+3000 before each paragraph, a blank line between paragraphs, or both. */
export const textLayout = z.enum(['indented', 'plain', 'spaced'])

/** What is searched for in the book. */
const bookQuery = z.strictObject({
  /** The characters, the name, or the regular expression. */
  text: z.string().min(1).max(1000),
  /** `name`: a whole name, judged by codex and book; never inside a longer name. */
  mode: z.enum(['literal', 'regex', 'name']),
  /** Ignores letter case, and except for regular expressions width and Traditional forms. */
  fold: z.boolean(),
})
/** What takes the place of each match. */
const replacement = z.string().max(10_000)
/** Of a chapter, as the list of chapters shows it. */
const title = z.string().max(500)

/** One match with the text around it. */
const bookHit = z.strictObject({
  /** Its number among all matches of its chapter, from 0. */
  index: z.int().min(0),
  /** Start of the match in the chapter. */
  from: offsetUtf16,
  /** End of the match in the chapter. */
  to: offsetUtf16,
  /** From 1. */
  line: z.int().min(1),
  /** The text of the line before the match, shortened. */
  before: z.string().max(40),
  /** The match, cut at 200 UTF-16 units. */
  text: z.string().max(210),
  /** What would take its place, cut likewise; empty without a `replacement` in the request. */
  replacement: z.string().max(210),
  /** The text of the line after the match, shortened. */
  after: z.string().max(80),
})

/** A chapter with matches. */
const matchedChapter = z.strictObject({
  documentId,
  title,
  /** Of the bytes that were searched; for `book:replace`. */
  hash,
  /** All matches of the chapter; `hits` may be fewer. */
  count: z.int().min(0),
  /** The first of them, at most `hitsPerChapter`. */
  hits: z.array(bookHit).max(200),
})

/** Searching, replacing and exporting in the whole book. */
export const book = {
  /**
   * Searches the chapters as they are on disk, one page per call. In regular expressions the replacement may contain
   * `$1`, `$<name>`, `$&`, `$$` and `\\n`.
   */
  'book:search': {
    effect: 'reads',
    subjects: ['manuscript'],
    input: z.strictObject({
      projectId,
      /** What is searched for. */
      query: bookQuery,
      /** Shown with each match; absent: nothing is to be replaced. */
      replacement: replacement.optional(),
      /** The `next` of the page before; absent: the first page. */
      from: documentId.optional(),
      /** The most matches per chapter that are listed. */
      hitsPerChapter: z.int().min(0).max(200),
    }),
    output: z.strictObject({
      /** Those with matches, in reading order. */
      chapters: z.array(matchedChapter).max(100_000),
      /** Chapters that could not be read. */
      unread: z.array(z.strictObject({ documentId, title })).max(100_000),
      /** In mode `name`: places that may be part of a longer name without a codex entry; they are no matches. */
      doubtful: z.int().min(0),
      /** Chapters searched so far, pages before this one included. */
      searched: z.int().min(0),
      /** Chapters of the book. */
      total: z.int().min(0),
      /** `from` of the next page; null: this was the last. */
      next: documentId.nullable(),
    }),
  },
  /**
   * Replaces in the chapters as they were searched and skips those that have changed since. `edits:undo` undoes all
   * of it.
   */
  'book:replace': {
    largeRequests: { maxBytes: 16_000_000 },
    effect: 'writes',
    subjects: ['manuscript', 'edits'],
    reportedBy: 'service',
    input: z.strictObject({
      projectId,
      /** As it was searched for. */
      query: bookQuery,
      replacement,
      /** Those in which matches are replaced. */
      chapters: z
        .array(
          z.strictObject({
            documentId,
            /** From the search. */
            hash,
            /** From the search; with another number of matches the chapter is skipped. */
            count: z.int().min(0),
            /** `index` of the matches that stay as they are. */
            except: z.array(z.int().min(0)).max(100_000),
          }),
        )
        .min(1)
        .max(100_000),
    }),
    output: z.strictObject({
      /** For `edits:undo`; null: nothing was written. */
      editId: id.nullable(),
      /** Those that were written. */
      chapters: z
        .array(
          z.strictObject({
            documentId,
            title,
            /** Replaced matches. */
            count: z.int().min(0),
          }),
        )
        .max(100_000),
      /** Those that stay as they are. */
      skipped: z
        .array(
          z.strictObject({
            documentId,
            title,
            /** `changed` since the search, `gone`: no such chapter now, `failed`: reading or writing it failed. */
            why: z.enum(['changed', 'gone', 'failed']),
          }),
        )
        .max(100_000),
    }),
  },
  /** The whole book or one chapter, as it is on disk, in one file. Nothing is written. */
  'book:export': {
    effect: 'reads',
    subjects: ['manuscript', '.creonow/book.json'],
    input: z.strictObject({
      projectId,
      /** The kind of file. */
      format: exportFormat,
      /** Only for text files; absent: `indented`. */
      layout: textLayout.optional(),
      /** One chapter, or the first of several; absent: the whole book. */
      documentId: documentId.optional(),
      /** The last of them, in the order of the book; absent: only that one. INVALID_ARGUMENT before the first. */
      lastDocumentId: documentId.optional(),
    }),
    output: z.strictObject({
      /** A name that every file system takes. */
      fileName: z.string().min(1).max(300),
      /** The bytes of the file. */
      base64: z.string().max(360_000_000),
      /** Chapters in the file. */
      chapters: z.int().min(0),
      ...noticeFields,
    }),
  },
} as const satisfies Record<string, Channel>

/** What is searched for in the book. */
export type BookQuery = z.infer<typeof bookQuery>
/** One match with the text around it. */
export type BookHit = z.infer<typeof bookHit>
/** A chapter with matches. */
export type MatchedChapter = z.infer<typeof matchedChapter>
