import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { createApp } from '../../main/src/app.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'
import { createTestId } from './chapterId.ts'

// A process that makes a backup and kills itself before its n-th change of the backup folder; it prints `done` otherwise.
const [dataFolder = '', rootPath = '', folder = '', n = ''] = process.argv.slice(2)
const app = await createApp({
  ...{ dataFolder, logger: silentLogger, environment: {}, fakePauseMs: 0, createId: createTestId },
})
const session = app.createSession({ id: 'killed', mayInspect: () => true })
const opened = await app.router.dispatch(session, 'projects:open', { rootPath })
if (!opened.ok) throw new Error(opened.error.message)
const { projectId } = opened.data as { projectId: string } // of `projects:open`

let changes = 0
function step(): void {
  changes += 1
  if (changes >= Number(n)) process.kill(process.pid, 'SIGKILL')
}
for (const name of ['open', 'rename', 'link', 'unlink', 'rm'] as const) {
  const original = Reflect.get(promises, name) as (...given: unknown[]) => unknown
  Reflect.set(promises, name, async (...given: unknown[]) => {
    const isMeant = String(given[0]).startsWith(folder) && (name !== 'open' || given[1] === 'wx')
    if (isMeant) step()
    const result = await original(...given)
    if (isMeant && name === 'open') {
      const handle = result as promises.FileHandle // of a backup that is being written
      const { writeFile, sync } = handle
      Reflect.set(handle, 'writeFile', async (bytes: Buffer) => {
        await writeFile.call(handle, bytes.subarray(0, bytes.length / 2))
        step()
        await writeFile.call(handle, bytes.subarray(bytes.length / 2))
      })
      Reflect.set(handle, 'sync', () => {
        step()
        return sync.call(handle)
      })
    }
    return result
  })
}
syncBuiltinESMExports()
const answer = await app.router.dispatch(session, 'backup:now', { projectId, folder })
process.stdout.write(answer.ok ? `done ${changes}` : JSON.stringify(answer))
process.exit(0)
