import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packArchive } from '../../../scripts/packaging/appArchive.ts'
import { temporaryFolder } from '../../support/hostedTestApp.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let app: string
const rules = 'asarUnpack:\n  - node_modules/better-sqlite3/**\n'
const binary = 'node_modules/better-sqlite3/build/better_sqlite3.node'
const at = (name: string) => join(app, name)
beforeEach(async () => {
  folder = await temporaryFolder('creonow-archive-')
  app = join(folder.path, 'app')
  for (const name of ['out/main/index.js', 'out/main/grepWorker.js', 'node_modules/zod/index.js', binary]) {
    await mkdir(dirname(at(name)), { recursive: true })
    await writeFile(at(name), `// ${name} 雾\n`)
  }
})
afterEach(() => folder.remove())
const pack = (asked: { read?: string[]; loaded?: string[] }, packedBy = rules) =>
  packArchive({
    ...{ app, to: join(folder.path, 'app.asar'), rules: packedBy },
    asked: { read: (asked.read ?? []).map(at), loaded: (asked.loaded ?? []).map(at) },
  })

test('code lies inside the archive, native code beside it, and both with their bytes', async () => {
  const read = ['out/main/index.js', 'out/main/grepWorker.js', 'node_modules/zod/index.js', binary]
  expect(await pack({ read, loaded: [binary] })).toEqual({ inside: 3, unpacked: 1, faults: [] })
  expect(await readFile(join(folder.path, 'app.asar.unpacked', binary), 'utf8')).toBe(`// ${binary} 雾\n`)
})

test('native code inside the archive is found, as Electron cannot load it from there', async () => {
  const other = 'asarUnpack:\n  - node_modules/zod/**\n'
  expect((await pack({ loaded: [binary] }, other)).faults).toEqual([
    `${binary} is native code and lies inside the archive`,
  ])
})
