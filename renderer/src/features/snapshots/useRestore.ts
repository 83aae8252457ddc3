import { useState } from 'react'
import type { ChannelOutput } from '#contract/index.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import { useEditor, useProjectId, useQueries, useWorkspace } from '../../app/AppContext.tsx'
import { unsavedError } from '../editor/unsavedError.ts'

/** What the last restoring did. */
interface LastRestore {
  /** Of the snapshot, in milliseconds since the epoch. */
  readonly madeAt: number
  readonly withFiles: boolean
  readonly answer: ChannelOutput<'snapshots:restore'>
}

/** Bringing a snapshot back, and taking that back. What is typed is on disk before, and the open chapter is read anew. */
export const useRestore = () => {
  const { ipc } = useQueries()
  const editor = useEditor()
  const workspace = useWorkspace()
  const projectId = useProjectId()
  const [state, setState] = useState<{
    readonly last: LastRestore | null
    readonly isUndone: boolean
    readonly error: ErrorPayload | null
    readonly isPending: boolean
  }>({ last: null, isUndone: false, error: null, isPending: false })

  const run = async (input: {
    readonly snapshotId: string
    readonly documentIds?: string[]
    readonly presentHash?: string
    readonly withFiles?: boolean
  }) => {
    setState({ last: null, isUndone: false, error: null, isPending: true })
    const { documentId } = editor.store.getState()
    const isSaved = documentId === null || (await editor.flush()) !== null
    const answer = isSaved
      ? await ipc.invoke('snapshots:restore', { projectId, ...input })
      : { ok: false as const, error: unsavedError(editor.store.getState()) }
    await workspace.refresh()
    if (answer.ok && documentId !== null) {
      const documents = workspace.documents()
      const isThere = documents.some((each) => each.documentId === documentId)
      const [first] = documents
      if (isThere) await editor.reread()
      else if (first) await workspace.openDocument(first.documentId)
    }
    return answer
  }

  return {
    ...state,
    async restore(
      snapshot: { readonly snapshotId: string; readonly madeAt: number },
      part: {
        readonly presentHash: string
        readonly documentIds?: string[]
        readonly withFiles?: boolean
      },
    ): Promise<void> {
      const { snapshotId, madeAt } = snapshot
      const answer = await run({ snapshotId, ...part })
      setState({
        last: answer.ok ? { madeAt, withFiles: part.withFiles ?? false, answer: answer.data } : null,
        isUndone: false,
        error: answer.ok ? null : answer.error,
        isPending: false,
      })
    },
    async undo(): Promise<void> {
      const snapshotId = state.last?.answer.replacedId
      if (snapshotId === undefined) return
      const answer = await run({ snapshotId, withFiles: state.last?.withFiles ?? false })
      setState({ last: null, isUndone: answer.ok, error: answer.ok ? null : answer.error, isPending: false })
    },
    dismiss: () => setState({ last: null, isUndone: false, error: null, isPending: false }),
  }
}
