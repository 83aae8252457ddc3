import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import chokidar, { type FSWatcher } from 'chokidar'
import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../../../../main/src/lib/clock.ts'
import { createFileCache } from '../../../../main/src/lib/fileCache.ts'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { createWatchingService } from '../../../../main/src/services/creonow/index.ts'
import { createProjectWatcher } from '../../../../main/src/services/creonow/watcher.ts'
import { projectFolder } from './projectFolder.ts'

interface Told {
  readonly paths: readonly string[]
  readonly origin: 'app' | 'outside'
}

async function setUp() {
  const folder = await projectFolder()
  await folder.put('manuscript/001-起.md', '# 起\n\n雾来了。\n')
  await folder.put('manuscript/002-承.md', '# 承\n\n灯灭了。\n')
  await folder.put('.creonow/rules/style.md', '短句。\n')
  await folder.put('.creonow/cache/receipts/1.json', '{}')
  const told: Told[] = []
  const sources: FSWatcher[] = []
  const watcher = await createProjectWatcher({
    root: folder.root,
    view: createFileCache().view(folder.root),
    onChanged: (paths, origin) => told.push({ paths, origin }),
    logger: silentLogger,
    clock: systemClock,
    watch: (paths, options) => {
      const source = chokidar.watch(paths, options)
      sources.push(source)
      return source
    },
  })
  onTestFinished(() => watcher.dispose())
  const all = () => [...new Set(told.flatMap(({ paths }) => paths))].sort()
  /** Waits for a change made now: everything signalled before it has then been told or left out. */
  const barrier = async () => {
    const path = `.creonow/settings/路标${told.length}-${Math.random()}.md`
    await folder.put(path, 'x')
    await vi.waitFor(() => expect(all()).toContain(path), { timeout: 15_000, interval: 20 })
    return all().filter((each) => !each.includes('路标'))
  }
  return { ...folder, told, all, watcher, sources, barrier }
}

const soon = (check: () => void | Promise<void>, timeout = 15_000) =>
  vi.waitFor(check, { timeout, interval: 20 })

test('a change, a new file, a rename and a deletion outside are reported as such', async () => {
  const { put, root, told, all } = await setUp()
  await put('manuscript/001-起.md', '# 起\n\n雾散了。\n')
  await soon(() => expect(told).toEqual([{ paths: ['manuscript/001-起.md'], origin: 'outside' }]))
  await put('.creonow/settings/世 界观😀.md', '新')
  await soon(() => expect(all()).toContain('.creonow/settings/世 界观😀.md'))
  await rename(join(root, 'manuscript/002-承.md'), join(root, 'manuscript/002-转.md'))
  await soon(() => {
    expect(all()).toContain('manuscript/002-承.md')
    expect(all()).toContain('manuscript/002-转.md')
  })
  await rm(join(root, '.creonow/rules/style.md'))
  await soon(() => expect(all()).toContain('.creonow/rules/style.md'))
  expect(new Set(told.map(({ origin }) => origin))).toEqual(new Set(['outside']))
})

test('a touch, the same bytes written again and a file in cache/ are no change', async () => {
  const { put, root, read, barrier } = await setUp()
  await utimes(join(root, 'manuscript/001-起.md'), new Date(), new Date())
  await put('manuscript/002-承.md', await read('manuscript/002-承.md'))
  await put('.creonow/cache/receipts/2.json', '{}')
  expect(await barrier()).toEqual([])
})

test('temporary files, files of sync programs and editors, and remains of an import are not reported', async () => {
  const { put, root, barrier } = await setUp()
  const names = [
    'manuscript/001-起.md.3735928559',
    'manuscript/.001-起.md.swp',
    'manuscript/001-起.md~',
    'manuscript/4913',
    'manuscript/001-起(1).md',
    'manuscript/001-起 (冲突副本 2026-01-01).md',
    'manuscript/001-起.sync-conflict-20260101-120000-ABCDEFG.md',
    'manuscript/图/一.md',
    '.creonow-import-12-abcdef123456/001-起.md',
    '.creonow/rules/style.md.12345',
    '.creonow/rules/.style.md.9f8e.tmp',
    '.creonow/rules/style.md.tmp-1',
    '.creonow/rules/4913',
    '.creonow/settings/~$世界观.md',
    '.creonow/settings/.世界观.md.icloud',
    '.creonow/.git/HEAD.txt',
    'notes/readme.md',
  ]
  for (const name of names) await put(name, '内容')
  await rm(join(root, 'manuscript/001-起.md.3735928559'))
  expect(await barrier()).toEqual([])
})

test('a chapter with (1) in its name is one when there is no original, and its change is reported', async () => {
  const { put, all } = await setUp()
  await put('manuscript/决战(1).md', '上')
  await soon(() => expect(all()).toEqual(['manuscript/决战(1).md']))
})

test('an editor that deletes, writes a copy and renames it does not delete the chapter', async () => {
  const { root, told, read } = await setUp()
  const file = join(root, 'manuscript/001-起.md')
  await rename(file, `${file}~`)
  await writeFile(`${file}.tmp`, '# 起\n\n新的。\n')
  await rename(`${file}.tmp`, file)
  await rm(`${file}~`)
  await soon(() => expect(told).toEqual([{ paths: ['manuscript/001-起.md'], origin: 'outside' }]))
  expect(await read('manuscript/001-起.md')).toBe('# 起\n\n新的。\n')
})

