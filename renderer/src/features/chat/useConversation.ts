import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import { useChat, useProjectId } from '../../app/AppContext.tsx'
import { useChannelQuery } from '../../ipc/queries.ts'
import { type ChatMessage, messagesOf } from './messages.ts'
import { type ChatSummary, summariesOf } from './summaries.ts'

interface Conversation {
  readonly messages: readonly ChatMessage[]
  /** What is sent in the place of older messages. */
  readonly summaries: readonly ChatSummary[]
  readonly error: ErrorPayload | null
}

/** The open conversation as the log has it; empty until it is read, and for a new one. */
export const useConversation = (): Conversation => {
  const chat = useChat()
  const projectId = useProjectId()
  const id = useStore(chat.store, ({ openId }) => openId)
  // The log has the question of a turn before its answer: it is shown as the turn until both are there.
  const isAnswering = useStore(
    chat.store,
    ({ turn, openId }) =>
      turn !== null && turn.run.state.phase !== 'failed' && !turn.stored && turn.conversationId === openId,
  )
  const input = id === null ? null : { projectId, id }
  const { data, error } = useChannelQuery('context:creonow:conversations:read', input, {
    enabled: !isAnswering,
  })
  const log = data?.conversation
  return useMemo(
    () => ({
      ...(log ? { messages: messagesOf(log), summaries: summariesOf(log) } : { messages: [], summaries: [] }),
      error,
    }),
    [log, error],
  )
}
