import { join } from 'node:path'
import { createLiveSessions } from '../ipc/session.ts'
import { createWatchingService } from '../services/creonow/index.ts'
import { createWindowLocks } from '../services/project/index.ts'
import type { Content } from './content.ts'
import type { Core } from './core.ts'
import type { Building } from './options.ts'

/**
 * Which windows show a project, which may write it, and how a change on disk reaches the index and every open window.
 */
export function createWatching(
  { lifetime }: Building,
  { dataFolder, projects, files, clock, logger }: Core,
  { manuscript, retrieval }: Content,
) {
  const watching = lifetime.add(createWatchingService({ rootOf: projects.rootOf, files, clock, logger }))
  const windows = lifetime.add(createWindowLocks({ folder: join(dataFolder, 'windows'), logger }))
  const sessions = createLiveSessions((session) => {
    void watching.release(session.id)
    windows.leaveAll(session)
  })
  lifetime.add(manuscript.onSaved(({ projectId, path, hash }) => void watching.wrote(projectId, path, hash)))
  watching.onChanged(({ projectId, paths, origin }) => {
    const inManuscript = paths.some((path) => path.split('/')[0] === 'manuscript')
    // The order of the chapters is a part of the index.
    const isOrder = paths.includes('.creonow/book.json') && origin === 'outside'
    // A chapter the app has saved is already on its way into the index.
    if (isOrder || (inManuscript && (origin === 'outside' || paths.length > 1)))
      retrieval.indexInBackground(projectId)
    sessions.broadcast(projectId, 'changed', { projectId, paths, origin })
  })
  return { watching, sessions, windows }
}
