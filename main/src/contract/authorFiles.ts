import { z } from 'zod'
import { type Channel, hash, path, projectId } from './shared.ts'

/** The folders below `.creonow` whose files have a screen of their own; all others are refused. */
const place = z.enum(['style', 'settings', 'skills'])
/** Of a file, as people call it: without folder and extension. */
const name = z.string().trim().min(1).max(200)
/** At most 4 Mi UTF-16 units; line feeds only. */
const content = z.string().max(4 * 1_048_576)
/** SHA-256 of the file's bytes; null while there is no file. */
const fileHash = hash.nullable()
/** A deleted file, for `creonow:file:restore`: time in ms and eight hex digits. */
const trashId = z.string().regex(/^\d{13}-[0-9a-f]{8}$/)
/** A request about the project as a whole. */
const projectOnly = z.strictObject({ projectId })

/** Fields of the file that the app has no use for; they are written back. */
const extra = z.record(z.string().max(200), z.unknown())
/** A word or phrase of the word list. */
const word = z.string().trim().min(1).max(200)
/** Words that are never to be used. */
const wordList = z.array(word).max(5000)
/** The project's word list, `.creonow/rules/terminology.json`. */
const terminology = z.strictObject({
  /** Words to use instead of others. */
  terms: z
    .array(
      z.strictObject({
        /** The word to use. */
        use: word,
        /** The words it replaces. */
        avoid: z.array(word).max(100),
        /** The author's remark; absent: none. */
        note: z.string().max(1000).exactOptional(),
        /** Other fields of this term; absent: none. */
        extra: extra.exactOptional(),
      }),
    )
    .max(5000),
  /** Words that are not to be used at all. */
  banned: wordList,
  /** Other fields of the file; absent: none. */
  extra: extra.exactOptional(),
})

/** A short statement of the author; empty: not set. */
const fact = z.string().max(2000)
/** The author's description of the book in `.creonow/project.json`; an empty text is not set. */
const bookProfile = z.strictObject({
  /** Title of the book. */
  name,
  /** As title pages and exported files name the author; no prompt has it. */
  author: fact,
  /** Language in which the book is written and prompts are worded. */
  language: z.enum(['zh', 'en']),
  /** `novel`, or free words. */
  type: fact,
  /** In free words. */
  genre: fact,
  /** `first`, `second`, `third`, or free words. */
  person: fact,
  /** `past`, `present`, or free words. */
  tense: fact,
  /** The premise of the book. */
  synopsis: z.string().max(20_000),
})

/** A skill's file as a form shows it, without the syntax of its front matter. */
const skillFields = z.strictObject({
  /** As the author reads it. */
  name: z.string().trim().min(1).max(80),
  /** Where the text goes: at the cursor, over the selection, or only on the screen. */
  output: z.enum(['insert', 'replace', 'show']),
  /** Whether the prompt contains the layer Retrieved. */
  retrieved: z.boolean(),
  /** The text below the front matter. */
  instruction: z.string().max(60_000),
})
/** The first fault of a skill's file. */
const skillFault = z.strictObject({
  /** A `problem` of the warning SKILL_BROKEN. */
  problem: z.string().max(40),
  /** As of SKILL_BROKEN; empty: nothing to add. */
  detail: z.string().max(200),
  /** From 1. */
  line: z.int().min(1),
})

