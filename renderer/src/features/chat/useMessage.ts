import type { DraftPlace } from '../drafts/drafts.ts'
import { useDraft } from '../drafts/useDraft.ts'

/** What is typed, kept until it is sent, also over a reload. It goes at once, and comes back when it was not stored. */
export const useMessage = (place: DraftPlace, send: (text: string) => Promise<boolean>) => {
  const message = useDraft(place, { text: '' })
  const { text } = message.value
  const sendIt = async () => {
    message.change({ text: '' })
    if (!(await send(text.trim()))) message.change({ text })
  }
  return { message, isEmpty: text.trim() === '', send: () => void sendIt() }
}
