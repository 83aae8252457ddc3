import { z } from 'zod'
import { noticeFields } from './notices.ts'
import { type Channel, documentId, hash, id, path, projectId, text } from './shared.ts'

const projectOnly = z.strictObject({ projectId })
const date = z.string().min(1).max(40)
const content = z.string().max(1_000_000)
const maxMetadataUnits = 20_000
/** Free to whoever writes the event, but small. */
const metadata = z
  .record(z.string().max(200), z.unknown())
  .refine((value) => JSON.stringify(value).length <= maxMetadataUnits)

const creonowText = z.strictObject({
  /** Project-relative with forward slashes, `.creonow/…`. */
  path,
  /** Redacted. */
  text,
  redaction: z.array(
    z.strictObject({ patternId: z.string().max(80), sourceRef: path, matchCount: z.int().min(1) }),
  ),
})

const conversationEvent = z.strictObject({
  id,
  type: z.enum(['user', 'plan', 'action', 'observation', 'knowledge', 'assistant', 'summary']),
  role: z.enum(['user', 'assistant', 'system', 'tool']),
  content,
  timestamp: date,
  skillId: id.optional(),
  receiptId: id.optional(),
  metadata,
})

const analysisContent = z.strictObject({
  summary: z.string().max(20_000),
  topics: z.array(z.string().min(1).max(200)).max(100),
})

const conversation = z.strictObject({
  version: z.literal(1),
  id,
  title: z.string().max(200),
  documentId: documentId.optional(),
  createdAt: date,
  updatedAt: date,
  events: z.array(conversationEvent).max(20_000),
  analysis: analysisContent.extend({ updatedAt: date }).optional(),
})

const saved = z.strictObject({ id, hash })

export const creonow = {
  'context:creonow:ensure': {
    effect: 'writes',
    input: projectOnly,
    output: z.strictObject({ rootPath: z.literal('.creonow'), ensured: z.literal(true) }),
  },
  'context:creonow:status': {
    effect: 'reads',
    input: projectOnly,
    output: z.strictObject({
      exists: z.boolean(),
      watching: z.boolean(),
      rootPath: z.literal('.creonow').optional(),
    }),
  },
  'context:creonow:watch:start': {
    effect: 'works',
    input: projectOnly,
    output: z.strictObject({ watching: z.boolean() }),
  },
  'context:creonow:watch:stop': {
    effect: 'works',
    input: projectOnly,
    output: z.strictObject({ watching: z.boolean() }),
  },
  'context:creonow:rules:get': {
    effect: 'reads',
    input: projectOnly,
    output: z.strictObject({ files: z.array(creonowText).max(100) }),
  },
  'context:creonow:settings:list': {
    effect: 'reads',
    input: projectOnly,
    output: z.strictObject({
      files: z.array(z.strictObject({ path, bytes: z.int().min(0) })).max(5000),
    }),
  },
  'context:creonow:settings:read': {
    effect: 'reads',
    input: z.strictObject({ projectId, path }),
    output: creonowText,
  },
  'context:creonow:conversations:list': {
    effect: 'reads',
    input: projectOnly,
    output: z.strictObject({
      conversations: z
        .array(
          z.strictObject({
            id,
            title: z.string().max(200),
            updatedAt: date,
            messageCount: z.int().min(0),
          }),
        )
        .max(10_000),
      /** Files that cannot be read as conversations: they are not in the list, and stay as they are. */
      ...noticeFields,
    }),
  },
  'context:creonow:conversations:read': {
    effect: 'reads',
    input: z.strictObject({ projectId, id }),
    output: z.strictObject({ conversation, hash }),
  },
  'context:creonow:conversations:save': {
    effect: 'writes',
    input: z.strictObject({ projectId, conversation, baseHash: hash.optional() }),
    output: saved,
  },
  'context:creonow:conversations:analysis:update': {
    effect: 'writes',
    input: z.strictObject({
      projectId,
      id,
      analysis: analysisContent.extend({ updatedAt: date.optional() }),
    }),
    output: saved,
  },
} as const satisfies Record<string, Channel>

export type Conversation = z.infer<typeof conversation>
export type ConversationEvent = z.infer<typeof conversationEvent>
export type ConversationSummary = z.infer<
  (typeof creonow)['context:creonow:conversations:list']['output']
>['conversations'][number]
