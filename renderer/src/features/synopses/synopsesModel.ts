import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Synopsis } from '#contract/retrieval.ts'
import type { Notice } from '#contract/warnings.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import type { Ipc } from '../../ipc/types.ts'

export interface SynopsesState {
  /** Of the chapters that have one; null until they are read. */
  readonly synopses: readonly Synopsis[] | null
  readonly error: ErrorPayload | null
  /** Files of synopses that are broken. */
  readonly notices: readonly Notice[]
}

export interface SynopsesModel {
  readonly store: StoreApi<SynopsesState>
  load(projectId: string): Promise<void>
  /** One was written by its form. */
  changed(projectId: string): Promise<void>
  /** False when it was refused; the error is in the store. */
  remove(projectId: string, documentId: string): Promise<boolean>
}

/** The synopses of the chapters as main keeps them. `onChanged`: what a model reads may be different now. */
export const createSynopsesModel = (ipc: Ipc, onChanged: (projectId: string) => void): SynopsesModel => {
  const store = createStore<SynopsesState>(() => ({ synopses: null, error: null, notices: [] }))

  const load = async (projectId: string) => {
    const answer = await ipc.invoke('retrieval:synopses:list', { projectId })
    store.setState(
      answer.ok
        ? { synopses: answer.data.synopses, error: null, notices: answer.data.notices ?? [] }
        : { synopses: null, error: answer.error, notices: [] },
    )
  }

  const changed = async (projectId: string) => {
    await load(projectId)
    onChanged(projectId)
  }

  return {
    store,
    load,
    changed,
    async remove(projectId, documentId) {
      const answer = await ipc.invoke('retrieval:synopses:save', { projectId, documentId, text: '' })
      if (answer.ok) await changed(projectId)
      else store.setState({ error: answer.error })
      return answer.ok
    },
  }
}
