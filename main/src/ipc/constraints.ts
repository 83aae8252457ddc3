import type { constraints as contract } from '../contract/constraints.ts'
import type { ConstraintsStore } from '../services/creonow/index.ts'
import type { Handlers } from './router.ts'

/** `constraints:*`: one store, the project's own file. */
export function constraintsHandlers({
  constraints,
}: {
  readonly constraints: ConstraintsStore
}): Handlers<typeof contract> {
  return {
    'constraints:list': async ({ projectId }) => ({ items: await constraints.list(projectId) }),
    'constraints:create': ({ projectId, ...input }) => constraints.create(projectId, input),
    'constraints:update': ({ projectId, id, patch, base }) => constraints.update(projectId, id, patch, base),
    'constraints:delete': async ({ projectId, id }) => {
      await constraints.delete(projectId, id)
      return { deleted: true }
    },
    'constraints:get': ({ projectId }) => constraints.get(projectId),
    'constraints:restore': ({ projectId }) => constraints.restore(projectId),
    'constraints:set': ({ projectId, items }) => constraints.set(projectId, items),
  }
}
