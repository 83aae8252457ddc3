import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, utimes } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { afterEach, expect, test } from 'vitest'
import type { TestApp } from '../../../support/app.ts'
import { prose, startNovel } from '../../../support/novel.ts'

const run = promisify(execFile)
const script = resolve(import.meta.dirname, '../../../support/killedBackup.ts')

let mine: TestApp
afterEach(() => mine.remove())

test('a backup of 400 chapters that is killed at any change of its folder is there whole or not at all', {
  tags: ['whole'],
  timeout: 120_000,
}, async () => {
  const chapters = Array.from({ length: 400 }, (_, at) => [
    `manuscript/${String(at + 1).padStart(3, '0')}-第${at + 1}章.md`,
    `# 第${at + 1}章\r\n\r\n${prose(600, `𠮷${at}`)}`,
  ])
  mine = await startNovel(Object.fromEntries(chapters))
  const { projectId, project, dataFolder } = mine
  const folder = join(dirname(project), 'backups')
  await mkdir(folder)
  const zips = async () => (await readdir(folder)).filter((name) => name.endsWith('.zip'))
  const killed: number[] = []
  for (let n = 1; ; n++) {
    const { stdout } = await run(process.execPath, [script, dataFolder, project, folder, String(n)]).catch(
      (error: { readonly signal?: string }) => {
        if (error.signal !== 'SIGKILL') throw error
        return { stdout: 'killed' }
      },
    )
    const names = await zips()
    for (const name of names)
      expect(Object.keys(unzipSync(await readFile(join(folder, name))))).toHaveLength(403)
    killed.push(names.length)
    if (names.length > 0) break
    expect(stdout).toBe('killed')
  }
  // Before it is opened, half written, before it is flushed, before it gets its name.
  expect(killed).toEqual([0, 0, 0, 0, 1])

  // What the killed ones have left goes a day later; the app's own file of another book does not.
  const left = (await readdir(folder)).filter((name) => name.endsWith('.tmp'))
  expect(left.length).toBeGreaterThan(0)
  for (const name of left) await utimes(join(folder, name), 1, 1)
  await mine.invoke('documents:create', { projectId, title: '新章' })
  await mine.invoke('backup:now', { projectId, folder })
  expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
  expect(await zips()).toHaveLength(2)
})
