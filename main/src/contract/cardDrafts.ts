import { z } from 'zod'
import { certainty, entryType } from './codex.ts'
import { type Channel, documentId, failure, id, offsetUtf16, projectId } from './shared.ts'
import { codexFolders } from './subjects.ts'

/** The most cards and facts of one list. */
const maxCards = 20_000
const maxFacts = 50_000

/** Why a fact is not ticked before the author has read it; a card of a name that the text does not have, among others. */
const reservation = z.enum([
  /** Its sentence has neither the name nor the value. */
  'neither',
  /** Its sentence names somebody else only. */
  'otherName',
  /** No chapter that was read has the name. */
  'nameNotInText',
  /** The field has another value as well. */
  'clash',
  /** A character says so, or it is dreamt. */
  'claim',
  /** As another name: it is the name of another card. */
  'otherCard',
])

/** What a model has read in the book about one card, sentence by sentence. */
const fact = z.strictObject({
  /** `f_…`, for `codex:drafts:accept`. */
  id,
  /** What is stated, `weapon`; absent: `value` is another name. */
  field: z.string().max(100).optional(),
  /** What the field is, or the name. */
  value: z.string().max(500),
  /** How the text states it. */
  certainty,
  /** The sentences it rests on, in the order of the book. */
  evidence: z
    .array(
      z.strictObject({
        /** Word for word. */
        quote: z.string().max(1000),
        /** The chapter that has it. */
        documentId,
        /** Where in the chapter. */
        from: offsetUtf16,
      }),
    )
    .min(1)
    .max(10),
  /** Another value of the field is among the drafts, or in the card. */
  clash: z.boolean(),
  /** Absent: it is ticked. */
  reservation: reservation.optional(),
})

/** Which facts: by id, every one, or those that are ticked. More ids would be more than a message may have. */
const choice = z.union([z.array(id).max(10_000), z.enum(['all', 'ticked'])])

/** A card, by id and name. */
const namedCard = z.strictObject({
  /** Of the entry. */
  id,
  /** Of the entry. */
  name: z.string().max(200),
})

/** Drafts of cards that jobs have read in the book. Nothing of them is in a prompt until it is accepted. */
export const cardDrafts = {
  /** What the author has not decided on yet, of all jobs together, checked against the book of today. */
  'codex:drafts:list': {
    effect: 'reads',
    subjects: [...codexFolders, 'manuscript', 'jobs', '.creonow/cache'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** Those with the most facts first. */
      drafts: z
        .array(
          z.strictObject({
            /** Of the entry, or of the new one. */
            name: z.string().max(200),
            /** What it is. */
            kind: entryType,
            /** The entry it adds to; absent: a new one. */
            entryId: id.optional(),
            /** Other names, then the rest by field. */
            facts: z.array(fact).min(1).max(maxFacts),
          }),
        )
        .max(maxCards),
      /** What the answers had and the list does not have. */
      dropped: z.strictObject({
        /** Facts whose sentence stands nowhere in the chapters of their request. */
        notInText: z.int().min(0),
        /** Facts whose sentence is of another chapter than they say. */
        otherChapter: z.int().min(0),
        /** Rows and facts that lack a part, or were cut off. */
        incomplete: z.int().min(0),
      }),
      /** Answers that ended at the limit of their length: their chapters may have more. */
      cutOff: z.int().min(0),
    }),
  },
  /** Writes facts into new and existing cards, behind what they have; what the author wrote stays as it is. */
  'codex:drafts:accept': {
    effect: 'writes',
    subjects: [...codexFolders, '.creonow/cache'],
    input: z.strictObject({
      projectId,
      /** Ids that are not listed are left out. */
      facts: choice,
    }),
    output: z.strictObject({
      /** How many are in cards now. */
      accepted: z.int().min(0),
      /** Cards that were made. */
      created: z.array(namedCard).max(maxCards),
      /** Cards that have more than before. */
      changed: z.array(namedCard).max(maxCards),
      /** Cards that could not be written; their facts are still listed. */
      failed: z
        .array(
          z.strictObject({
            /** Of the card. */
            name: z.string().max(200),
            /** Why. */
            error: failure,
          }),
        )
        .max(maxCards),
    }),
  },
  /** Leaves facts out of the list from now on. */
  'codex:drafts:reject': {
    effect: 'writes',
    subjects: ['.creonow/cache'],
    input: z.strictObject({
      projectId,
      /** Ids that are not listed are left out. */
      facts: choice,
    }),
    output: z.strictObject({
      /** How many. */
      rejected: z.int().min(0),
    }),
  },
} as const satisfies Record<string, Channel>
