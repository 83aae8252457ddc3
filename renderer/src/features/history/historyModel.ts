import { createStore } from 'zustand/vanilla'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import type { Ipc } from '../../ipc/types.ts'
import type { EditorController } from '../editor/editorController.ts'
import { unsavedError } from '../editor/unsavedError.ts'

interface HistoryState {
  /** The chapter whose versions are shown; null: none are. */
  readonly documentId: string | null
  /** The version that is compared with the chapter; null: the newest. */
  readonly selectedId: string | null
  /** What was brought back last, and the version that holds what was there before. */
  readonly restored: { readonly savedAt: number; readonly replacedVersionId: string } | null
  /** Why a version could not be brought back. */
  readonly error: ErrorPayload | null
  readonly busy: boolean
}

export interface HistoryModel {
  readonly store: ReturnType<typeof createHistoryStore>
  open(documentId: string): Promise<void>
  close(): void
  /** Compares a version with the chapter as it is now. */
  choose(versionId: string): Promise<void>
  /** `savedAt`: of the version, in milliseconds since the epoch. */
  restore(version: { readonly versionId: string; readonly savedAt: number }): Promise<void>
  /** Takes the last restoring back. */
  undo(): Promise<void>
}

const nothing: HistoryState = { documentId: null, selectedId: null, restored: null, error: null, busy: false }
const createHistoryStore = () => createStore<HistoryState>(() => nothing)

/**
 * Which chapter's versions are shown, and bringing one back. What is typed is on disk before anything is compared or
 * brought back.
 */
export const createHistoryModel = (
  ipc: Ipc,
  editor: EditorController,
  projectId: () => string | null,
): HistoryModel => {
  const store = createHistoryStore()
  const isOpen = (documentId: string) => editor.store.getState().documentId === documentId
  /** False once another chapter is shown. */
  const isStill = (documentId: string) => store.getState().documentId === documentId

  const choose = async (versionId: string) => {
    const { documentId } = store.getState()
    if (documentId === null) return
    if (isOpen(documentId)) await editor.flush()
    if (isStill(documentId)) store.setState({ selectedId: versionId, error: null })
  }

  /** The version with what was replaced, null where nothing was; undefined when it was refused. */
  const bringBack = async (versionId: string): Promise<string | null | undefined> => {
    const { documentId, busy } = store.getState()
    const project = projectId()
    if (documentId === null || project === null || busy) return undefined
    store.setState({ busy: true, error: null })
    const saved = !isOpen(documentId) || (await editor.flush()) !== null
    const answer = saved
      ? await ipc.invoke('history:restore', { projectId: project, documentId, versionId })
      : { ok: false as const, error: unsavedError(editor.store.getState()) }
    if (isOpen(documentId)) await editor.reread()
    store.setState({ busy: false })
    if (!isStill(documentId)) return undefined
    if (!answer.ok) store.setState({ error: answer.error })
    return answer.ok ? (answer.data.replacedVersionId ?? null) : undefined
  }

  return {
    store,
    close: () => store.setState(nothing),
    choose,
    async open(documentId) {
      store.setState({ ...nothing, documentId })
      // A version of what was there before the last words may come with this.
      if (isOpen(documentId)) await editor.flush()
    },
    async restore({ versionId, savedAt }) {
      store.setState({ selectedId: versionId })
      const replacedVersionId = await bringBack(versionId)
      if (typeof replacedVersionId === 'string') store.setState({ restored: { savedAt, replacedVersionId } })
    },
    async undo() {
      const { restored } = store.getState()
      if (restored === null) return
      const replaced = await bringBack(restored.replacedVersionId)
      if (replaced !== undefined) store.setState({ restored: null })
    },
  }
}
