import { z } from 'zod'
import { type Channel, documentId, id, projectId } from './shared.ts'

/** One conversation of a project. */
const conversationRef = z.strictObject({
  projectId,
  /** Of the conversation. */
  id,
})
/** The conversation that was changed. */
const done = z.strictObject({
  /** Of the conversation. */
  id,
})
/** A conversation in the trash. */
const deleted = z.strictObject({
  /** Of the conversation, for `chat:restore`. */
  id,
  /** Redacted; empty for a conversation without a title, and for one whose file cannot be read. */
  title: z.string().max(200),
  /** ISO 8601. */
  deletedAt: z.string().max(40),
})

/**
 * Chats about a book. Their messages are sent by `ai:run` with a `conversationId`; lists and messages are read by
 * `context:creonow:conversations:list` and `:read`.
 */
export const chat = {
  /** An empty conversation; its first message becomes its title. */
  'chat:create': {
    effect: 'writes',
    subjects: ['.creonow/conversations'],
    input: z.strictObject({
      projectId,
      /** The chapter that was open; absent: none. */
      documentId: documentId.optional(),
    }),
    output: done,
  },
  /** Changes the title. */
  'chat:rename': {
    effect: 'writes',
    subjects: ['.creonow/conversations'],
    input: conversationRef.extend({
      /** The new title. */
      title: z.string().trim().min(1).max(200),
    }),
    output: done,
  },
  /** Moves a conversation to the trash in the data folder; `chat:restore` brings it back. */
  'chat:delete': {
    effect: 'writes',
    subjects: ['.creonow/conversations'],
    input: conversationRef,
    output: done,
  },
  /** Brings a deleted conversation back; CONFLICT when there is one with its id again. */
  'chat:restore': {
    effect: 'writes',
    subjects: ['.creonow/conversations'],
    input: conversationRef,
    output: done,
  },
  /** The newest 100 deleted conversations. */
  'chat:trash': {
    effect: 'reads',
    subjects: ['.creonow/conversations'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** Newest first. */
      conversations: z.array(deleted).max(100),
      /** How many older ones are not listed. */
      more: z.int().min(0),
    }),
  },
  /** Removes deleted conversations for good. */
  'chat:trash:empty': {
    effect: 'writes',
    subjects: ['.creonow/conversations'],
    input: z.strictObject({
      projectId,
      /** As listed by `chat:trash`. */
      ids: z.array(id).min(1).max(100),
    }),
    output: z.strictObject({
      /** Without those that were not there any more. */
      removed: z.int().min(0),
    }),
  },
  /** Replaces a summary's words by the author's; the messages it replaces stay in the log. */
  'chat:summary:update': {
    effect: 'writes',
    subjects: ['.creonow/conversations'],
    input: conversationRef.extend({
      /** The `summary` event. */
      eventId: id,
      /** The author's summary. */
      text: z.string().trim().min(1).max(40_000),
    }),
    output: done,
  },
  /** Undoes the newest compaction: the messages are sent again. CONFLICT for one that another was built on. */
  'chat:summary:undo': {
    effect: 'writes',
    subjects: ['.creonow/conversations'],
    input: conversationRef.extend({
      /** The `summary` event. */
      eventId: id,
    }),
    output: done,
  },
} as const satisfies Record<string, Channel>
