import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'
import type { ConversationStore } from '../store.ts'
import { compactionOf } from './record.ts'

/** What the author does with the summaries of a conversation. */
export interface Summaries {
  /** @throws AppError NOT_FOUND, and as `ConversationStore.amend`. */
  edit(projectId: string, id: string, eventId: string, text: string): Promise<void>
  /**
   * Takes the newest compaction back: the log is byte for byte what it was. @throws AppError NOT_FOUND, CONFLICT
   * for one that another has come after, and as `ConversationStore.amend`.
   */
  undo(projectId: string, id: string, eventId: string): Promise<void>
}

export function createSummaries(conversations: Pick<ConversationStore, 'amend'>): Summaries {
  return {
    edit: (projectId, id, eventId, text) =>
      conversations.amend(projectId, id, (events) => {
        const existing = events.find((event) => event.id === eventId)
        const compaction = existing && compactionOf(existing)
        if (!existing || (compaction?.state !== 'summary' && !compaction?.listed)) throw missing()
        const metadata = { ...existing.metadata, edited: true }
        return events.map((event) => (event === existing ? { ...existing, content: text, metadata } : event))
      }),
    undo: (projectId, id, eventId) =>
      conversations.amend(projectId, id, (events) => {
        const done = events.filter((event) => compactionOf(event) !== undefined)
        if (!done.some((event) => event.id === eventId)) throw missing()
        if (done.at(-1)?.id !== eventId) throw new AppError(ErrorCode.CONFLICT, { why: 'laterSummary' })
        return events.filter((event) => event.id !== eventId)
      }),
  }
}

const missing = () => new AppError(ErrorCode.NOT_FOUND, { why: 'summary' })
