import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import type { OpenedApp } from './caller.ts'
import { type Place, repository } from './place.ts'

const migrations = join(repository, 'main/src/db/migrations')

/** Where the index of the only project lies, once it was opened. */
export async function indexFile({ dataFolder, project }: Place): Promise<string> {
  const { id } = JSON.parse(await readFile(join(project, '.creonow/project.json'), 'utf8'))
  return join(dataFolder, 'projects', String(id), 'index.sqlite')
}

/** Takes the index away, so that it is built anew, or puts an empty one of the first version in its place. */
export async function breakUp(place: Place, how: 'index' | 'migration'): Promise<void> {
  const path = await indexFile(place)
  for (const suffix of ['', '-wal', '-shm']) await rm(path + suffix, { force: true })
  if (how === 'index') return
  const first = (await readdir(migrations)).sort()[0] ?? ''
  const db = new SqliteDatabase(path)
  db.exec(await readFile(join(migrations, first), 'utf8'))
  db.pragma('user_version = 1')
  db.close()
}

/** Whether words of the book are found, once the index is up to date. */
export async function isSearchable({ app, call, projectId }: OpenedApp): Promise<boolean> {
  // The first question may be what finds the break; what is found is asked when the index is built again.
  await app.services.retrieval.ensureIndexed(projectId)
  await call('retrieval:search', { projectId, queries: ['许三娘的账本'], k: 5 })
  await app.services.retrieval.ensureIndexed(projectId)
  const { results } = await call('retrieval:search', { projectId, queries: ['许三娘的账本'], k: 5 })
  const { indexed, total } = await call('retrieval:status', { projectId })
  return (results[0]?.length ?? 0) > 0 && indexed === total
}
