import { useRef } from 'react'
import type { DraftPlace } from '../drafts/drafts.ts'
import { useDraft } from '../drafts/useDraft.ts'

/** What is typed, kept until it is sent, also over a reload. It goes at once, and comes back when it was not stored. */
export const useMessage = (place: DraftPlace, send: (text: string) => Promise<boolean>) => {
  const message = useDraft(place, { text: '' })
  const { text } = message.value
  const typed = useRef(text)
  typed.current = text
  const sendIt = async () => {
    message.change({ text: '' })
    // Not only once it is drawn: what is refused at once would find itself here and stand twice.
    typed.current = ''
    if (await send(text.trim())) return
    // What was typed while it was on its way stands behind it.
    message.change({ text: typed.current === '' ? text : `${text}\n${typed.current}` })
  }
  return { message, isEmpty: text.trim() === '', send: () => void sendIt() }
}
