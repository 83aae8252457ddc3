import { z } from 'zod'
import { documentKind, documentSummary } from './documents.ts'
import { type Channel, projectId } from './shared.ts'

/** A chapter that an import has made. */
const importedDocument = documentSummary.omit({
  ...{ hash: true, words: true, unnumbered: true, volume: true },
  ...{ planned: true, missing: true, formerFiles: true, status: true, label: true },
})

/** Something about an imported file that the author should check. */
const importIssue = z.strictObject({
  /**
   * `gap`, `repeat` and `number`: chapter numbers that do not fit. `contents`: a table of contents. `body`: a
   * heading that was left in the text. `leftover`: a piece so long that headings may have been missed. `onePiece`:
   * no headings at all. `damaged`: characters that could not be read. `omitted`: something that a text has no place
   * for.
   */
  kind: z.enum(['gap', 'repeat', 'number', 'contents', 'body', 'leftover', 'onePiece', 'damaged', 'omitted']),
  /** In the decoded text, from 1. */
  line: z.int().min(1),
  /** The heading in question; empty: the issue is about a place. */
  heading: z.string().max(200),
  /** One sentence in Chinese. */
  message: z.string().max(500),
  /** The same in English. */
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
  /** It divides the text at present. */
  chosen: z.boolean(),
})

/** A file that the author has chosen. */
const upload = z.strictObject({
  /** With its extension, which decides the kind of file. */
  fileName: z.string().min(1).max(255),
  /** Its bytes; about 64 MiB at most. */
  base64: z.string().max(90_000_000),
})
/** Of a plain text, when detection is wrong or unsure: a name iconv knows, `gb18030` for example. */
const encoding = z.string().min(1).max(40)
/** The family of headings that divides the text. */
const headings = headingFamily.shape.id
/** Joins the lines of a plain text that a program broke at a fixed width. */
const join = z.boolean()
/** In the order of the text. */
const importIssues = z.array(importIssue).max(20_000)
/** Ways to divide the text, the chosen one among them. */
const families = z.array(headingFamily).max(40)

/** What a project has besides its chapters. */
const brought = z.strictObject({
  /** Entries of the codex by their type; `synopsis`, `note`, `status`, `label`: of a chapter; `bookSynopsis`: of the whole book. */
  kind: z.enum([
    'character',
    'location',
    'item',
    'faction',
    'event',
    'lore',
    'synopsis',
    'note',
    'status',
    'label',
    'bookSynopsis',
  ]),
  /** How many of them. */
  count: z.int().min(1),
})

/** What an import would make of a file. */
const importPreview = z.strictObject({
  /** The one that was used; the name of the format where there is none to choose. */
  encoding: z.string().max(40),
  /** False: the file can be imported only with an `encoding` that the author has chosen. */
  sure: z.boolean(),
  /** Detected encodings, the likeliest first; empty when one was given or the file has none. */
  guesses: z
    .array(
      z.strictObject({
        /** What `encoding` takes. */
        encoding: z.string().max(40),
        /** 0–1. */
        confidence: z.number().min(0).max(1),
      }),
    )
    .max(10),
  /** The first 300 UTF-16 units, by which the author sees whether the encoding is right. */
  beginning: z.string().max(1000),
  /** In the order of the text. */
  chapters: z
    .array(
      z.strictObject({
        /** Front matter or chapter. */
        kind: documentKind,
        /** From its heading. */
        title: z.string().max(500),
        /** Title of the volume that starts here; absent: none does. */
        volume: z.string().max(500).optional(),
        /** Of its heading, from 1. */
        line: z.int().min(1),
        /** UTF-16 units. */
        characters: z.int().min(0),
        /** 字, as in the list of chapters. */
        words: z.int().min(0),
      }),
    )
    .max(200_000),
  /** What comes with them: of each kind once. */
  brings: z.array(brought).max(20),
  /** What the file says about the book; absent: it does not say. */
  facts: z.strictObject({
    /** Of the book. */
    title: z.string().max(500).optional(),
    /** As the title page names the author. */
    author: z.string().max(500).optional(),
    /** BCP 47. */
    language: z.string().max(100).optional(),
  }),
  /** What the author should check. */
  doubts: importIssues,
  /** Ways to divide the text. */
  families,
  /** Present when a program seems to have broken the lines at a fixed width: one paragraph as an example. */
  wrapped: z
    .strictObject({
      /** That width; a CJK character takes two columns. */
      columns: z.int().min(1).max(200),
      /** The paragraph as it is in the file. */
      before: z.string().max(1000),
      /** The paragraph with `join`. */
      after: z.string().max(1000),
    })
    .optional(),
})

/** A kind of file that can be imported. */
const importFormat = z.strictObject({
  /** In small letters, with the dot. */
  extensions: z.array(z.string().min(2).max(20)).min(1).max(20),
  /** For file dialogs that know no extensions. */
  mediaTypes: z.array(z.string().min(1).max(120)).max(20),
  /** Its encoding can be chosen. */
  isPlainText: z.boolean(),
})

/** Chapters of files of other programs. */
export const importing = {
  /** Makes chapters of a file, and entries, synopses and notes of what a project has besides; DOCUMENT_ENCODING when only the author can decide its encoding. */
  'documents:import': {
    largeRequests: { maxBytes: 90_100_000, isUpload: true },
    effect: 'writes',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject({
      projectId,
      /** A kind of file that `import:formats:list` names. */
      upload,
      /** True: added behind the existing chapters. Absent: CONFLICT when the book has chapters. */
      append: z.boolean().optional(),
      /** Absent: the detected one. */
      encoding: encoding.optional(),
      /** Absent: the family that divides the text best. */
      headings: headings.optional(),
      /** Absent: lines stay as they are. */
      join: join.optional(),
    }),
    output: z.strictObject({
      /** The one that was used. */
      encoding: z.string().max(40),
      /** The new chapters, in order. */
      documents: z.array(importedDocument).max(100_000),
      /** What came with them and is stored: of each kind once. */
      brings: z.array(brought).max(20),
      /** What the author should check. */
      doubts: importIssues,
      /** Ways to divide the text. */
      families,
    }),
  },
  /** What an import would make of the file. Nothing is written, and no project is needed. */
  'import:preview': {
    largeRequests: { maxBytes: 90_100_000, isUpload: true },
    effect: 'reads',
    subjects: [],
    input: z.strictObject({
      /** As for `documents:import`. */
      upload,
      /** As for `documents:import`. */
      encoding: encoding.optional(),
      /** As for `documents:import`. */
      headings: headings.optional(),
      /** As for `documents:import`. */
      join: join.optional(),
    }),
    output: importPreview,
  },
  /** The kinds of files that can be imported. */
  'import:formats:list': {
    effect: 'reads',
    subjects: [],
    input: z.strictObject({}),
    output: z.strictObject({
      /** In the order in which file dialogs list them. */
      formats: z.array(importFormat).max(100),
    }),
  },
} as const satisfies Record<string, Channel>

/** A kind of file that can be imported. */
export type ImportFormat = z.infer<typeof importFormat>
/** What an import would make of a file. */
export type ImportPreview = z.infer<typeof importPreview>
/** Something about an imported file that the author should check. */
export type ImportIssue = z.infer<typeof importIssue>
