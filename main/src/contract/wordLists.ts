import { z } from 'zod'
import { type Channel, documentId, id, offsetUtf16, projectId, text } from './shared.ts'

/** `typos`: each with what is meant. `sensitive`: words that a publisher refuses. */
const listKind = z.enum(['typos', 'sensitive'])
const word = z.string().trim().min(1).max(99)

/** A word of a list. */
const listedWord = z.strictObject({
  /** As it is looked for; capitals and small letters are the same. */
  word,
  /** What is meant; absent: it is a sensitive word. */
  right: word.exactOptional(),
})

/** A list without its words. */
const list = z.strictObject({
  /** For the other channels. */
  listId: id,
  /** Empty: the author's own, which was added word by word. */
  name: z.string().max(200),
  /** What its words are. */
  kind: listKind,
  /** Whether they are marked. */
  isOn: z.boolean(),
  /** How many. */
  count: z.int().min(0).max(20_000),
  /** Of the author's own list all of them; absent: it was imported. */
  words: z.array(listedWord).max(20_000).exactOptional(),
})

/** All lists, in the order of making. */
const lists = z.strictObject({
  /** In that order. */
  lists: z.array(list).max(50),
  /** The name of the list that was removed last; absent: none can be brought back. */
  removedName: z.string().max(200).exactOptional(),
})

/** A word of a list in a text. */
const match = z.strictObject({
  /** Where it begins. */
  from: offsetUtf16,
  /** Behind it. */
  to: offsetUtf16,
  /** Whose word it is. */
  listId: id,
  /** Of that list. */
  kind: listKind,
  /** As the list has it. */
  word,
  /** What is meant; absent: it is a sensitive word. */
  right: word.exactOptional(),
})

/** Lists of typos and of sensitive words of this computer. They are marked in the text and never enter a prompt. */
export const wordLists = {
  /** All of them. */
  'wordLists:list': {
    effect: 'reads',
    subjects: ['wordLists'],
    input: z.strictObject({ projectId }),
    output: lists,
  },
  /** A list of a text file: one word a line, `wrong=right` for typos; UTF-8, UTF-16 or GBK. */
  'wordLists:import': {
    effect: 'writes',
    largeRequests: { maxBytes: 8_000_000 },
    subjects: ['wordLists'],
    input: z.strictObject({
      projectId,
      /** By which the author knows it. */
      name: z.string().trim().min(1).max(200),
      /** What its words are. */
      kind: listKind,
      /** The bytes of the file. */
      base64: z.string().max(6_000_000),
    }),
    output: lists.omit({ removedName: true }).extend({
      /** The new one. */
      listId: id,
      /** Lines that are no word of such a list. */
      skipped: z.int().min(0),
    }),
  },
  /** Adds a word to the author's own list: with `right` to that of typos. */
  'wordLists:add': {
    effect: 'writes',
    subjects: ['wordLists'],
    input: listedWord.extend({ projectId }),
    output: lists,
  },
  /** Whether the words of a list are marked. */
  'wordLists:set': {
    effect: 'writes',
    subjects: ['wordLists'],
    input: z.strictObject({
      projectId,
      /** From the list. */
      listId: id,
      /** Whether they are marked from now on. */
      isOn: z.boolean(),
    }),
    output: lists,
  },
  /** Removes a word of a list, or the whole list, which `wordLists:restore` brings back. */
  'wordLists:remove': {
    effect: 'writes',
    subjects: ['wordLists'],
    input: z.strictObject({
      projectId,
      /** From the list. */
      listId: id,
      /** Absent: the list. */
      word: word.exactOptional(),
    }),
    output: lists,
  },
  /** Brings back the list that was removed last. */
  'wordLists:restore': {
    effect: 'writes',
    subjects: ['wordLists'],
    input: z.strictObject({ projectId }),
    output: lists,
  },
  /** Where words of the lists that are on stand in a text of the book. */
  'wordLists:matches': {
    effect: 'reads',
    subjects: ['wordLists'],
    input: z.strictObject({
      projectId,
      /** Whole lines. */
      text,
    }),
    output: z.strictObject({
      /** From left to right; none in another. */
      matches: z.array(match).max(1_000_000),
    }),
  },
  /** Waves a place away: it is not marked as long as the six characters on either side of it stay. */
  'wordLists:ignore': {
    effect: 'writes',
    subjects: ['wordLists'],
    input: z.strictObject({
      projectId,
      /** The word with what stands around it in its line. */
      line: z.string().max(1000),
      /** Where the word begins in it. */
      from: offsetUtf16,
      /** Behind it. */
      to: offsetUtf16,
    }),
    output: z.strictObject({}),
  },
  /** Where words of the lists that are on stand in the whole book. */
  'wordLists:search': {
    effect: 'reads',
    subjects: ['manuscript', '.creonow/book.json', 'wordLists'],
    input: z.strictObject({
      projectId,
      /** Only of such lists; absent: all. */
      kind: listKind.exactOptional(),
    }),
    output: z.strictObject({
      /** In the order of the book, at most 2,000. */
      hits: z
        .array(
          match.extend({
            documentId,
            /** Of the chapter. */
            title: z.string().max(500),
            /** The words around it. */
            excerpt: z.string().max(400),
          }),
        )
        .max(2000),
      /** How many there are in all. */
      total: z.int().min(0),
    }),
  },
} as const satisfies Record<string, Channel>
