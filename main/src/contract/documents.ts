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

const documentKind = z.enum(['front', 'chapter'])

/** The volume a chapter stands in. The first chapter with an `index` carries the volume's line. */
const volume = z.strictObject({
  /** As it stands above the chapter's heading; 第一部 … and 第一卷 … together are joined by ` · `. */
  title: z.string().max(500),
  /** Its place among the volumes, from 1. */
  index: z.int().min(1).max(100_000),
})

/** A volume whose line has left the chapter that carried it: `to` has it now; without `to` no chapter is left for it. */
const leavingVolume = z.strictObject({ title: volume.shape.title, to: documentId.optional() })

const documentSummary = z.strictObject({
  /** The chapter's id, the same under every file name; of front matter its path. */
  documentId,
  /** Project-relative; null for a planned chapter, which has no file yet. */
  path: chapterRef.nullable(),
  kind: documentKind,
  title: z.string().max(500),
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
  /** It has no file: its title is the author's, and the first text that is saved makes the file. */
  planned: z.literal(true).optional(),
  /** Its file was there and is not now; `path` is where it was. */
  missing: z.literal(true).optional(),
  /** Earlier paths that still lead to it, the newest first. */
  formerFiles: z.array(chapterRef).max(100).optional(),
})

const importedDocument = documentSummary.omit({
  ...{ hash: true, words: true, unnumbered: true, volume: true },
  ...{ planned: true, missing: true, formerFiles: true },
})

const importIssue = z.strictObject({
  /**
   * `omitted`: something of the file that a text has no place for. `leftover`: a piece so long that
   * headings may have been missed. `damaged`: characters that could not be read.
   */
  kind: z.enum(['gap', 'repeat', 'number', 'contents', 'body', 'leftover', 'onePiece', 'damaged', 'omitted']),
  line: z.int().min(1),
  heading: z.string().max(200),
  /** One sentence, in Chinese and in English. */
  message: z.string().max(500),
  english: z.string().max(500),
})

/** A way to divide the text that a person may choose instead. */
const headingFamily = z.strictObject({
  /** What `headings` takes: `第N章`, `Chapter N`, `一`, `1`, `☆`; `#` for headings that the file itself marks. */
  id: z.string().min(1).max(40),
  /** Chapters that it makes. */
  count: z.int().min(0),
  /** The first of its headings. */
  example: z.string().max(200),
  chosen: z.boolean(),
})

const upload = z.strictObject({ fileName: z.string().min(1).max(255), base64: z.string().max(90_000_000) })
/** Of a plain text, when detection is wrong or unsure: a name iconv knows, `gb18030` for example. */
const encoding = z.string().min(1).max(40)
const headings = headingFamily.shape.id
/** Joins the lines of a plain text that a program broke at a fixed width. */
const join = z.boolean()
const importIssues = z.array(importIssue).max(20_000)
const families = z.array(headingFamily).max(40)

const importPreview = z.strictObject({
  encoding: z.string().max(40),
  /** False: a person has to say which encoding it is before the file can be imported. */
  sure: z.boolean(),
  /** What it may be, the likeliest first. */
  guesses: z
    .array(z.strictObject({ encoding: z.string().max(40), confidence: z.number().min(0).max(1) }))
    .max(10),
  /** The first characters, by which a person sees whether the encoding is right. */
  beginning: z.string().max(1000),
  chapters: z
    .array(
      z.strictObject({
        kind: documentKind,
        title: z.string().max(500),
        volume: z.string().max(500).optional(),
        line: z.int().min(1),
        /** UTF-16 units. */
        characters: z.int().min(0),
        /** 字, as in the list of chapters. */
        words: z.int().min(0),
      }),
    )
    .max(200_000),
  doubts: importIssues,
  families,
  /** Its lines look as if a program had broken them; a paragraph as it is and as it would be joined. */
  wrapped: z
    .strictObject({
      columns: z.int().min(1).max(200),
      before: z.string().max(1000),
      after: z.string().max(1000),
    })
    .optional(),
})

const discardedDocument = z.strictObject({
  trashId: id,
  documentId,
  /** Where its file was; null: it had none. */
  path: chapterRef.nullable(),
  title: z.string().max(500),
  characters: z.int().min(0),
  /** 字, as in the list of chapters; absent for what an earlier version deleted. */
  words: z.int().min(0).optional(),
  deletedAt: z.string().max(40),
})

