import type { CodexEntry } from '#contract/codex.ts'
import type { Ipc } from '../../ipc/types.ts'
import type { AutosavedSource } from '../autosavedForm/autosavedValue.ts'
import { type EntryDraft, fromDraft, type Named, toDraft } from './entryDraft.ts'

/** An entry of the codex as its form stores it, in the file that was read. */
export const storedEntry = (
  ipc: Ipc,
  at: { readonly projectId: string; readonly id: string },
  named: () => readonly Named[],
): AutosavedSource<EntryDraft> => {
  /** As it was read or written last: what the form does not show is taken from it. */
  let before: CodexEntry | null = null
  return {
    async read() {
      const answer = await ipc.invoke('codex:read', at)
      if (!answer.ok) return answer
      before = answer.data.entry
      return { ok: true, data: { value: toDraft(before, named()), hash: answer.data.hash } }
    },
    async write(draft, baseHash) {
      if (before === null || baseHash === null) throw new Error('an entry is written before it was read')
      const entry = fromDraft(draft, before, named())
      const answer = await ipc.invoke('codex:save', { projectId: at.projectId, entry, baseHash })
      if (answer.ok) before = entry
      return answer
    },
    isReady: ({ name }) => name.trim() !== '',
    asStored: (draft) => (before === null ? draft : toDraft(fromDraft(draft, before, named()), named())),
  }
}
