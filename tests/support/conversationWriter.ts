import { createFileCache } from '../../main/src/lib/fileCache.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'
import { createVersionedFiles } from '../../main/src/lib/versionedFile/versionedFiles.ts'
import { createConversationStore } from '../../main/src/services/conversation/index.ts'

// A process to be killed: adds events to a conversation for ever and says the number of each that is stored.
const [root = '', dataFolder = '', id = ''] = process.argv.slice(2)
const files = createFileCache()
const conversations = createConversationStore({
  rootOf: () => root,
  versioned: createVersionedFiles({ dataFolder, logger: silentLogger, files }),
  files,
  redact: (text) => ({ text, replacements: [], evidence: [] }),
  clock: { now: () => Date.now(), monotonic: () => performance.now() },
  logger: silentLogger,
})
const { conversation } = await conversations.read('p', id)
for (let n = conversation.events.length; ; n++) {
  const type = n % 2 === 0 ? 'user' : 'assistant'
  await conversations.append('p', id, {
    ...{ id: `e${n}`, type, role: type, content: `第${n}句。`.repeat(200) },
    ...{ timestamp: new Date().toISOString(), metadata: {} },
  })
  process.stdout.write(`${n}\n`)
}
