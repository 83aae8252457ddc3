import { z } from 'zod'
import { type Channel, chapterRef, documentId, id, offsetUtf16, projectId } from './shared.ts'
import { codexFolders } from './subjects.ts'

const name = z.string().max(200)
const sentence = z.string().max(20_000)

/** What a run at a place would lack, and what rests on a sentence that a card no longer has. */
export const sceneCheck = {
  /** What is missing or out of date for writing at a cursor. */
  'scene:readiness:get': {
    effect: 'reads',
    subjects: [
      ...codexFolders,
      'manuscript',
      '.creonow/book.json',
      '.creonow/threads.json',
      '.creonow/synopses',
    ],
    input: z.strictObject({
      projectId,
      documentId,
      /** In the chapter's text. */
      cursorPosition: offsetUtf16,
    }),
    output: z.strictObject({
      /** Names near the cursor or in the chapter's plan that no card has, the nearest kinds first. */
      names: z
        .array(
          z.strictObject({
            /** What it probably is. */
            kind: z.enum(['character', 'location', 'item', 'faction']),
            /** As the text has it. */
            text: name,
            /** Other names that it has in the book. */
            aliases: z.array(name).max(100),
            /** Id of the card that it is probably another name of; null: it has none. */
            of: id.nullable(),
          }),
        )
        .max(500),
      /** Open threads that are due in this chapter, or were in an earlier one. */
      threads: z
        .array(
          z.strictObject({
            /** Of the thread. */
            id,
            /** Of the thread. */
            title: name,
            /** The sentence that planted it; empty: it is planned. */
            sentence,
            /** Where it is due. */
            due: chapterRef,
          }),
        )
        .max(10_000),
      /** Earlier chapters, the nearest first, whose synopsis is older than the chapter, or absent though it is needed. */
      synopses: z
        .array(
          z.strictObject({
            documentId,
            /** Of the chapter. */
            title: z.string().max(1000),
            /** `stale`: the chapter has changed since. `missing`: of the three chapters before this one only. */
            state: z.enum(['stale', 'missing']),
          }),
        )
        .max(10_000),
    }),
  },
  /** What rests on sentences or names that a card no longer has. NOT_FOUND when there is no such card. */
  'scene:ripple:list': {
    effect: 'reads',
    subjects: [
      ...codexFolders,
      'manuscript',
      '.creonow/book.json',
      '.creonow/threads.json',
      '.creonow/synopses',
    ],
    input: z.strictObject({
      projectId,
      /** Of the card, as it is now. */
      id,
      /** What it had before: sentences, or names. */
      removed: z.array(z.string().trim().min(1).max(2000)).min(1).max(100),
    }),
    output: z.strictObject({
      /** Chapters, synopses, threads in the order of the book, then other cards. */
      sentences: z
        .array(
          z.strictObject({
            /** Where it is. */
            in: z.enum(['chapter', 'synopsis', 'thread', 'card']),
            /** Of the chapter, also for its synopsis; else of the thread or card. */
            id: z.string().max(1024),
            /** Name of that. */
            title: z.string().max(1000),
            /** Where it begins, in UTF-16 units. */
            from: offsetUtf16,
            /** Where it ends, exclusive. */
            to: offsetUtf16,
            /** As it is there. */
            text: sentence,
            /** What of `removed` it rests on. */
            removed: z.string().max(2000),
          }),
        )
        .max(5000),
      /** Sentences beyond the 5,000 that are listed. */
      omitted: z.int().min(0),
    }),
  },
} as const satisfies Record<string, Channel>
