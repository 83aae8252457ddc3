import { join } from 'node:path'
import { createLiveSessions } from '../ipc/session.ts'
import { createWatchingService } from '../services/creonow/index.ts'
import { createWindowLocks } from '../services/project/index.ts'
import type { Content } from './content.ts'
import type { Core } from './core.ts'
import type { Building } from './options.ts'

/** From so many renamed chapters on, their folder is told instead of their names. */
const manyChapters = 1000

/** Who is looking, who may write, and how a change on disk reaches the index and every open window. */
export function createWatching(
  { lifetime }: Building,
  { dataFolder, projects, files, clock, logger }: Core,
  { manuscript, rearranging, retrieval }: Content,
) {
  const watching = lifetime.add(createWatchingService({ rootOf: projects.rootOf, files, clock, logger }))
  const windows = lifetime.add(createWindowLocks({ folder: join(dataFolder, 'windows'), logger }))
  const sessions = createLiveSessions((session) => {
    void watching.release(session.id)
    windows.leaveAll(session)
  })
  lifetime.add(
    manuscript.onSaved(({ projectId, documentId, hash }) => void watching.wrote(projectId, documentId, hash)),
  )
  // Told at once and to everybody: whoever has such a chapter open follows before anything is saved.
  lifetime.add(
    rearranging.onRenamed((projectId, renamed) =>
      sessions.broadcast(projectId, 'changed', {
        projectId,
        paths: renamed.size > manyChapters ? ['manuscript'] : [...renamed].flat(),
        origin: 'app',
        renamed: Object.fromEntries(renamed),
      }),
    ),
  )
  watching.onChanged(({ projectId, paths, origin }) => {
    const inManuscript = paths.some((path) => path.split('/')[0] === 'manuscript')
    // A chapter the app has saved is already on its way into the index.
    if (inManuscript && (origin === 'outside' || paths.length > 1)) retrieval.indexInBackground(projectId)
    sessions.broadcast(projectId, 'changed', { projectId, paths, origin })
  })
  return { watching, sessions, windows }
}
