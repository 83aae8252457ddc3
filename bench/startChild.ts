import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Start } from './start.ts'

/** One start of the app in a process of its own: data folder and project come as arguments. */
const [dataFolder = '', rootPath = ''] = process.argv.slice(2)
const begun = performance.now()
const { createApp } = await import('../main/src/app.ts')
const { silentLogger } = await import('../main/src/lib/logger.ts')
const loaded = performance.now()
const app = await createApp({ dataFolder, logger: silentLogger })
const created = performance.now()
const session = app.createSession({ id: 'bench', mayInspect: () => true })
const ask = async (channel: string, input: object) => {
  const answer = await app.router.dispatch(session, channel, input)
  if (!answer.ok) throw new Error(`${channel}: ${answer.error.message}`)
  return answer.data
}
const { projectId } = (await ask('projects:open', { rootPath })) as { projectId: string } // by the contract
const opened = performance.now()
const chapters = readdirSync(join(rootPath, 'manuscript'))
  .filter((name) => name.endsWith('.md'))
  .sort()
const documentId = `manuscript/${chapters[Math.floor(chapters.length / 2)]}`
await ask('context:assemble', { projectId, documentId, cursorPosition: 2000, skillId: 'continue' })
const done = performance.now()
const start: Start = {
  modules: loaded - begun,
  createApp: created - loaded,
  open: opened - created,
  result: done - opened,
}
process.send?.(start)
await app.dispose()
process.disconnect?.()
