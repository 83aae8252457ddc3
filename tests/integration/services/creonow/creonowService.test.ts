import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { createVersionedFiles } from '../../../../main/src/lib/versionedFile/versionedFiles.ts'
import { createCreonowService } from '../../../../main/src/services/creonow/index.ts'
import { strangeTexts } from '../../../support/strangeText.ts'
import { projectFolder } from './projectFolder.ts'

const template = join(import.meta.dirname, '../../../../.creonow-template')

async function setUp() {
  const folder = await projectFolder()
  const { root } = folder
  const dataFolder = `${root}-data`
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }))
  const versioned = createVersionedFiles({ dataFolder, logger: silentLogger })
  return {
    ...folder,
    dataFolder,
    service: createCreonowService({ rootOf: () => root, versioned, logger: silentLogger }),
  }
}

describe('read', () => {
  const path = '.creonow/settings/世 界观😀.md'

  test.each(strangeTexts.filter(({ text }) => text.isWellFormed()))(
    'preserves every byte of a file: $name',
    async ({ text }) => {
      const { service, put } = await setUp()
      await put(path, text)
      const withoutMark = text.replace(/^\uFEFF/, '')
      expect(await service.read('p', path)).toEqual({
        path,
        text: withoutMark,
        bytes: Buffer.byteLength(text),
        tooLarge: false,
        fetchedChars: withoutMark.length,
      })
    },
  )

  test('cuts a large file between characters, and marks the cut', async () => {
    const { service, put } = await setUp()
    const paragraph = `${'𠮷'.repeat(1000)}\r\n`
    for (const text of ['雾'.repeat(100_000), paragraph.repeat(70), `a${'𠮷'.repeat(70_000)}`]) {
      await put(path, text)
      const file = await service.read('p', path)
      if ('problem' in file) throw new Error(file.problem)
      const { text: start, ...rest } = file
      expect(rest).toEqual({
        path,
        bytes: Buffer.byteLength(text),
        tooLarge: true,
        fetchedChars: text.length,
      })
      expect(text.startsWith(start) && start.isWellFormed()).toBe(true)
      expect(Buffer.byteLength(start)).toBeLessThanOrEqual(256 * 1024)
      expect(Buffer.byteLength(start)).toBeGreaterThan(256 * 1024 - 4100)
      if (text.includes('\n')) expect(start.endsWith('\r\n')).toBe(true)
    }
  })

  test('leaves no half of a key at the end of a large file, where no pattern recognises it', async () => {
    const { service, put } = await setUp()
    const key = `sk-${'aB3dE5gH7jK9mN1pQ3sT5'}`
    const before = '雾'.repeat(Math.floor((256 * 1024 - 8) / 3))
    await put(path, `${before}${key}${'雾'.repeat(2000)}`)
    const file = await service.read('p', path)
    expect('text' in file && [file.text.length, file.text.includes('sk-')]).toEqual([before.length, false])
  })

  test('does not cut exactly 256 KiB, and does not refuse exactly 4 MiB', async () => {
    const { service, put } = await setUp()
    await put(path, 'a'.repeat(256 * 1024))
    expect(await service.read('p', path)).toMatchObject({ tooLarge: false, fetchedChars: 256 * 1024 })
    await put(path, 'a'.repeat(4 * 1024 * 1024))
    expect(await service.read('p', path)).toMatchObject({ tooLarge: true, fetchedChars: 4 * 1024 * 1024 })
    await put(path, 'a'.repeat(4 * 1024 * 1024 + 1))
    expect(await service.read('p', path)).toEqual({ path, problem: 'too_large' })
  })

  test('reports a bad file instead of throwing or reading it', async () => {
    const { service, put, root } = await setUp()
    await put('.creonow/settings/gbk.md', Buffer.from([0xce, 0xed, 0xb8, 0xdb]))
    await put('.creonow/settings/merge.md', '前\n<<<<<<< HEAD\n甲\r\n=======\r\n乙\n>>>>>>> branch\n')
    await put('.creonow/settings/heading.md', '标题\n=======\n>>> 引用\n')
    await mkdir(join(root, '.creonow/settings/folder.md'))
    const problems = await Promise.all(
      ['gbk', 'merge', 'heading', 'folder', 'none'].map(async (name) => {
        const file = await service.read('p', `.creonow/settings/${name}.md`)
        return 'problem' in file ? file.problem : file.text
      }),
    )
    expect(problems).toEqual([
      'invalid_format',
      'invalid_format',
      '标题\n=======\n>>> 引用\n',
      'read_error',
      'missing',
    ])
  })

  test('refuses a path and a link that lead out of the folder', async () => {
    const { service, put, base, root } = await setUp()
    await put('manuscript/1.md', '正文')
    await put('.creonow/settings/a.md', '设定')
    await writeFile(join(base, 'secret.md'), 'secret')
    await symlink(join(base, 'secret.md'), join(root, '.creonow/settings/link.md'))
    await symlink(base, join(root, '.creonow/out'))
    for (const path of [
      'manuscript/1.md',
      '.creonow/../manuscript/1.md',
      '.creonow/settings/link.md',
      '.creonow/out/secret.md',
      '.creonow/settings/../../../secret.md',
      '/etc/passwd',
      'C:\\secret.md',
      '.creonow/settings/a.md\0',
    ]) {
      await expect(service.read('p', path)).rejects.toMatchObject({ code: 'PATH_OUTSIDE_PROJECT' })
    }
    await expect(service.read('p', '.creonow/settings\\a.md')).rejects.toMatchObject({ code: 'PATH_INVALID' })
  })
})

