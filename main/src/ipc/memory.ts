import type { memory as contract } from '../contract/memory.ts'
import type { MemoryService } from '../services/memory/index.ts'
import type { Handlers } from './router.ts'

/** `memory:*`: preferences and past exchanges of a project. */
export function memoryHandlers({ memory }: { readonly memory: MemoryService }): Handlers<typeof contract> {
  return {
    'memory:list': async ({ projectId }) => ({ preferences: await memory.list(projectId) }),
    'memory:save': async ({ projectId, preference, base }) => ({
      preference: await memory.save(projectId, preference, base),
    }),
    'memory:decide': async ({ projectId, id, accept }) => ({
      preference: await memory.decide(projectId, id, accept),
    }),
    'memory:delete': async ({ projectId, id }) => {
      await memory.delete(projectId, id)
      return { deleted: true }
    },
    'memory:episodes': async ({ projectId, before, limit }) => ({
      episodes: await memory.episodes(projectId, { before, limit }),
    }),
    'memory:distil': ({ projectId }, { signal }) => memory.distil(projectId, signal),
  }
}
