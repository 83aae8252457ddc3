import { z } from 'zod'
import { type Channel, path, projectId } from './shared.ts'
import { codexFolders } from './subjects.ts'

/** Of sentences or paragraphs, in characters of Chinese or words of English. */
const lengths = z.strictObject({
  /** The mean. */
  mean: z.number().min(0),
  /** A tenth of them is no longer. */
  short: z.int().min(0),
  /** A half of them is no longer. */
  middle: z.int().min(0),
  /** Nine tenths of them are no longer. */
  long: z.int().min(0),
})

/** How an author writes. */
const sheet = z.strictObject({
  /** Chapters with words that were counted. */
  chapters: z.int().min(0),
  /** Characters of Chinese or words of English in them. */
  units: z.int().min(0),
  /** Lengths of sentences. */
  sentence: lengths,
  /** Lengths of paragraphs. */
  paragraph: lengths,
  /** Share of the text inside quotation marks, 0–1. */
  dialogue: z.number().min(0).max(1),
  /** Of the narration; `mixed`: neither is twice as frequent; null: too little to tell. */
  person: z.enum(['first', 'third', 'mixed']).nullable(),
  /** Of the narration; null: the language has none, or too little to tell. */
  tense: z.enum(['past', 'present', 'mixed']).nullable(),
  /** How clauses often begin, those of the most chapters first. */
  turns: z
    .array(
      z.strictObject({
        /** The words, none of them a name of the book. */
        text: z.string().max(100),
        /** Occurrences in the book. */
        count: z.int().min(1),
      }),
    )
    .max(20),
  /** Sentences of the book, in its order, without any of its names. */
  quotations: z.array(z.string().max(500)).max(3),
})

/** How far texts are from the habits of the book, in standard deviations of its own chapters. */
const distances = z.strictObject({
  /** A tenth of the author's chapters is no farther; null: no chapter is long enough. */
  low: z.number().min(0).nullable(),
  /** A half of them is no farther. */
  middle: z.number().min(0).nullable(),
  /** Nine tenths of them are no farther. */
  high: z.number().min(0).nullable(),
  /** The accepted texts together; null: there are too few. */
  accepted: z.number().min(0).nullable(),
})

/** The voice of a book: measured from its chapters, shown to the author, enforced nowhere. */
export const voice = {
  /** The same of the same chapters; only what has changed is counted again. */
  'voice:get': {
    effect: 'reads',
    subjects: [
      'manuscript',
      '.creonow/book.json',
      '.creonow/project.json',
      '.creonow/memory',
      '.creonow/settings',
      ...codexFolders,
    ],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** Of the text; `other`: no rules exist for it, and words are not counted. */
      language: z.enum(['zh', 'en', 'other']),
      /** Null: no chapter has words. */
      sheet: sheet.nullable(),
      distances,
      /** Texts of models that the author has accepted, as far as they are stored. */
      accepted: z.strictObject({
        /** How many. */
        texts: z.int().min(0),
        /** Characters of Chinese or words of English in them. */
        units: z.int().min(0),
      }),
      /** Turns that models overuse, in the author's chapters and in the accepted texts. */
      tics: z
        .array(
          z.strictObject({
            /** As people write it, in the language of the book. */
            label: z.string().max(60),
            /** Occurrences in the author's chapters. */
            own: z.int().min(0),
            /** The same per 10,000 units. */
            ownRate: z.number().min(0),
            /** Occurrences in the accepted texts. */
            accepted: z.int().min(0),
            /** The same per 10,000 units. */
            acceptedRate: z.number().min(0),
            /** Three or more in the accepted texts, and at least twice the author's rate. */
            more: z.boolean(),
          }),
        )
        .max(40),
      /** The world file that `voice:save` has made; null: there is none, and no prompt has the sheet. */
      path: path.nullable(),
    }),
  },
  /**
   * Writes the sheet as a world file that prompts contain and the author edits. CONFLICT when there is one already,
   * NOT_FOUND when no chapter has words.
   */
  'voice:save': {
    effect: 'writes',
    subjects: ['.creonow/settings'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** Where it is, project-relative. */
      path,
    }),
  },
} as const satisfies Record<string, Channel>