describe('listSettings', () => {
  test('lists nothing for a project without the folder', async () => {
    expect(await (await setUp()).service.listSettings('p')).toEqual({ files: [], problems: [] })
  })

  test('reports files of sync programs as problems, takes X(2) without X for a file, and sorts by code points', async () => {
    const { service, put, base, root } = await setUp()
    const names = [
      '世界观.md',
      'Z.txt',
      'a.md',
      '地理/海/港.json',
      '地理.md',
      '（甲）.md',
      '😀.md',
      '卷（1）.md',
      'B.MD',
      '势力(2).md',
    ]
    for (const name of names) await put(`.creonow/settings/${name}`, name)
    for (const name of [
      '世界观(1).md',
      '世界观 (2).md',
      '世界观 (冲突副本 2026-01-01).md',
      '世界观 (conflicted copy).md',
      '世界观.sync-conflict-20260101-120000-ABCDEFG.md',
      '~$界观.md',
      '.世界观.md.icloud',
      '.世界观.md.swp',
      '世界观.md~',
      '.hidden.md',
      '.git/x.md',
      '图.png',
      '#a.md#',
      'a.md.tmp',
    ]) {
      await put(`.creonow/settings/${name}`, 'x')
    }
    await writeFile(join(base, 'secret.md'), 'secret')
    await symlink(join(base, 'secret.md'), join(root, '.creonow/settings/外.md'))
    await symlink('世界观.md', join(root, '.creonow/settings/内.md'))
    await symlink('..', join(root, '.creonow/settings/回.md'))
    const bytes = (name: string) => Buffer.byteLength(name)
    expect(await service.listSettings('p')).toEqual({
      files: [
        ['B.MD'],
        ['Z.txt'],
        ['a.md'],
        ['世界观.md'],
        ['内.md', '世界观.md'],
        ['势力(2).md'],
        ['卷（1）.md'],
        ['地理.md'],
        ['地理/海/港.json'],
        ['（甲）.md'],
        ['😀.md'],
      ].map(([name = '', target = name]) => ({ path: `.creonow/settings/${name}`, bytes: bytes(target) })),
      problems: [
        ['#a.md#', 'leftover'],
        ['.世界观.md.icloud', 'leftover'],
        ['.世界观.md.swp', 'leftover'],
        ['a.md.tmp', 'leftover'],
        ['~$界观.md', 'leftover'],
        ['世界观 (2).md', 'leftover'],
        ['世界观 (conflicted copy).md', 'leftover'],
        ['世界观 (冲突副本 2026-01-01).md', 'leftover'],
        ['世界观(1).md', 'leftover'],
        ['世界观.md~', 'leftover'],
        ['世界观.sync-conflict-20260101-120000-ABCDEFG.md', 'leftover'],
        ['外.md', 'read_error'],
      ].map(([name, problem]) => ({ path: `.creonow/settings/${name}`, problem })),
    })
  })
})

