import { z } from 'zod'
import { localDay } from './dailyWords.ts'
import { noticeFields } from './notices.ts'
import {
  type Channel,
  chapterRef,
  documentId,
  hash,
  id,
  offsetUtf16,
  projectId,
  stepId,
  text,
} from './shared.ts'

/** `front`: title page, foreword and the like, before the first chapter. */
export const documentKind = z.enum(['front', 'chapter'])

/** The volume that a chapter is in. Its line is above the heading of its first chapter. */
const volume = z.strictObject({
  /** As in that line; 第一部 … and 第一卷 … together are joined by ` · `. */
  title: z.string().max(500),
  /** Its position among the volumes, from 1. */
  index: z.int().min(1).max(100_000),
})

/** How many chapters a step has changed. */
const changedChapters = z.int().min(0).max(100_000)

/** A volume whose line has moved away from the chapter that had it. */
const leavingVolume = z.strictObject({
  /** Of the volume. */
  title: volume.shape.title,
  /** The chapter that has its line now; absent: no chapter of the volume is left. */
  to: documentId.optional(),
})

/** A chapter in the list. */
export const documentSummary = z.strictObject({
  /** The chapter's id, the same under every file name; of front matter its path. */
  documentId,
  /** Project-relative; null for a planned chapter, which has no file yet. */
  path: chapterRef.nullable(),
  /** Front matter or chapter. */
  kind: documentKind,
  /** From its heading, or else its file's name. */
  title: z.string().max(500),
  /** Position among the chapters, from 1; 0 for front matter. */
  chapterNumber: z.int().min(0).max(1_000_000),
  /** UTF-16 units of the decoded file without BOM. */
  characters: z.int().min(0),
  /** 字: CJK characters and marks, and words of other scripts; no white space, no line ends. */
  words: z.int().min(0),
  /** sha256hex of the file's bytes. */
  hash,
  /** The title has no number of its own: `chapterNumber` may be shown before it. */
  unnumbered: z.literal(true).optional(),
  /** Missing for front matter and for chapters before the first volume. */
  volume: volume.optional(),
  /** It has no file: its title is the author's, and saving its first text makes the file. */
  planned: z.literal(true).optional(),
  /** Its file is no longer there; `path` is where it was. */
  missing: z.literal(true).optional(),
  /** How far it is, as `plan:get` has it; absent: not stated. */
  status: z.string().max(200).optional(),
  /** The author's word for a group of chapters; absent: not stated. */
  label: z.string().max(200).optional(),
  /** Former paths that still lead to it, the newest first. */
  formerFiles: z.array(chapterRef).max(100).optional(),
})

/** A chapter in the trash. */
const discardedDocument = z.strictObject({
  /** For `documents:restore`. */
  trashId: id,
  documentId,
  /** Where its file was; null: it had none. */
  path: chapterRef.nullable(),
  /** When it was deleted. */
  title: z.string().max(500),
  /** UTF-16 units of its text. */
  characters: z.int().min(0),
  /** 字, as in the list of chapters; absent for what an earlier version deleted. */
  words: z.int().min(0).optional(),
  /** ISO 8601. */
  deletedAt: z.string().max(40),
})

