import { z } from 'zod'
import { type Channel, documentId, id, projectId } from './shared.ts'

const conversationRef = z.strictObject({ projectId, id })
const done = z.strictObject({ id })
const deleted = z.strictObject({
  id,
  /** Without secrets; empty for a talk without a name, and for one whose file cannot be read. */
  title: z.string().max(200),
  deletedAt: z.string().max(40),
})

/**
 * The talks about a book. What is said comes with `ai:run` and `conversationId`; lists and messages are read with
 * `context:creonow:conversations:list` and `:read`.
 */
export const chat = {
  /** An empty one; its first message names it. `documentId`: the chapter it begins in. */
  'chat:create': {
    effect: 'writes',
    input: z.strictObject({ projectId, documentId: documentId.optional() }),
    output: done,
  },
  'chat:rename': {
    effect: 'writes',
    input: conversationRef.extend({ title: z.string().trim().min(1).max(200) }),
    output: done,
  },
  /** `chat:restore` takes it back. */
  'chat:delete': { effect: 'writes', input: conversationRef, output: done },
  'chat:restore': { effect: 'writes', input: conversationRef, output: done },
  /** The deleted ones, newest first, at most 100; `more` of them are older. */
  'chat:trash': {
    effect: 'reads',
    input: z.strictObject({ projectId }),
    output: z.strictObject({ conversations: z.array(deleted).max(100), more: z.int().min(0) }),
  },
  /** Removes deleted ones for good: these, as they were listed. What is gone already is not counted. */
  'chat:trash:empty': {
    effect: 'writes',
    input: z.strictObject({ projectId, ids: z.array(id).min(1).max(100) }),
    output: z.strictObject({ removed: z.int().min(0) }),
  },
  /** The author's words in the place of a summary's; the messages it stands for stay in the log. */
  'chat:summary:update': {
    effect: 'writes',
    input: conversationRef.extend({ eventId: id, text: z.string().trim().min(1).max(40_000) }),
    output: done,
  },
  /** Takes the newest compaction back: the history is what it was. CONFLICT for one that another was built on. */
  'chat:summary:undo': { effect: 'writes', input: conversationRef.extend({ eventId: id }), output: done },
} as const satisfies Record<string, Channel>
