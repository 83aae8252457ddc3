import { silentLogger } from '../../main/src/lib/logger.ts'
import { createVersionedFiles } from '../../main/src/lib/versionedFile/versionedFiles.ts'
import { createManuscriptService } from '../../main/src/services/manuscript/index.ts'

// A process to be killed: makes one chapter after the other and names each that is there.
const [root = '', dataFolder = ''] = process.argv.slice(2)
const manuscript = createManuscriptService({
  ...{ dataFolder, projects: { rootOf: () => root }, logger: silentLogger },
  versioned: createVersionedFiles({ dataFolder, logger: silentLogger }),
})
for (let n = 0; ; n++) {
  const { documentId } = await manuscript.create('p', { title: `第${n}夜`, after: 'manuscript/001-雨.md' })
  process.stdout.write(`${documentId}\n`)
}
