import { randomUUID } from 'node:crypto'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import type { Clock } from '../../lib/clock.ts'
import type { ConversationStore } from './store.ts'

/** How an answer ended before its own end; absent: it is complete. */
type CutShort = 'cancelled' | 'failed' | 'limit'

interface Turn {
  /** Stores the author's message, before any request is sent. @returns its id. @throws as `ConversationStore.append`. */
  storeQuestion(message: {
    readonly text: string
    readonly skillId: string
    readonly modelId: string
  }): Promise<string>
  /** Stores the answer, also a part of one; an empty one is none. Ends the turn. @throws as `append`. */
  answer(answer: {
    readonly text: string
    readonly receiptId: string | null
    /** As the provider counted; an estimate when absent. */
    readonly tokens?: number | undefined
    /** Input and output together; absent: the provider reported none. */
    readonly usageTokens?: number | undefined
    readonly cutShort?: CutShort | undefined
  }): Promise<void>
  /** Allows the next turn; may be called again. */
  end(): void
}

export interface Turns {
  /** @throws AppError CONFLICT {why: 'answering'} while this conversation is being answered. */
  open(projectId: string, conversationId: string): Turn
}

/** One turn at a time in each conversation: two at once would answer each other's questions. */
export function createTurns(options: {
  readonly conversations: Pick<ConversationStore, 'append'>
  /** Called after each event, so that the watcher counts the change as the app's own. */
  readonly onStored: (projectId: string) => Promise<void>
  readonly estimateTokens: (text: string) => number
  readonly clock: Clock
}): Turns {
  const { conversations, onStored, estimateTokens, clock } = options
  const underWay = new Set<string>()
  return {
    open(projectId, conversationId) {
      const key = `${projectId}\0${conversationId}`
      if (underWay.has(key)) throw new AppError(ErrorCode.CONFLICT, { why: 'answering' })
      underWay.add(key)
      let request: { readonly skillId: string; readonly modelId: string } = { skillId: '', modelId: '' }

      async function store(
        role: 'user' | 'assistant',
        content: string,
        more: { readonly receiptId?: string },
        about: {
          readonly tokenCount: number
          readonly usageTokens?: number
          readonly cutShort?: CutShort
        },
      ) {
        const id = randomUUID()
        await conversations.append(projectId, conversationId, {
          id,
          type: role,
          role,
          content,
          timestamp: new Date(clock.now()).toISOString(),
          skillId: request.skillId,
          ...more,
          metadata: { ...about, model: request.modelId },
        })
        await onStored(projectId)
        return id
      }

      return {
        async storeQuestion({ text, ...by }) {
          request = by
          return store('user', text, {}, { tokenCount: estimateTokens(text) })
        },
        async answer({ text, receiptId, tokens, usageTokens, cutShort }) {
          try {
            if (text.trim() === '') return
            const about = {
              tokenCount: tokens ?? estimateTokens(text),
              ...(usageTokens === undefined ? {} : { usageTokens }),
              ...(cutShort && { cutShort }),
            }
            await store('assistant', text, receiptId === null ? {} : { receiptId }, about)
          } finally {
            underWay.delete(key)
          }
        },
        end: () => void underWay.delete(key),
      }
    },
  }
}
