import { createApp } from '../../main/src/app.ts'
import { sha256Hex } from '../../main/src/lib/hash.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'

// A process to be killed: writes one chapter after the other in one round and says each that is written.
const [rootPath = '', dataFolder = ''] = process.argv.slice(2)
const app = await createApp({ dataFolder, logger: silentLogger, environment: {} })
const { projects, manuscript, edits } = app.services
const { projectId } = await projects.open(rootPath)
const round = edits.startRound(projectId, { kind: 'agent', label: '改名' })
for (const { documentId, path } of await manuscript.list(projectId)) {
  const { text, hash } = await manuscript.read(projectId, documentId)
  const written = await round.write(path ?? '', text.replaceAll('林远', '林渊'), hash)
  process.stdout.write(`${path} ${written.hash} ${sha256Hex(text)}\n`)
}
await round.write('settings/新.md', '雾港\n', null)
process.stdout.write('all\n')
setInterval(() => undefined, 1000)
