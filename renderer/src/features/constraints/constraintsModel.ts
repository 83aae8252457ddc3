import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ConstraintItem, ListedConstraint } from '#contract/constraints.ts'
import type { Envelope, ErrorPayload } from '../../../../main/src/contract/result.ts'
import type { Ipc } from '../../ipc/types.ts'

export type ConstraintDraft = Pick<ConstraintItem, 'text' | 'kind' | 'priority' | 'scope'>

export interface ConstraintsState {
  /** Null until they have been read. */
  readonly items: readonly ListedConstraint[] | null
  readonly error: ErrorPayload | null
  readonly restored: boolean
}

export interface ConstraintsModel {
  readonly store: StoreApi<ConstraintsState>
  load(projectId: string): Promise<void>
  /** Each answers whether it was done; what went wrong is in the store. */
  add(projectId: string, draft: ConstraintDraft): Promise<boolean>
  remove(projectId: string, id: string): Promise<boolean>
  /** Puts the last good version in the place of a broken file. */
  restore(projectId: string): Promise<void>
}

/** The constraints of the open work as main lists them; every change is written at once. */
export const createConstraintsModel = (ipc: Ipc): ConstraintsModel => {
  const store = createStore<ConstraintsState>(() => ({ items: null, error: null, restored: false }))

  const load = async (projectId: string) => {
    const answer = await ipc.invoke('constraints:list', { projectId })
    store.setState(
      answer.ok ? { items: answer.data.items, error: null } : { items: null, error: answer.error },
    )
  }
  const after = async (projectId: string, asked: Promise<Envelope<unknown>>): Promise<boolean> => {
    store.setState({ restored: false })
    const answer = await asked
    if (answer.ok) await load(projectId)
    else store.setState({ error: answer.error })
    return answer.ok
  }

  return {
    store,
    load,
    add(projectId, { scope, ...draft }) {
      const input = { projectId, ...draft, ...(scope === undefined ? {} : { scope }) }
      return after(projectId, ipc.invoke('constraints:create', input))
    },
    remove: (projectId, id) => after(projectId, ipc.invoke('constraints:delete', { projectId, id })),
    async restore(projectId) {
      const restored = await after(projectId, ipc.invoke('constraints:restore', { projectId }))
      store.setState({ restored })
    },
  }
}
