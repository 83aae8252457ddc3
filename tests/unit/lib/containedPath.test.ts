import { mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix, win32 } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  checkProjectPath,
  isInside,
  readContained,
  resolveContained,
  toProjectPath,
  writeContained,
} from '../../../main/src/lib/containedPath.ts'

let base: string
let root: string
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'creonow-path-')))
  root = join(base, '雾港')
  await mkdir(join(root, 'manuscript'), { recursive: true })
  await writeFile(join(base, 'secret.md'), '别人的')
})
afterEach(() => rm(base, { recursive: true, force: true }))

describe('checkProjectPath', () => {
  const outside = ['../a', 'a/../../b', '/etc/passwd', '\\\\server\\share', '//server/share', 'C:\\a', 'c:a']
  test.each([...outside, 'a\0.md', '..\\..\\a', 'a/..', '\\a', 'a/.. /b'])(
    'refuses %j, which leaves the project',
    (path) => {
      expect(() => checkProjectPath(path)).toThrow(expect.objectContaining({ code: 'PATH_OUTSIDE_PROJECT' }))
    },
  )

  const names = ['con', 'NUL.md', 'a/aux.txt', 'COM1', 'lpt9.md', 'CON .txt', 'a.', 'a /b', 'com¹.md']
  test.each([...names, '', 'a//b', './a', 'a/', 'a\\b', '\ud800.md'])('refuses %j as a name', (path) => {
    expect(() => checkProjectPath(path)).toThrow(expect.objectContaining({ code: 'PATH_INVALID' }))
  })

  test.each([
    'manuscript/012-第十二回.md',
    'a b/c d.md',
    '👨‍👩‍👧/🌫.md',
    'console.md',
    'nullify/auxin.md',
    '...a',
    '问?.md',
  ])('accepts %j as an ordinary name', (path) => {
    expect(checkProjectPath(path, 'linux')).toEqual(path.split('/'))
  })

  test('refuses characters that Windows cannot store there', () => {
    expect(() => checkProjectPath('a.md:stream', 'win32')).toThrow(
      expect.objectContaining({ code: 'PATH_INVALID' }),
    )
  })
})

