import { appendFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { acquireFileLock, withFileLock } from '../../../main/src/lib/fileLock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'creonow-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it.each([
  ['bytes in it', (path: string) => writeFile(path, '['.repeat(100_000))],
  ['a folder in its place', (path: string) => mkdir(path)],
])('a lock with %s is taken all the same, by one at a time', async (_, damage) => {
  const path = join(folder, 'book.lock')
  await damage(path)
  expect(await withFileLock(path, async () => acquireFileLock(path))).toBeUndefined()
  const lock = acquireFileLock(path)
  expect(acquireFileLock(path)).toBeUndefined()
  lock?.dispose()
})

it('a lock that is taken stays taken when bytes come into its file and its process asks again', async () => {
  const path = join(folder, '书.lock')
  const answers = await withFileLock(path, async () => {
    await appendFile(path, '雾'.repeat(1000))
    const own = acquireFileLock(path)
    // Another process would get it where the file was emptied and closed.
    return [own, (await readFile(path)).length]
  })
  expect(answers).toEqual([undefined, 3000])
  const next = acquireFileLock(path)
  expect([next === undefined, (await readFile(path)).length]).toEqual([false, 0])
  next?.dispose()
})

it('a lock that is a link never empties the file it leads to', async () => {
  const [path, chapter] = [join(folder, 'book.lock'), join(folder, '001-雾.md')]
  await writeFile(chapter, '雾起了。'.repeat(500))
  await symlink(chapter, path)
  expect(() => acquireFileLock(path)).toThrow(expect.objectContaining({ code: 'IO_ERROR' }))
  expect(await readFile(chapter, 'utf8')).toBe('雾起了。'.repeat(500))
})