test('the app’s own write is reported once, as the app’s', async () => {
  const { put, told, watcher, barrier } = await setUp()
  const text = '# 起\n\n应用写的。\n'
  await put('manuscript/001-起.md', text)
  await watcher.wrote('manuscript/001-起.md', sha256Hex(text))
  await put('.creonow/rules/constraints.json', '{}')
  await watcher.wrote('.creonow/rules')
  await barrier()
  expect(told.filter(({ paths }) => !paths.some((path) => path.includes('路标')))).toEqual([
    { paths: ['manuscript/001-起.md'], origin: 'app' },
    { paths: ['.creonow/rules/constraints.json'], origin: 'app' },
  ])
})

test('5,000 files at once make few events, and the last one includes them all', {
  tags: ['whole'],
  timeout: 90_000,
}, async () => {
  const { root, told } = await setUp()
  const names = Array.from({ length: 5000 }, (_, at) => `manuscript/${String(at + 100).padStart(5, '0')}.md`)
  const write = async (text: string) => {
    for (let at = 0; at < names.length; at += 100)
      await Promise.all(
        names.slice(at, at + 100).map((name) => writeFile(join(root, name), `${name}${text}`)),
      )
  }
  for (const text of ['一稿', '二稿']) {
    told.length = 0
    await write(text)
    await soon(() => expect(told.at(-1)?.paths).toHaveLength(names.length), 25_000)
    expect(told.at(-1)).toEqual({ paths: names, origin: 'outside' })
    expect(told.length).toBeLessThanOrEqual(3)
  }
})

test('a watched folder that disappears and comes back is watched again', async () => {
  const { root, told, all, put } = await setUp()
  await rm(join(root, 'manuscript'), { recursive: true })
  await soon(() => expect(all()).toEqual(['manuscript/001-起.md', 'manuscript/002-承.md']))
  told.length = 0
  await put('manuscript/001-起.md', '# 起\n\n回来了。\n')
  await soon(() => expect(all()).toEqual(['manuscript/001-起.md']))
  told.length = 0
  await put('manuscript/001-起.md', '# 起\n\n又改了。\n')
  await soon(() => expect(all()).toEqual(['manuscript/001-起.md']))
})

test('a project folder that disappeared is not called watched, and what changed meanwhile is reported', async () => {
  const { base, root, watcher, all, put, told } = await setUp()
  await rename(root, join(base, '别处'))
  await soon(() => expect(watcher.isWatching()).toBe(false))
  await writeFile(join(base, '别处/manuscript/002-承.md'), '# 承\n\n没人看着时改的。\n')
  await rename(join(base, '别处'), root)
  await soon(() => expect(watcher.isWatching()).toBe(true))
  expect(all()).toEqual(['manuscript/002-承.md'])
  told.length = 0
  await put('manuscript/001-起.md', '# 起\n\n还看着。\n')
  await soon(() => expect(all()).toEqual(['manuscript/001-起.md']))
})

test('an error of the watcher interrupts watching, and a change during the interruption is reported', async () => {
  const { watcher, sources, put, told, all } = await setUp()
  sources[0]?.emit('error', Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
  expect(watcher.isWatching()).toBe(false)
  await put('manuscript/001-起.md', '# 起\n\n断线时改的。\n')
  await soon(() => expect(watcher.isWatching()).toBe(true))
  await soon(() => expect(told).toEqual([{ paths: ['manuscript/001-起.md'], origin: 'outside' }]))
  // Out of watches: it goes on by polling.
  expect(sources.map(({ options }) => options.usePolling)).toEqual([false, true])
  await put('manuscript/002-承.md', '# 承\n\n之后改的。\n')
  await soon(() => expect(all()).toContain('manuscript/002-承.md'))
})

test('a link out of the project is not entered, and its files are not reported', async () => {
  const { base, root, barrier } = await setUp()
  await mkdir(join(base, 'outside'))
  const { symlink } = await import('node:fs/promises')
  await symlink(join(base, 'outside'), join(root, '.creonow/settings'))
  await writeFile(join(base, 'outside/secret.md'), 'secret')
  await rm(join(root, '.creonow/settings'))
  await mkdir(dirname(join(root, '.creonow/settings/x')), { recursive: true })
  expect(await barrier()).toEqual([])
  expect(await readFile(join(base, 'outside/secret.md'), 'utf8')).toBe('secret')
})

test('a session that stops or closes does not end watching for another', async () => {
  const { root } = await projectFolder()
  const service = createWatchingService({ rootOf: () => root, logger: silentLogger, clock: systemClock })
  onTestFinished(() => service.dispose())
  expect([
    await service.start('p', 'a'),
    await service.start('p', 'b'),
    await service.start('p', 'b'),
    await service.stop('p', 'a'),
    await service.stop('p', 'a'),
    service.isWatching('p'),
  ]).toEqual([true, true, true, true, true, true])
  await service.release('b')
  expect([service.isWatching('p'), await service.stop('p', 'b')]).toEqual([false, false])
})
