import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
// @ts-expect-error plain JavaScript without types, for every Node
import { programModule } from '../../../scripts/setup/program.mjs'

let root = ''
afterEach(() => rm(root, { recursive: true, force: true }))

/** Seconds. */
const builtAt = 1_000_000

test('the built command runs unless there is none, or a source or the list of packages is newer', async () => {
  root = await mkdtemp(join(tmpdir(), 'creonow-program-'))
  const source = join(root, 'main/src/hosts/a.ts')
  const stamp = join(root, 'out/.program-hash')
  const packages = ['package.json', 'package-lock.json'].map((name) => join(root, name))
  await mkdir(join(root, 'main/src/hosts'), { recursive: true })
  await mkdir(join(root, 'out'))
  const files = [source, ...packages, stamp]
  for (const file of files) await writeFile(file, '')
  for (const path of [...files, join(root, 'main/src/hosts')]) await utimes(path, builtAt, builtAt)
  const chosen = (): string => programModule(root, 'hosts/a')
  const [built, plain] = ['out/program/hosts/a.js', 'main/src/hosts/a.ts'].map(
    (path) => pathToFileURL(join(root, path)).href,
  )
  expect(chosen()).toBe(built)
  for (const file of [source, ...packages]) {
    await utimes(file, builtAt, builtAt + 1)
    expect([file, chosen()]).toEqual([file, plain])
    await utimes(file, builtAt, builtAt)
  }
  expect(chosen()).toBe(built)
  // A source that was deleted is no file with a time, but its folder has one.
  await rm(source)
  expect(chosen()).toBe(plain)
  await rm(stamp)
  expect(chosen()).toBe(plain)
})
