import { z } from 'zod'
import { noticeFields } from './notices.ts'
import { type Channel, documentId, hash, id, path, projectId, text } from './shared.ts'

/** A request about the project as a whole. */
const projectOnly = z.strictObject({ projectId })
/** ISO 8601. */
const date = z.string().min(1).max(40)
/** At most a million UTF-16 units. */
const content = z.string().max(1_000_000)
/** Of the metadata as JSON. */
const maxMetadataUnits = 20_000
/** Any JSON, but small. */
const metadata = z
  .record(z.string().max(200), z.unknown())
  .refine((value) => JSON.stringify(value).length <= maxMetadataUnits)

/** A file of `.creonow` as it may be shown. */
const creonowText = z.strictObject({
  /** Project-relative with forward slashes, `.creonow/…`. */
  path,
  /** The whole file, redacted. */
  text,
  /** What was redacted, by pattern; empty: nothing. */
  redaction: z.array(
    z.strictObject({
      /** Which pattern matched. */
      patternId: z.string().max(80),
      /** The file's `path`. */
      sourceRef: path,
      /** Never the matches themselves. */
      matchCount: z.int().min(1),
    }),
  ),
})

/** One entry of a conversation's log. */
const conversationEvent = z.strictObject({
  /** Unique in the conversation. */
  id,
  /**
   * `user` and `assistant` are messages, `plan`, `action` and `observation` steps of a task, `knowledge` material,
   * `summary` a compaction.
   */
  type: z.enum(['user', 'plan', 'action', 'observation', 'knowledge', 'assistant', 'summary']),
  /** Whose words they are. */
  role: z.enum(['user', 'assistant', 'system', 'tool']),
  /** What was written, in full; redacted when it goes to the page. */
  content,
  /** ISO 8601. */
  timestamp: date,
  /** The skill that was used; absent: written by no run. */
  skillId: id.optional(),
  /** Evidence of the prompt; absent: none is stored. */
  receiptId: id.optional(),
  /** What the writer of the event adds, by type: `model`, `tokenCount`, `taskId`, `step` and others. */
  metadata,
})

/** What another program made of a conversation. */
const analysisContent = z.strictObject({
  /** In free words. */
  summary: z.string().max(20_000),
  /** In free words. */
  topics: z.array(z.string().min(1).max(200)).max(100),
})

/** A conversation's file, `.creonow/conversations/<id>.json`. */
const conversation = z.strictObject({
  /** Of the file's form. */
  version: z.literal(1),
  /** The name of its file without the extension. */
  id,
  /** From the first message, or by the author; empty: no message yet. */
  title: z.string().max(200),
  /** The chapter in which it was started; absent: none was open. */
  documentId: documentId.optional(),
  /** ISO 8601. */
  createdAt: date,
  /** Of the newest message, ISO 8601; editing a summary does not change it. */
  updatedAt: date,
  /** The log, oldest first; entries are only appended, apart from edited summaries. */
  events: z.array(conversationEvent).max(20_000),
  /** Absent: no program has made one. */
  analysis: analysisContent
    .extend({
      /** ISO 8601. */
      updatedAt: date,
    })
    .optional(),
})

/** The conversation that was written. */
const saved = z.strictObject({
  /** Of the conversation. */
  id,
  /** Of its file's new bytes. */
  hash,
})