const importFormat = z.strictObject({
  /** In small letters, with the dot. */
  extensions: z.array(z.string().min(2).max(20)).min(1).max(20),
  /** For file dialogs that know no extensions. */
  mediaTypes: z.array(z.string().min(1).max(120)).max(20),
  /** Its encoding can be chosen. */
  isPlainText: z.boolean(),
})

export const documents = {
  'documents:list': {
    effect: 'reads',
    subjects: ['manuscript', '.creonow/book.json'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({ documents: z.array(documentSummary).max(100_000), ...noticeFields }),
  },
  'documents:read': {
    effect: 'reads',
    subjects: ['manuscript'],
    input: z.strictObject({ projectId, documentId }),
    output: z.strictObject({ text, hash }),
  },
  'documents:save': {
    effect: 'writes',
    subjects: ['manuscript', 'dailyWords'],
    reportedBy: 'service',
    /** `before`: a version is kept first however little has been typed since the last: AI text comes next. */
    input: z.strictObject({
      ...{ projectId, documentId, text, baseHash: hash, before: z.enum(['ai']).optional() },
      /** The author's day: what is new counts as written on it. Without it nothing is counted. */
      day: localDay.optional(),
    }),
    output: z.strictObject({ hash, ...noticeFields }),
  },
  'documents:create': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow/book.json'],
    input: z.strictObject({
      projectId,
      title: z.string().trim().min(1).max(200),
      after: documentId.optional(),
      /** Without a file, which the first text that is saved makes. */
      planned: z.literal(true).optional(),
    }),
    output: z.strictObject({ documentId, path: chapterRef.nullable() }),
  },
  /** Its heading, where it has one, and the name of its file; its place in the book stays. */
  'documents:rename': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject({ projectId, documentId, title: z.string().trim().min(1).max(200) }),
    output: z.strictObject({ documentId, stepId }),
  },
  /** Behind `after`; without it, first among the chapters. */
  'documents:move': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject({ projectId, documentId, after: documentId.optional() }),
    output: z.strictObject({ documentId, stepId, volume: leavingVolume.optional() }),
  },
  /** What is behind `offsetUtf16` becomes a chapter of its own, with `title` as its heading. */
  'documents:split': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject({
      ...{ projectId, documentId, offsetUtf16 },
      title: z.string().trim().min(1).max(200),
    }),
    output: z.strictObject({ documentId, stepId, splitId: documentId }),
  },
  /** The next chapter's text becomes the end of this one, and its file goes into the trash. */
  'documents:merge': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject({ projectId, documentId }),
    output: z.strictObject({ documentId, stepId, mergedId: documentId }),
  },
  /**
   * Takes back what was done to this chapter's name or place, or to the volume that begins with it: the step named,
   * and nothing where something else was done since (CONFLICT); without a name, the last one.
   */
  'documents:undo': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject({ projectId, documentId, stepId }),
    output: z.strictObject({ documentId }),
  },
  'documents:delete': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject({ projectId, documentId }),
    output: z.strictObject({ trashId: id, volume: leavingVolume.optional() }),
  },
  'documents:restore': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject({ projectId, trashId: id }),
    output: z.strictObject({ documentId }),
  },
  /** The deleted chapters, newest first. */
  'documents:trash': {
    effect: 'reads',
    subjects: ['manuscript', '.creonow/book.json'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({ items: z.array(discardedDocument).max(100_000) }),
  },
  'documents:import': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow/book.json'],
    input: z.strictObject({
      projectId,
      upload,
      append: z.boolean().optional(),
      encoding: encoding.optional(),
      headings: headings.optional(),
      join: join.optional(),
    }),
    output: z.strictObject({
      encoding: z.string().max(40),
      documents: z.array(importedDocument).max(100_000),
      doubts: importIssues,
      families,
    }),
  },
  /** What an import would make of the file. Nothing is written, and no project is needed. */
  'import:preview': {
    effect: 'reads',
    subjects: [],
    input: z.strictObject({
      upload,
      encoding: encoding.optional(),
      headings: headings.optional(),
      join: join.optional(),
    }),
    output: importPreview,
  },
  /** The kinds of files that can be imported. */
  'import:formats:list': {
    effect: 'reads',
    subjects: [],
    input: z.strictObject({}),
    output: z.strictObject({ formats: z.array(importFormat).max(100) }),
  },
} as const satisfies Record<string, Channel>

export type DocumentSummary = z.infer<typeof documentSummary>
export type LeavingVolume = z.infer<typeof leavingVolume>
export type ImportFormat = z.infer<typeof importFormat>
export type ImportPreview = z.infer<typeof importPreview>
export type ImportIssue = z.infer<typeof importIssue>
