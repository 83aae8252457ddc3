import { chmod, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makePrivate } from '../../../main/src/lib/privateFolder.ts'
import { startApp } from '../../support/app.ts'

async function openToOthers(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const { mode } = await lstat(path)
    if (!entry.isSymbolicLink() && (mode & 0o077) !== 0) found.push(path.slice(folder.length + 1))
  }
  return found.sort()
}

test('what earlier versions left readable is closed, and nothing that is not ours', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'creonow-private-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  const outside = join(folder, '外面')
  for (const path of ['projects/p1/trash/1/', 'projects/p1/undo/', 'samples/书/manuscript/', '论文/'])
    await mkdir(join(data, path), { recursive: true })
  await mkdir(outside)
  const files = ['settings.json', 'projects/p1/index.sqlite', 'projects/p1/trash/1/chapter.md', '论文/一.md']
  for (const path of files) await writeFile(join(data, path), '字', { mode: 0o644 })
  await writeFile(join(outside, 'x.md'), '字')
  await symlink(outside, join(data, 'projects/连'))
  for (const path of [join(outside, 'x.md'), outside, data]) await chmod(path, path === data ? 0o755 : 0o777)
  await makePrivate(data)
  const others = ['samples', 'samples/书', 'samples/书/manuscript', '论文', '论文/一.md']
  expect(await openToOthers(data)).toEqual(others.sort())
  expect((await lstat(join(outside, 'x.md'))).mode & 0o777).toBe(0o777)
})

test('index, trash, undo, locks and settings of a new app are nobody else’s to read', async () => {
  const app = await startApp()
  onTestFinished(() => app.remove())
  const { projectId } = app
  await app.invoke('documents:rename', { projectId, documentId: 'manuscript/005-数水谣.md', title: '唱' })
  await app.invoke('documents:delete', { projectId, documentId: 'manuscript/005-唱.md' })
  await app.invoke('settings:update', { patch: { theme: 'dark' } })
  await app.invoke('context:budget:get', { projectId })
  const open = await openToOthers(app.dataFolder)
  // SQLite's and a lock's own files lie in folders that are closed.
  expect(open.filter((path) => !/\.lock$/.test(path))).toEqual([])
})