/** The folder `.creonow`: its files, its conversations and its watcher. */
export const creonow = {
  /** Adds the folders and files that the template has and the project lacks. */
  'context:creonow:ensure': {
    effect: 'writes',
    subjects: ['.creonow'],
    input: projectOnly,
    output: z.strictObject({
      /** Project-relative. */
      rootPath: z.literal('.creonow'),
      /** Always true; a failure is an error. */
      ensured: z.literal(true),
    }),
  },
  /** Whether the folder exists and is watched. */
  'context:creonow:status': {
    effect: 'reads',
    subjects: ['.creonow'],
    input: projectOnly,
    output: z.strictObject({
      /** Of the folder. */
      exists: z.boolean(),
      /** Changes from outside are reported by `changed` events. */
      watching: z.boolean(),
      /** Project-relative; absent: there is no such folder. */
      rootPath: z.literal('.creonow').optional(),
    }),
  },
  /** Starts watching the folder for this caller; changes are reported by `changed` events. */
  'context:creonow:watch:start': {
    effect: 'works',
    subjects: [],
    input: projectOnly,
    output: z.strictObject({
      /** False when no watcher could be started. */
      watching: z.boolean(),
    }),
  },
  /** This caller no longer needs the watcher. */
  'context:creonow:watch:stop': {
    effect: 'works',
    subjects: [],
    input: projectOnly,
    output: z.strictObject({
      /** True while another caller needs it. */
      watching: z.boolean(),
    }),
  },
  /** The usable files of `.creonow/rules`, at most 100. */
  'context:creonow:rules:get': {
    effect: 'reads',
    subjects: ['.creonow/rules'],
    input: projectOnly,
    output: z.strictObject({
      /** In code-point order of their paths. */
      files: z.array(creonowText).max(100),
    }),
  },
  /** The files of `.creonow/settings`. */
  'context:creonow:settings:list': {
    effect: 'reads',
    subjects: ['.creonow/settings'],
    input: projectOnly,
    output: z.strictObject({
      /** In code-point order of their paths. */
      files: z
        .array(
          z.strictObject({
            /** `.creonow/settings/…`. */
            path,
            /** Size on disk. */
            bytes: z.int().min(0),
          }),
        )
        .max(5000),
    }),
  },
  /** One of these files. */
  'context:creonow:settings:read': {
    effect: 'reads',
    subjects: ['.creonow/settings'],
    input: z.strictObject({
      projectId,
      /** From `context:creonow:settings:list`. */
      path,
    }),
    output: creonowText,
  },
  /** Chats and logs of tasks, the newest first. */
  'context:creonow:conversations:list': {
    effect: 'reads',
    subjects: ['.creonow/conversations'],
    input: projectOnly,
    output: z.strictObject({
      /** Those whose files can be read. */
      conversations: z
        .array(
          z.strictObject({
            /** For `context:creonow:conversations:read`. */
            id,
            /** Redacted; empty: no message yet. */
            title: z.string().max(200),
            /** Of the newest message, ISO 8601. */
            updatedAt: date,
            /** Questions and answers; steps and summaries do not count. */
            messageCount: z.int().min(0),
          }),
        )
        .max(10_000),
      /** Files that cannot be read as conversations: they are not in the list, and stay as they are. */
      ...noticeFields,
    }),
  },
  /** One conversation, redacted. */
  'context:creonow:conversations:read': {
    effect: 'reads',
    subjects: ['.creonow/conversations'],
    input: z.strictObject({
      projectId,
      /** From the list. */
      id,
    }),
    output: z.strictObject({
      /** With redaction markers in place of secrets. */
      conversation,
      /** Of the stored file, before redaction. */
      hash,
    }),
  },
  /**
   * Writes a whole log; redaction markers become the stored originals again. CONFLICT when the file is not the one
   * with `baseHash`.
   */
  'context:creonow:conversations:save': {
    largeRequests: { maxBytes: 40_000_000 },
    effect: 'writes',
    subjects: ['.creonow/conversations', '.creonow/outputs'],
    input: z.strictObject({
      projectId,
      /** As it was read, with the changes. */
      conversation,
      /** As it was read; absent: there is no file yet. */
      baseHash: hash.optional(),
    }),
    output: saved,
  },
  /** Replaces the analysis of a conversation. */
  'context:creonow:conversations:analysis:update': {
    effect: 'writes',
    subjects: ['.creonow/conversations'],
    input: z.strictObject({
      projectId,
      /** From the list. */
      id,
      /** The whole new analysis. */
      analysis: analysisContent.extend({
        /** ISO 8601; absent: now. */
        updatedAt: date.optional(),
      }),
    }),
    output: saved,
  },
} as const satisfies Record<string, Channel>

/** A conversation with its log. */
export type Conversation = z.infer<typeof conversation>
/** One entry of a conversation's log. */
export type ConversationEvent = z.infer<typeof conversationEvent>
/** A conversation in the list. */
export type ConversationSummary = z.infer<
  (typeof creonow)['context:creonow:conversations:list']['output']
>['conversations'][number]
