import type { history as channels } from '../contract/history.ts'
import type { ChapterHistory, Restoring } from '../services/manuscript/index.ts'
import type { Handlers } from './router.ts'

/** Handlers of the `history:` channels. */
export function historyHandlers(options: {
  readonly history: Pick<ChapterHistory, 'list'>
  readonly restoring: Restoring
}): Handlers<typeof channels> {
  const { history, restoring } = options
  return {
    'history:list': async ({ projectId, documentId }) => ({
      versions: (await history.list(projectId, documentId)).map(({ bytes: _, ...version }) => version),
    }),
    'history:read': async ({ projectId, documentId, versionId }) => ({
      text: await restoring.read(projectId, documentId, versionId),
    }),
    'history:restore': ({ projectId, documentId, versionId }) =>
      restoring.restore(projectId, documentId, versionId),
  }
}
