import { errorPayload } from '../../../../main/src/contract/sentences/errorSentence.ts'
import type { Ipc } from '../../ipc/types.ts'
import type { DraftPlace } from '../drafts/drafts.ts'
import type { KeptSource } from '../kept/keptValue.ts'
import { summariesOf } from './summaries.ts'

export interface SummaryPlace {
  readonly projectId: string
  readonly conversationId: string
  readonly eventId: string
}

export interface SummaryText {
  readonly text: string
}

/** Where the unfinished words of a summary lie. */
export const summaryPlace = ({ projectId, eventId }: SummaryPlace): DraftPlace => ({
  projectId,
  form: 'talkSummary',
  row: eventId,
})

/** The author's words in the place of a summary, as its card stores them. */
export const storedSummary = (
  ipc: Ipc,
  { projectId, conversationId: id, eventId }: SummaryPlace,
): KeptSource<SummaryText> => ({
  async read() {
    const answer = await ipc.invoke('context:creonow:conversations:read', { projectId, id })
    if (!answer.ok) return answer
    const found = summariesOf(answer.data.conversation).find((one) => one.id === eventId)
    if (found === undefined) return { ok: false, error: errorPayload('NOT_FOUND') }
    return { ok: true, data: { value: { text: found.content }, hash: null } }
  },
  async write({ text }) {
    const answer = await ipc.invoke('chat:summary:update', { projectId, id, eventId, text })
    return answer.ok ? { ok: true, data: { hash: null } } : answer
  },
  isReady: ({ text }) => text.trim() !== '',
  asStored: ({ text }) => ({ text: text.trim() }),
})
