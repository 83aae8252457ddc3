import type { Ipc } from '../../ipc/types.ts'
import type { KeptSource } from '../kept/keptValue.ts'

export interface SynopsisText {
  readonly text: string
}

const trimmed = ({ text }: SynopsisText): SynopsisText => ({ text: text.trim() })

/** The synopsis of one chapter as its form stores it; a chapter without one has an empty text. */
export const storedSynopsis = (
  ipc: Ipc,
  { projectId, documentId }: { readonly projectId: string; readonly documentId: string },
): KeptSource<SynopsisText> => ({
  async read() {
    const answer = await ipc.invoke('retrieval:synopses:list', { projectId })
    if (!answer.ok) return answer
    const found = answer.data.synopses.find((one) => one.documentId === documentId)
    return { ok: true, data: { value: { text: found?.text ?? '' }, hash: null } }
  },
  async write(value, _hash, base) {
    const { text } = trimmed(value)
    const input = { projectId, documentId, text, base: base.text }
    const answer = await ipc.invoke('retrieval:synopses:save', input)
    return answer.ok ? { ok: true, data: { hash: null } } : answer
  },
  // Deleting is a button of its own: a field that is empty for a moment deletes nothing.
  isReady: ({ text }) => text.trim() !== '',
  asStored: trimmed,
})
