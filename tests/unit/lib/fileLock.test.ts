import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
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
