import type { Conversation } from '#contract/creonow.ts'
import { type ChatMessage, messagesOf } from './messages.ts'

const states = ['summary', 'timedOut', 'rejected', 'shortened'] as const

/** A compaction of a talk as the panel shows it: behind the last message that it stands for. */
export interface ChatSummary {
  readonly id: string
  readonly state: (typeof states)[number]
  readonly content: string
  /** The content is sent in the place of what left: a summary, or a list where there is none. */
  readonly isSent: boolean
  /** What left the history; all of it stays in the log. */
  readonly messages: readonly ChatMessage[]
  /** The message it is shown behind; absent: at the end. */
  readonly after: string | undefined
  readonly edited: boolean
  /** The newest one: it alone can be taken back. */
  readonly isLatest: boolean
}

export function summariesOf(conversation: Conversation): readonly ChatSummary[] {
  const summaries = conversation.events.flatMap((event): Omit<ChatSummary, 'isLatest'>[] => {
    const record = event.type === 'summary' ? fields(event.metadata.compaction) : undefined
    const state = states.find((each) => each === record?.state)
    if (!record || !state) return []
    const { from, to } = fields(record.covers) ?? {}
    const events = conversation.events
    const start = events.findIndex(({ id }) => id === from)
    const end = events.findIndex(({ id }) => id === to)
    const covered = start < 0 ? [] : events.slice(start, end + 1)
    const messages = messagesOf({ ...conversation, events: covered })
    const { id, content, metadata } = event
    const isSent = state === 'summary' || record.listed === true
    const after = messages.at(-1)?.id
    return [{ id, state, content, isSent, messages, after, edited: metadata.edited === true }]
  })
  return summaries.map((summary, at) => ({ ...summary, isLatest: at === summaries.length - 1 }))
}

const fields = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null ? { ...value } : undefined
