import type { DraftPlace } from '../drafts/drafts.ts'
import { useDraft } from '../drafts/useDraft.ts'

/** What is typed, kept until it is sent, also over a reload. It goes at once, and comes back when it was not stored. */
export const useMessage = (place: DraftPlace, send: (text: string) => Promise<boolean>) => {
  const message = useDraft(place, { text: '' })
  const { text } = message.value
  const sendIt = async () => {
    message.change({ text: '' })
    if (await send(text.trim())) return
    // What was typed while it was on its way stands behind it; refused at once, the empty field is not drawn yet.
    const since = message.now().text
    message.change({ text: since === '' ? text : `${text}\n${since}` })
  }
  return { message, isEmpty: text.trim() === '', send: () => void sendIt() }
}
