import { createStore } from 'zustand/vanilla'
import type { ChapterVersion } from '#contract/history.ts'
import type { Envelope, ErrorPayload } from '../../../../main/src/contract/result.ts'
import { errorPayload } from '../../../../main/src/contract/sentences/errorSentence.ts'
import type { Ipc } from '../../ipc/types.ts'
import type { EditorController } from '../editor/editorController.ts'

/** A version beside the chapter as it is now. */
export interface Compared {
  readonly versionId: string
  readonly earlier: string
  readonly now: string
}

export interface HistoryState {
  /** The chapter whose versions are shown; null: none are. */
  readonly documentId: string | null
  readonly versions: readonly ChapterVersion[] | null
  readonly chosen: string | null
  readonly compared: Compared | null
  /** What was brought back last, and the version that holds what was there before. */
  readonly restored: { readonly savedAt: number; readonly replacedVersionId: string } | null
  readonly error: ErrorPayload | null
  readonly busy: boolean
}

export interface HistoryModel {
  readonly store: ReturnType<typeof createHistoryStore>
  open(documentId: string): Promise<void>
  close(): void
  /** Reads a version and the chapter as it is now. */
  choose(versionId: string): Promise<void>
  restore(versionId: string): Promise<void>
  /** Takes the last restoring back. */
  undo(): Promise<void>
  dispose(): void
}

const nothing: HistoryState = {
  ...{ documentId: null, versions: null, chosen: null, compared: null },
  ...{ restored: null, error: null, busy: false },
}
const createHistoryStore = () => createStore<HistoryState>(() => nothing)

/** The versions of one chapter. What is typed is on disk before anything is compared or brought back. */
export const createHistoryModel = (
  ipc: Ipc,
  editor: EditorController,
  projectId: () => string | null,
): HistoryModel => {
  const store = createHistoryStore()
  const isOpen = (documentId: string) => editor.store.getState().documentId === documentId
  const chapter = (): { projectId: string; documentId: string } | null => {
    const { documentId } = store.getState()
    const project = projectId()
    return documentId === null || project === null ? null : { projectId: project, documentId }
  }
  /** False once another chapter is shown. */
  const isStill = (documentId: string) => store.getState().documentId === documentId

  const list = async () => {
    const at = chapter()
    if (at === null) return
    const answer = await ipc.invoke('history:list', at)
    if (!isStill(at.documentId)) return
    store.setState(answer.ok ? { versions: answer.data.versions } : { versions: [], error: answer.error })
  }

  const choose = async (versionId: string) => {
    const at = chapter()
    if (at === null) return
    store.setState({ chosen: versionId, error: null })
    if (isOpen(at.documentId)) await editor.flush()
    const [earlier, now] = await Promise.all([
      ipc.invoke('history:read', { ...at, versionId }),
      ipc.invoke('documents:read', at),
    ])
    if (!isStill(at.documentId) || store.getState().chosen !== versionId) return
    if (earlier.ok && now.ok)
      store.setState({ compared: { versionId, earlier: earlier.data.text, now: now.data.text } })
    else store.setState({ compared: null, error: failureOf(earlier) ?? failureOf(now) })
  }

  const bringBack = async (versionId: string): Promise<string | null | undefined> => {
    const at = chapter()
    if (at === null || store.getState().busy) return undefined
    store.setState({ busy: true, error: null })
    const saved = !isOpen(at.documentId) || (await editor.flush()) !== null
    const answer = saved
      ? await ipc.invoke('history:restore', { ...at, versionId })
      : { ok: false as const, error: errorPayload('CONFLICT', { why: 'unsaved' }) }
    if (isOpen(at.documentId)) await editor.reread()
    store.setState({ busy: false })
    if (!isStill(at.documentId)) return undefined
    await list()
    const { chosen } = store.getState()
    if (chosen !== null) await choose(chosen)
    if (!answer.ok) store.setState({ error: answer.error })
    return answer.ok ? (answer.data.replacedVersionId ?? null) : undefined
  }

  const close = () => store.setState(nothing)

  const stopListening = ipc.on('changed', (change) => {
    const at = chapter()
    if (at === null || change.projectId !== at.projectId) return
    const to = change.renamed?.[at.documentId]
    if (to !== undefined) store.setState({ documentId: to })
    if (to !== undefined || change.paths.some((path) => path === at.documentId || path === 'manuscript'))
      void list()
  })

  return {
    store,
    close,
    choose,
    async open(documentId) {
      store.setState({ ...nothing, documentId })
      // A version of what was there before the last words may come with this.
      if (isOpen(documentId)) await editor.flush()
      await list()
      const newest = store.getState().versions?.[0]
      if (newest !== undefined && isStill(documentId)) await choose(newest.versionId)
    },
    async restore(versionId) {
      const savedAt = store.getState().versions?.find((each) => each.versionId === versionId)?.savedAt ?? 0
      const replacedVersionId = await bringBack(versionId)
      if (typeof replacedVersionId === 'string') store.setState({ restored: { savedAt, replacedVersionId } })
    },
    async undo() {
      const { restored } = store.getState()
      if (restored === null) return
      const replaced = await bringBack(restored.replacedVersionId)
      if (replaced !== undefined) store.setState({ restored: null })
    },
    dispose: stopListening,
  }
}

const failureOf = (answer: Envelope<unknown>): ErrorPayload | null => (answer.ok ? null : answer.error)