describe('terminology', () => {
  const path = '.creonow/rules/terminology.json'
  const fault = { code: 'content', params: {} }
  const good = { terms: [{ use: '雾港', avoid: ['迷雾港'] }], banned: ['仿佛'] }

  test('is empty for a missing list, the list itself for a good one, and a fault for a broken one', async () => {
    const { service, put, dataFolder } = await setUp()
    const results = [await service.terminology('p')]
    for (const content of [
      JSON.stringify(good),
      '{"terms": [\n  {"use": 1}]}',
      Buffer.from([0xff]),
      JSON.stringify({ banned: Array.from({ length: 5000 }, () => '长'.repeat(60)) }),
    ]) {
      await put(path, content)
      results.push(await service.terminology('p'))
      await rm(join(dataFolder, 'projects'), { recursive: true, force: true })
    }
    expect(results).toEqual([
      { terms: [], banned: [] },
      good,
      { path, problem: 'invalid_format', place: { line: 2, column: 11, fault } },
      { path, problem: 'invalid_format' },
      { path, problem: 'too_large' },
    ])
  })

  test('uses the last good words of a broken list, and says so in the answer', async () => {
    const { service, put } = await setUp()
    await put(path, JSON.stringify({ ...good, more: 1 }))
    await service.terminology('p')
    await put(path, '{"terms": [\n  {"use": 1}]}')
    const text = `${JSON.stringify(good, null, 2)}\n`
    expect(await service.terminology('p')).toEqual({
      ...good,
      copy: { path, text, bytes: Buffer.byteLength(text), tooLarge: false, fetchedChars: text.length },
      notices: [{ code: 'FILE_BROKEN', params: { path, line: 2, column: 11, fault } }],
    })
  })
})

describe('ensure', () => {
  const files = [
    '.creonow/cache/.gitignore',
    '.creonow/rules/constraints.json',
    '.creonow/rules/style.md',
    '.creonow/rules/terminology.json',
  ]

  test('creates every folder and file, and changes nothing in a second run', async () => {
    const { service, tree, put, read } = await setUp()
    expect(await service.ensure('p', template)).toEqual({
      rootPath: '.creonow',
      ensured: true,
      created: files,
    })
    const folders = [
      'cache',
      'characters',
      'conversations',
      'events',
      'factions',
      'items',
      'locations',
      'lore',
      'memory',
      'outputs',
      'rules',
      'settings',
      'skills',
      'synopses',
    ].map((name) => `.creonow/${name}/`)
    const expected = ['.creonow/', ...folders, ...files].sort()
    expect(await tree()).toEqual(expected)
    await put('.creonow/rules/style.md', '我的文风')
    expect(await service.ensure('p', template)).toEqual({ rootPath: '.creonow', ensured: true, created: [] })
    expect(await read('.creonow/rules/style.md')).toBe('我的文风')
    expect(await tree()).toEqual(expected)
    expect(await service.terminology('p')).toEqual({ terms: [], banned: [] })
  })

  test('creates each file once in two runs at once, and leaves no temporary file', async () => {
    const { service, tree } = await setUp()
    const runs = await Promise.all(Array.from({ length: 8 }, () => service.ensure('p', template)))
    expect(runs.flatMap(({ created }) => created).sort()).toEqual(files)
    expect((await tree()).filter((path) => !path.endsWith('/'))).toEqual(files)
  })

  test('neither fills a folder that links out of the project nor makes a missing project', async () => {
    const { service, base, root } = await setUp()
    await mkdir(join(base, 'elsewhere'))
    await symlink(join(base, 'elsewhere'), join(root, '.creonow'))
    await expect(service.ensure('p', template)).rejects.toMatchObject({ code: 'PATH_OUTSIDE_PROJECT' })
    await rename(root, join(base, 'gone'))
    await expect(service.ensure('p', template)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
