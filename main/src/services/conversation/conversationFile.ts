import { z } from 'zod'
import type { Conversation } from '#contract/creonow.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { checkProjectPath } from '../../lib/containedPath.ts'
import { parseJson, replaceString } from '../../lib/jsonPosition.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'
import type { Format } from '../../lib/versionedFile/index.ts'

export const conversationsFolder = '.creonow/conversations'

/** 20,000 events of ten fields, and the results of tools in some. */
const conversationBounds = { maxDepth: 100, maxValues: 250_000 }

const date = z
  .string()
  .max(40)
  .refine((value) => !Number.isNaN(Date.parse(value)))
const eventId = z.string().min(1).max(128)
const event = z.object({
  id: eventId,
  type: z.enum(['user', 'plan', 'action', 'observation', 'knowledge', 'assistant', 'summary']),
  role: z.enum(['user', 'assistant', 'system', 'tool']),
  content: z.string().max(1_000_000),
  timestamp: date,
  skillId: eventId.exactOptional(),
  receiptId: eventId.exactOptional(),
  metadata: z.record(z.string(), z.unknown()).default({}),
})
const schema = z.object({
  version: z.literal(1),
  id: eventId,
  title: z.string().max(200),
  documentId: z.string().min(1).max(1024).exactOptional(),
  createdAt: date,
  updatedAt: date,
  events: z
    .array(event)
    .max(20_000)
    .refine((events) => new Set(events.map(({ id }) => id)).size === events.length),
  analysis: z
    .object({
      summary: z.string().max(20_000),
      topics: z.array(z.string().min(1).max(200)).max(100),
      updatedAt: date,
    })
    .exactOptional(),
})

/**
 * Project-relative path of a conversation's file.
 * @throws AppError PATH_OUTSIDE_PROJECT, PATH_INVALID for an id that is no plain file name.
 */
export function conversationPath(id: string): string {
  if (checkProjectPath(id).length > 1) throw new AppError(ErrorCode.PATH_INVALID, { why: 'conversation' })
  return `${conversationsFolder}/${id}.json`
}

/** Undefined when there is none. The name of a file counts, not its `id`: a copied file is another conversation. */
export const conversationFormat: Format<Conversation | undefined> = {
  schema,
  toJson: (conversation) => conversation && inOrder(conversation),
  absent: undefined,
  maxBytes: 32 * 1_048_576,
  bounds: conversationBounds,
  noCache: true,
  faultAt: (path) => ({ code: 'value', params: { field: path.join('.') } }),
}

/** The file with another `documentId`, else byte for byte as it was; undefined when it names none of them. */
export function withChapterId(bytes: Uint8Array, ids: ReadonlyMap<string, string>): string | undefined {
  const text = decodeUtf8(bytes)?.text
  const json = text === undefined ? undefined : parseJson(text, conversationBounds)
  const named = z.looseObject({ documentId: z.string() }).safeParse(json?.ok ? json.value : undefined)
  const to = named.success ? ids.get(named.data.documentId) : undefined
  return text === undefined || to === undefined ? undefined : replaceString(text, ['documentId'], to)
}

/** @throws AppError INVALID_ARGUMENT {path}: equal event ids, a date that is none. */
export function checkConversation(conversation: Conversation): void {
  const parsed = schema.safeParse(conversation)
  if (parsed.success) return
  const path = (parsed.error.issues[0]?.path ?? []).join('.')
  throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'conversation', path })
}

function inOrder(conversation: Conversation) {
  const { version, id, title, documentId, createdAt, updatedAt, events, analysis } = conversation
  return { version, id, title, documentId, createdAt, updatedAt, events, analysis }
}
