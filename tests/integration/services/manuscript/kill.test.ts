import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { createManuscriptService } from '../../../../main/src/services/manuscript/index.ts'

let place: string
let root: string
let dataFolder: string
beforeEach(async () => {
  place = await realpath(await mkdtemp(join(tmpdir(), 'creonow-kill-')))
  root = join(place, 'project')
  dataFolder = join(place, 'data')
  await mkdir(join(root, 'manuscript'), { recursive: true })
})
afterEach(() => rm(place, { recursive: true, force: true }))

const lib = (path: string) => JSON.stringify(join(import.meta.dirname, '../../../../main/src', path))
const imports = `
  import { createManuscriptService } from ${lib('services/manuscript/index.ts')}
  import { silentLogger } from ${lib('lib/logger.ts')}
  const [, root, dataFolder] = process.argv
  const manuscript = createManuscriptService({ dataFolder, projects: { rootOf: () => root }, logger: silentLogger })
  const say = (line) => process.stdout.write(line + '\\n')
`
const saving = `${imports}
  let { hash } = await manuscript.read('p', 'manuscript/001-a.md')
  for (let n = 1; ; n++) {
    ;({ hash } = await manuscript.save('p', 'manuscript/001-a.md', String(n % 10).repeat(300_000), hash))
    say('saved')
  }
`
const importing = `${imports}
  const chapters = Array.from({ length: 300 }, (_, n) => '第' + (n + 1) + '章 名\\n正文\\n').join('')
  say('start')
  await manuscript.importInto(root, { bytes: Buffer.from(chapters), fileName: 'a.txt', append: true })
  say('done')
`

/** Runs a script and kills it with SIGKILL `turns` turns of the event loop after its n-th line. */
async function killed(script: string, line: number, turns: number): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, root, dataFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let seen = 0
  for await (const _ of createInterface({ input: child.stdout })) {
    seen += 1
    if (seen < line) continue
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
    child.kill('SIGKILL')
    break
  }
  await exited
}

test('a save killed at any point leaves the old or the new chapter, whole', async () => {
  const path = join(root, 'manuscript/001-a.md')
  await writeFile(path, '0'.repeat(300_000))
  for (let round = 0; round < 6; round++) {
    await killed(saving, round + 1, round * 40)
    const text = await readFile(path, 'utf8')
    expect([text.length, new Set(text).size]).toEqual([300_000, 1])
  }
})

test('an import killed at any point leaves all chapters or none, once the project is listed again', async () => {
  await writeFile(join(root, 'manuscript/000-卷首.md'), '《雾港》')
  for (let round = 0; round < 6; round++) {
    await killed(importing, 1, round * 300)
    const manuscript = createManuscriptService({
      dataFolder,
      projects: { rootOf: () => root },
      logger: silentLogger,
    })
    const { length } = await manuscript.list('p')
    expect([1, 301]).toContain(length)
    expect(await readdir(root)).toEqual(['manuscript'])
    for (const { documentId, kind } of await manuscript.list('p'))
      if (kind === 'chapter') await rm(join(root, documentId))
  }
})
