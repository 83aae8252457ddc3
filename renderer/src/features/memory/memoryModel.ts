import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Episode, Preference, PreferenceInput } from '#contract/memory.ts'
import type { Envelope, ErrorPayload } from '../../../../main/src/contract/result.ts'
import type { Ipc } from '../../ipc/types.ts'

export interface MemoryState {
  readonly preferences: readonly Preference[] | null
  /** Newest first, as far as they were asked for. */
  readonly episodes: readonly Episode[]
  readonly moreEpisodes: boolean
  readonly error: ErrorPayload | null
  readonly distilling: boolean
  /** What the last look through the exchanges brought. */
  readonly distilled: { readonly proposed: number; readonly model: boolean } | null
}

export interface MemoryModel {
  readonly store: StoreApi<MemoryState>
  load(projectId: string): Promise<void>
  loadEpisodes(projectId: string, more?: boolean): Promise<void>
  /** False when it was refused; the error is in the store. */
  add(projectId: string, preference: PreferenceInput): Promise<boolean>
  /** One was written by its form. */
  changed(projectId: string): Promise<void>
  decide(projectId: string, id: string, accept: boolean): Promise<boolean>
  /** A manual one is deleted; a learned one is set aside, so that it is not proposed again. */
  forget(projectId: string, preference: Preference): Promise<boolean>
  remove(projectId: string, id: string): Promise<boolean>
  distil(projectId: string): Promise<void>
}

const page = 20
const nothing: MemoryState = {
  preferences: null,
  episodes: [],
  moreEpisodes: false,
  error: null,
  distilling: false,
  distilled: null,
}

/** Preferences and past exchanges as main keeps them. `onChanged`: what a model reads may be different now. */
export const createMemoryModel = (ipc: Ipc, onChanged: (projectId: string) => void): MemoryModel => {
  const store = createStore<MemoryState>(() => nothing)

  const load = async (projectId: string) => {
    const answer = await ipc.invoke('memory:list', { projectId })
    store.setState(
      answer.ok
        ? { preferences: answer.data.preferences, error: null }
        : { preferences: null, error: answer.error },
    )
  }

  const changed = async (projectId: string) => {
    await load(projectId)
    onChanged(projectId)
  }

  const change = async (projectId: string, ask: Promise<Envelope<unknown>>): Promise<boolean> => {
    const answer = await ask
    if (!answer.ok) {
      store.setState({ error: answer.error })
      return false
    }
    await changed(projectId)
    return true
  }

  const decide = (projectId: string, id: string, accept: boolean) =>
    change(projectId, ipc.invoke('memory:decide', { projectId, id, accept }))
  const remove = (projectId: string, id: string) =>
    change(projectId, ipc.invoke('memory:delete', { projectId, id }))

  return {
    store,
    load,
    changed,
    decide,
    remove,
    async loadEpisodes(projectId, more = false) {
      const known = more ? store.getState().episodes : []
      const before = known.at(-1)?.id
      const answer = await ipc.invoke('memory:episodes', {
        projectId,
        limit: page,
        ...(before === undefined ? {} : { before }),
      })
      if (!answer.ok) return store.setState({ error: answer.error })
      const { episodes } = answer.data
      store.setState({ episodes: [...known, ...episodes], moreEpisodes: episodes.length === page })
    },
    add: (projectId, preference) => change(projectId, ipc.invoke('memory:save', { projectId, preference })),
    forget: (projectId, { id, source }) =>
      source === 'manual' ? remove(projectId, id) : decide(projectId, id, false),
    async distil(projectId) {
      store.setState({ distilling: true, distilled: null })
      const answer = await ipc.invoke('memory:distil', { projectId })
      if (!answer.ok) return store.setState({ distilling: false, error: answer.error })
      const { proposed, model } = answer.data
      store.setState({ distilling: false, distilled: { proposed: proposed.length, model } })
      await load(projectId)
    },
  }
}
