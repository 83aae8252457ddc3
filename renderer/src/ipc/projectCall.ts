import type { StoreApi } from 'zustand/vanilla'
import type { Envelope, ErrorPayload } from '../../../main/src/contract/result.ts'

/** Calls main about the open project; `after` is what a success changes in the store. True on success. */
export type ProjectCall<S> = <T>(
  call: (projectId: string) => Promise<Envelope<T>>,
  after?: (data: T) => Partial<S>,
) => Promise<boolean>

/** An answer that comes when another project is open changes nothing, and counts as a failure. */
export const createProjectCall =
  <S extends { readonly error: ErrorPayload | null }>(
    projectId: () => string | null,
    store: StoreApi<S>,
  ): ProjectCall<S> =>
  async (call, after) => {
    const project = projectId()
    if (project === null) return false
    const answer = await call(project)
    if (projectId() !== project) return false
    // Spreads of a generic state are not its Partial to the compiler.
    const change = answer.ok ? { error: null, ...after?.(answer.data) } : { error: answer.error }
    store.setState(change as Partial<S>)
    return answer.ok
  }
