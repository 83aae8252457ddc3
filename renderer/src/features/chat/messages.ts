import type { Conversation } from '#contract/creonow.ts'

/** A message of a talk as the panel shows it: the log's events without what only the model sees. */
export interface ChatMessage {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly timestamp: string
  readonly skillId?: string | undefined
  readonly receiptId?: string | undefined
  readonly metadata: { readonly tokenCount?: number; readonly model?: string }
  /** How an answer ended before its own end. */
  readonly cutShort?: 'cancelled' | 'failed' | 'limit'
}

const cuts = ['cancelled', 'failed', 'limit'] as const

export const messagesOf = ({ events }: Conversation): readonly ChatMessage[] =>
  events.flatMap((event) => {
    const { id, type, content, timestamp, skillId, receiptId, metadata } = event
    if (type !== 'user' && type !== 'assistant') return []
    const { tokenCount, model } = metadata
    const cutShort = cuts.find((cut) => cut === metadata.cutShort)
    return [
      {
        ...{ id, role: type, content, timestamp, skillId, receiptId },
        metadata: {
          ...(typeof tokenCount === 'number' && { tokenCount }),
          ...(typeof model === 'string' && { model }),
        },
        ...(cutShort && { cutShort }),
      },
    ]
  })
