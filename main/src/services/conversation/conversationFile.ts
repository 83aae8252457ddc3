import { z } from 'zod'
import type { Conversation } from '#contract/creonow.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { checkProjectPath } from '../../lib/containedPath.ts'
import { offsetOfValue, type Position, parseJson, positionAt, replaceString } from '../../lib/jsonPosition.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'

export const conversationsFolder = '.creonow/conversations'
export const maxConversationBytes = 32 * 1024 * 1024

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
  if (checkProjectPath(id).length > 1) throw new AppError(ErrorCode.PATH_INVALID, '对话的编号里不能有“/”。')
  return `${conversationsFolder}/${id}.json`
}

/** @throws AppError PROJECT_BROKEN {line, column}: the file stays as it is. */
export function parseConversation(id: string, bytes: Uint8Array): Conversation {
  const text = decodeUtf8(bytes)?.text
  if (text === undefined) throw broken(id, { line: 1, column: 1 })
  const json = parseJson(text)
  if (!json.ok) throw broken(id, positionAt(text, json.offset))
  const parsed = schema.safeParse(json.value)
  if (!parsed.success) {
    throw broken(id, positionAt(text, offsetOfValue(text, parsed.error.issues[0]?.path ?? [])))
  }
  // The name of the file counts: a copied file is another conversation.
  return { ...parsed.data, id }
}

/** The file with another `documentId`, else byte for byte as it was; undefined when it names none of them. */
export function renamedDocument(bytes: Uint8Array, renamed: ReadonlyMap<string, string>): string | undefined {
  const text = decodeUtf8(bytes)?.text
  const json = text === undefined ? undefined : parseJson(text)
  const named = z.looseObject({ documentId: z.string() }).safeParse(json?.ok ? json.value : undefined)
  const to = named.success ? renamed.get(named.data.documentId) : undefined
  return text === undefined || to === undefined ? undefined : replaceString(text, ['documentId'], to)
}

/** @throws AppError INVALID_ARGUMENT {path}: equal event ids, a date that is none. */
export function checkConversation(conversation: Conversation): void {
  const parsed = schema.safeParse(conversation)
  if (parsed.success) return
  const path = (parsed.error.issues[0]?.path ?? []).join('.')
  throw new AppError(ErrorCode.INVALID_ARGUMENT, `对话的内容不合规：${path}。`, { data: { path } })
}

export function serialiseConversation(conversation: Conversation): string {
  const { version, id, title, documentId, createdAt, updatedAt, events, analysis } = conversation
  const ordered = { version, id, title, documentId, createdAt, updatedAt, events, analysis }
  return `${JSON.stringify(ordered, null, 2)}\n`
}

function broken(id: string, { line, column }: Position): AppError {
  const message = `对话文件“${conversationsFolder}/${id}.json”第 ${line} 行第 ${column} 列有问题，没有改动它。`
  return new AppError(ErrorCode.PROJECT_BROKEN, message, { data: { line, column } })
}