/** Style sheet, world files, skills, word list and description of the book. */
export const authorFiles = {
  /** Files of one place, present and deleted. */
  'creonow:file:list': {
    effect: 'reads',
    subjects: ['.creonow/settings', '.creonow/skills', '.creonow/rules'],
    input: z.strictObject({
      projectId,
      /** The style sheet, world files or skills. */
      place,
    }),
    output: z.strictObject({
      /** In the order of their paths. */
      files: z
        .array(
          z.strictObject({
            /** Project-relative. */
            path,
            /** Path below the place, without the extension. */
            name: z.string().max(1024),
            /** Size on disk. */
            bytes: z.int().min(0),
          }),
        )
        .max(5000),
      /** Deleted in the app, newest first. */
      removed: z
        .array(
          z.strictObject({
            /** For `creonow:file:restore`. */
            trashId,
            /** Name of the file without folder and extension. */
            name: z.string().max(1024),
            /** ISO 8601. */
            removedAt: z.string().max(40),
          }),
        )
        .max(1000),
    }),
  },
  /** One of these files; the style sheet is empty while it has no file. */
  'creonow:file:read': {
    effect: 'reads',
    subjects: ['.creonow/settings', '.creonow/skills', '.creonow/rules'],
    input: z.strictObject({
      projectId,
      /** From `creonow:file:list`. */
      path,
    }),
    output: z.strictObject({
      /** The whole file, redacted nowhere: it is the author's own screen. */
      text: content,
      /** Null: there is no style sheet yet. */
      hash: fileHash,
    }),
  },
  /** Writes a file; CONFLICT when it is not the one with `baseHash`. */
  'creonow:file:save': {
    largeRequests: { maxBytes: 16_000_000 },
    effect: 'writes',
    subjects: ['.creonow/settings', '.creonow/skills', '.creonow/rules'],
    input: z.strictObject({
      projectId,
      /** From `creonow:file:list`. */
      path,
      /** The whole new text. */
      text: content,
      /** As it was read; null: there was no file. */
      baseHash: fileHash,
    }),
    output: z.strictObject({
      /** Of the new bytes. */
      hash,
    }),
  },
  /** A new file; a number is added when the name is in use. */
  'creonow:file:create': {
    effect: 'writes',
    subjects: ['.creonow/settings', '.creonow/skills', '.creonow/rules'],
    input: z.strictObject({
      projectId,
      /** The style sheet is not created: it exists under one name. */
      place: z.enum(['settings', 'skills']),
      /** Of the new file. */
      name,
    }),
    output: z.strictObject({
      /** Where it is, project-relative. */
      path,
    }),
  },
  /** Renames a file in its folder; CONFLICT when the name is in use. */
  'creonow:file:rename': {
    effect: 'writes',
    subjects: ['.creonow/settings', '.creonow/skills', '.creonow/rules'],
    input: z.strictObject({
      projectId,
      /** From `creonow:file:list`; not the style sheet. */
      path,
      /** The new name. */
      name,
    }),
    output: z.strictObject({
      /** Where it is now, project-relative. */
      path,
    }),
  },
  /** Moves a file to the trash in the data folder. */
  'creonow:file:delete': {
    effect: 'writes',
    subjects: ['.creonow/settings', '.creonow/skills', '.creonow/rules'],
    input: z.strictObject({
      projectId,
      /** From `creonow:file:list`; not the style sheet. */
      path,
    }),
    output: z.strictObject({
      /** For `creonow:file:restore`. */
      trashId,
    }),
  },
  /** Brings a deleted file back, under its name or with a number added. */
  'creonow:file:restore': {
    effect: 'writes',
    subjects: ['.creonow/settings', '.creonow/skills', '.creonow/rules'],
    input: z.strictObject({
      projectId,
      /** From `creonow:file:list` or `creonow:file:delete`. */
      trashId,
    }),
    output: z.strictObject({
      /** Where it is now, project-relative. */
      path,
    }),
  },
  /** The word list; empty while it has no file. */
  'creonow:terminology:get': {
    effect: 'reads',
    subjects: ['.creonow/rules/terminology.json'],
    input: projectOnly,
    output: z.strictObject({
      terminology,
      /** For `creonow:terminology:save`. */
      hash: fileHash,
    }),
  },
  /** Writes the word list; CONFLICT when the file is not the one with `baseHash`. */
  'creonow:terminology:save': {
    largeRequests: { maxBytes: 8_000_000 },
    effect: 'writes',
    subjects: ['.creonow/rules/terminology.json'],
    input: z.strictObject({
      projectId,
      terminology,
      /** As it was read; null: there was no file. */
      baseHash: fileHash,
    }),
    output: z.strictObject({
      /** Of the new bytes. */
      hash,
    }),
  },
  /** The author's description of the book. */
  'projects:profile:get': {
    effect: 'reads',
    subjects: ['.creonow/project.json'],
    input: projectOnly,
    output: z.strictObject({
      /** Empty texts where nothing is set. */
      profile: bookProfile,
      /** For `projects:profile:save`. */
      hash: fileHash,
    }),
  },
  /** Writes the description; CONFLICT when the file is not the one with `baseHash`. */
  'projects:profile:save': {
    effect: 'writes',
    subjects: ['.creonow/project.json', 'projects'],
    input: z.strictObject({
      projectId,
      /** All of it. */
      profile: bookProfile,
      /** As it was read. */
      baseHash: fileHash,
    }),
    output: z.strictObject({
      /** Of the new bytes. */
      hash,
    }),
  },
  /** A skill's file as fields; a broken one as its text with the fault. */
  'skills:read': {
    effect: 'reads',
    subjects: ['.creonow/skills'],
    input: z.strictObject({
      projectId,
      /** From `creonow:file:list`. */
      path,
    }),
    output: z.strictObject({
      /** Null when the front matter cannot be read. */
      skill: skillFields.nullable(),
      /** The whole file. */
      text: content,
      /** Null: there is none. */
      fault: skillFault.nullable(),
      /** For `skills:save`. */
      hash: fileHash,
    }),
  },
  /**
   * Writes these fields into a skill's file; its other fields stay. CONFLICT when the file is not the one with
   * `baseHash`.
   */
  'skills:save': {
    effect: 'writes',
    subjects: ['.creonow/skills'],
    input: z.strictObject({
      projectId,
      /** From `creonow:file:list`. */
      path,
      /** All of them. */
      skill: skillFields,
      /** As it was read. */
      baseHash: fileHash,
    }),
    output: z.strictObject({
      /** Of the new bytes. */
      hash,
    }),
  },
  /** Makes a file of the author's own that does what a skill does, under a free id. */
  'skills:copy': {
    effect: 'writes',
    subjects: ['.creonow/skills'],
    input: z.strictObject({
      projectId,
      /** The skill to copy. */
      skillId: z.string().min(1).max(128),
      /** Of the new file. */
      name,
    }),
    output: z.strictObject({
      /** Where it is, project-relative. */
      path,
    }),
  },
} as const satisfies Record<string, Channel>

/** The project's word list. */
export type TerminologyList = z.infer<typeof terminology>
/** The author's description of the book. */
export type BookProfile = z.infer<typeof bookProfile>
/** A skill's file as a form shows it. */
export type SkillFields = z.infer<typeof skillFields>
