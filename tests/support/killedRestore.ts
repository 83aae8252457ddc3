import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { createApp } from '../../main/src/app.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'
import { createTestId } from './chapterId.ts'

// A process that restores a snapshot and kills itself before its n-th change of the disk; it prints `done` otherwise.
const [dataFolder = '', rootPath = '', snapshotId = '', n = ''] = process.argv.slice(2)
const app = await createApp({
  ...{ dataFolder, logger: silentLogger, environment: {}, fakePauseMs: 0, createId: createTestId },
})
const session = app.createSession({ id: 'killed', mayInspect: () => true })
const opened = await app.router.dispatch(session, 'projects:open', { rootPath })
if (!opened.ok) throw new Error(opened.error.message)
const { projectId } = opened.data as { projectId: string } // of `projects:open`
await app.services.retrieval.ensureIndexed(projectId)
await app.services.warmUp(projectId)

let changes = 0
for (const name of ['open', 'rename', 'link', 'unlink', 'rm', 'mkdir'] as const) {
  const original = Reflect.get(promises, name) as (...given: unknown[]) => unknown
  Reflect.set(promises, name, (...given: unknown[]) => {
    const isReading =
      name === 'open' && (given[1] === 'r' || (typeof given[1] === 'number' && (given[1] & 3) === 0))
    if (!isReading) changes += 1
    if (!isReading && changes >= Number(n)) process.kill(process.pid, 'SIGKILL')
    return original(...given)
  })
}
syncBuiltinESMExports()
const answer = await app.router.dispatch(session, 'snapshots:restore', {
  ...{ projectId, snapshotId, withFiles: true },
})
process.stdout.write(answer.ok ? `done ${changes}` : JSON.stringify(answer))
process.exit(0)