/** Chapters of the manuscript. */
export const documents = {
  /** Front matter and all chapters in reading order, planned and missing ones included. */
  'documents:list': {
    effect: 'reads',
    subjects: ['manuscript', '.creonow/book.json'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** In that order. */
      documents: z.array(documentSummary).max(100_000),
      ...noticeFields,
    }),
  },
  /** The text of one chapter; of a planned one its title as a heading. */
  'documents:read': {
    effect: 'reads',
    subjects: ['manuscript'],
    input: z.strictObject({ projectId, documentId }),
    output: z.strictObject({
      /** Without byte order mark, line endings as stored. */
      text,
      /** For `documents:save`. */
      hash,
    }),
  },
  /** Writes a chapter; CONFLICT when its file is not the one with `baseHash`. */
  'documents:save': {
    largeRequests: { maxBytes: 84_000_000 },
    effect: 'writes',
    subjects: ['manuscript', 'dailyWords'],
    reportedBy: 'service',
    input: z.strictObject({
      projectId,
      documentId,
      /** The whole new text. */
      text,
      /** As it was read. */
      baseHash: hash,
      /**
       * `ai`: AI text is inserted next, so a version of the chapter is stored first. Absent: typing, with a version
       * every five minutes.
       */
      before: z.enum(['ai']).optional(),
      /** Today, by the author's clock: new words are counted for it. Absent: they are not counted. */
      day: localDay.optional(),
    }),
    output: z.strictObject({
      /** Of the new bytes. */
      hash,
      ...noticeFields,
    }),
  },
  /** A new chapter. */
  'documents:create': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow/book.json'],
    input: z.strictObject({
      projectId,
      /** Becomes its heading and the name of its file; absent: the number that comes next, as the book writes it. */
      title: z.string().trim().min(1).max(200).optional(),
      /** The chapter before it; absent: it is the last. */
      after: documentId.optional(),
      /** No file yet: saving its first text makes one. Absent: the file is made now. */
      planned: z.literal(true).optional(),
    }),
    output: z.strictObject({
      documentId,
      /** Of its file; null for a planned one. */
      path: chapterRef.nullable(),
    }),
  },
  /** Changes the title: the heading, where there is one, and the name of the file. */
  'documents:rename': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject({
      projectId,
      documentId,
      /** The new title. */
      title: z.string().trim().min(1).max(200),
    }),
    output: z.strictObject({ documentId, stepId }),
  },
  /** Behind `after`; without it, first among the chapters. */
  'documents:move': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject({
      projectId,
      documentId,
      /** The chapter before it; absent: it becomes the first. */
      after: documentId.optional(),
    }),
    output: z.strictObject({
      documentId,
      stepId,
      /** The volume that it started; absent: it started none. */
      volume: leavingVolume.optional(),
    }),
  },
  /** The text from `offsetUtf16` on becomes a chapter of its own. */
  'documents:split': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject({
      projectId,
      documentId,
      /** In the chapter as stored, not inside a character. */
      offsetUtf16,
      /** Heading of the new chapter; not used when the text from there on begins with a chapter's heading. */
      title: z.string().trim().min(1).max(200),
    }),
    output: z.strictObject({
      documentId,
      stepId,
      /** The new chapter. */
      splitId: documentId,
    }),
  },
  /** Appends the next chapter's text to this one; its file goes into the trash. */
  'documents:merge': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject({
      projectId,
      documentId,
      /** The chapter that the author has seen behind this one; CONFLICT when it is another by now. Absent: any. */
      nextId: documentId.optional(),
    }),
    output: z.strictObject({
      documentId,
      stepId,
      /** The chapter that was appended. */
      mergedId: documentId,
    }),
  },
  /**
   * Gives this chapter and those behind it consecutive numbers in their titles, each written as it is: 第十二章,
   * Chapter 12. Titles without a number and names of files stay.
   */
  'documents:renumber': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject({
      projectId,
      documentId,
      /** The number of this chapter; absent: one more than the number before it. */
      first: z.int().min(1).max(100_000).optional(),
    }),
    output: z.strictObject({
      documentId,
      stepId,
      /** Chapters whose title has another number. */
      changed: changedChapters,
    }),
  },
  /** Names the files of all chapters by their place and title: `012-第十二章 雨.md`. */
  'documents:tidy': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** The chapter by which the step is undone. */
      documentId,
      stepId,
      /** Chapters whose file has another name. */
      changed: changedChapters,
    }),
  },
  /**
   * Undoes a change to this chapter's name or position, or to the volume that starts with it; CONFLICT when another
   * change followed.
   */
  'documents:undo': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject({
      projectId,
      documentId,
      /** Absent: the newest change of this chapter. */
      stepId,
    }),
    output: z.strictObject({ documentId }),
  },
  /** Moves a chapter to the trash. */
  'documents:delete': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject({ projectId, documentId }),
    output: z.strictObject({
      /** For `documents:restore`. */
      trashId: id,
      /** The volume that it started; absent: it started none. */
      volume: leavingVolume.optional(),
    }),
  },
  /** Brings a deleted chapter back to its position, with the volume that it started. */
  'documents:restore': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject({
      projectId,
      /** From `documents:trash` or `documents:delete`. */
      trashId: id,
    }),
    output: z.strictObject({ documentId }),
  },
  /** The deleted chapters, newest first. */
  'documents:trash': {
    effect: 'reads',
    subjects: ['manuscript', '.creonow/book.json'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** Newest first. */
      items: z.array(discardedDocument).max(100_000),
    }),
  },
} as const satisfies Record<string, Channel>

/** A chapter in the list. */
export type DocumentSummary = z.infer<typeof documentSummary>
/** A volume whose line has moved away from a chapter. */
export type LeavingVolume = z.infer<typeof leavingVolume>
