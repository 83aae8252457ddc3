import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256Hex } from '../../main/src/lib/hash.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'
import { createVersionedFiles } from '../../main/src/lib/versionedFile/versionedFiles.ts'
import { createChapterHistory, createManuscriptService } from '../../main/src/services/manuscript/index.ts'
import { createTestId } from './chapterId.ts'

// A process to be killed: writes a chapter over and over, each time keeping a version, and says what is stored.
const [root = '', dataFolder = '', documentId = ''] = process.argv.slice(2)
const clock = { now: () => Date.now(), monotonic: () => performance.now() }
const history = createChapterHistory({
  folderOf: () => join(dataFolder, 'history'),
  rootOf: () => root,
  clock,
  logger: silentLogger,
})
const manuscript = createManuscriptService({
  dataFolder,
  projects: { rootOf: () => root },
  versioned: createVersionedFiles({ dataFolder, logger: silentLogger }),
  createId: createTestId,
  history,
  logger: silentLogger,
})
const bytes = await readFile(join(root, documentId))
let hash = sha256Hex(bytes)
let n = Number(/第(\d+)稿/.exec(bytes.toString())?.[1] ?? 0)
for (;;) {
  n += 1
  const text = `# 雾港\r\n第${n}稿。\r\n${`　　林远把第${n}封信折好，𠮷野在等。\r\n`.repeat(3000)}`
  hash = (await manuscript.save('p', documentId, text, hash, 'ai')).hash
  process.stdout.write(`${n}\n`)
}