describe('for resolveContained,', () => {
  test('a link out of the project is refused, for a file, a folder, a dangling link and a chain', async () => {
    await symlink(join(base, 'secret.md'), join(root, 'manuscript/a.md'))
    await symlink(base, join(root, 'up'))
    await symlink(join(base, 'not yet.md'), join(root, 'manuscript/b.md'))
    await symlink(join(root, 'up'), join(root, 'chain'))
    for (const path of ['manuscript/a.md', 'up/secret.md', 'up/new.md', 'manuscript/b.md', 'chain/x/y.md'])
      await expect(resolveContained(root, path), path).rejects.toMatchObject({ code: 'PATH_OUTSIDE_PROJECT' })
    await expect(writeContained(root, 'manuscript/b.md', '漏')).rejects.toMatchObject({
      code: 'PATH_OUTSIDE_PROJECT',
    })
  })

  test('a sibling whose name starts like the project is outside', async () => {
    await mkdir(`${root}2`)
    await symlink(`${root}2`, join(root, 'link'))
    await expect(resolveContained(root, 'link/a')).rejects.toMatchObject({ code: 'PATH_OUTSIDE_PROJECT' })
  })

  test('a link that stays inside leads to its target', async () => {
    await writeFile(join(root, 'manuscript/一.md'), '正文')
    await symlink(join(root, 'manuscript'), join(root, '稿'))
    expect(await resolveContained(root, '稿/一.md')).toBe(join(root, 'manuscript/一.md'))
    expect(await resolveContained(root, '稿/新/二.md')).toBe(join(root, 'manuscript/新/二.md'))
  })

  test('composed and decomposed spellings find the one file that exists', async () => {
    const decomposed = 'Caf\u0065\u0301.md'
    await writeFile(join(root, decomposed), '咖啡')
    expect(await readContained(root, decomposed.normalize('NFC'), 100)).toEqual(Buffer.from('咖啡'))
    await writeContained(root, decomposed.normalize('NFC'), '换')
    expect(await readFile(join(root, decomposed), 'utf8')).toBe('换')
  })

  test('a project folder that was deleted or became a link is refused', async () => {
    await rename(root, join(base, 'moved'))
    await expect(resolveContained(root, 'a.md')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await symlink(join(base, 'moved'), root)
    await expect(resolveContained(root, 'a.md')).rejects.toMatchObject({ code: 'PATH_OUTSIDE_PROJECT' })
  })
})

test('reading refuses a pipe-like or swapped file and reads names with spaces, CJK and emoji', async () => {
  const names = ['a b.md', '第一章 雾.md', '🌫️.md', '𠮷.md']
  for (const name of names) await writeContained(root, `manuscript/${name}`, name)
  const texts = await Promise.all(names.map((name) => readContained(root, `manuscript/${name}`, 100)))
  expect(texts.map(String)).toEqual(names)
  await expect(readContained(root, 'manuscript', 100)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(readContained(root, 'manuscript/a b.md', 2)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' })
})

test('a folder that another writer just made is not taken for a dangling link', async () => {
  let stop = false
  const making = (async () => {
    while (!stop) {
      await mkdir(join(root, '新'))
      await rm(join(root, '新'), { recursive: true })
    }
  })()
  const seen = new Set<string>()
  for (let i = 0; i < 4000; i++)
    seen.add(await resolveContained(root, '新/一.md').catch((error) => error.code))
  stop = true
  await making
  seen.delete('NOT_FOUND')
  expect([...seen]).toEqual([join(root, '新/一.md')])
})

test('a folder swapped for a link while files are read never yields bytes from outside', async () => {
  await writeFile(join(root, 'manuscript/secret.md'), '自己的')
  let stop = false
  const swapping = (async () => {
    while (!stop) {
      await rename(join(root, 'manuscript'), join(root, 'kept'))
      await symlink(base, join(root, 'manuscript'))
      await rm(join(root, 'manuscript'))
      await rename(join(root, 'kept'), join(root, 'manuscript'))
    }
  })()
  const seen = new Set<string>()
  for (let i = 0; i < 300; i++)
    seen.add(await readContained(root, 'manuscript/secret.md', 100).then(String, (error) => error.code))
  stop = true
  await swapping
  expect(seen.has('别人的')).toBe(false)
})

test('files written at once into a folder that is only just made are not taken for links out of the project', async () => {
  for (let round = 0; round < 20; round++) {
    const paths = Array.from({ length: 12 }, (_, index) => `.creonow/${round}/新/${index % 4}.json`)
    const written = await Promise.allSettled(paths.map((path) => writeContained(root, path, path)))
    expect(written.filter(({ status }) => status === 'rejected')).toEqual([])
  }
})

test('paths are shown with forward slashes on Windows too', () => {
  expect([
    toProjectPath('C:\\书\\雾港', 'C:\\书\\雾港\\.creonow\\settings\\世界观.md', win32),
    toProjectPath('/书/雾港', '/书/雾港/manuscript/一.md', posix),
    isInside('C:\\书', 'C:\\书籍\\a', win32),
    isInside('C:\\书', 'D:\\书\\a', win32),
    isInside('C:\\书', 'c:\\书\\a', win32),
    isInside('/书', '/书/..a', posix),
  ]).toEqual(['.creonow/settings/世界观.md', 'manuscript/一.md', false, false, true, true])
})

test('a file that an editor replaces again and again is read whole, or is reported as changing', async () => {
  await mkdir(join(root, 'manuscript'), { recursive: true })
  const path = join(root, 'manuscript/忙.md')
  await writeFile(path, '甲'.repeat(500))
  let saving = true
  const saved = (async () => {
    for (let n = 0; saving; n++) {
      await writeFile(`${path}.${n % 2}`, (n % 2 ? '甲' : '乙').repeat(500))
      await rename(`${path}.${n % 2}`, path)
    }
  })()
  const seen = new Set<string>()
  for (let n = 0; n < 300; n++) {
    const found = await readContained(root, 'manuscript/忙.md', 10_000).then(String, ({ code }) => code)
    seen.add(found.length === 500 ? [...new Set(found)].join('') : found)
  }
  saving = false
  await saved
  expect([...seen].filter((one) => !['甲', '乙', 'CONFLICT'].includes(one))).toEqual([])
})
