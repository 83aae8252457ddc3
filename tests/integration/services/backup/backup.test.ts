import promises, { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChannelInput, ChannelName } from '../../../../main/src/contract/index.ts'
import type { Session } from '../../../../main/src/ipc/session.ts'
import { withFault } from '../../../../scripts/torture/faults/inject.ts'
import type { TestApp } from '../../../support/app.ts'
import { startNovel, writeNovel } from '../../../support/novel.ts'
import { zipMarks } from '../../../support/zipMarks.ts'

/** Chinese and English names, CRLF with a byte order mark, surrogate pairs, mixed line ends, a file that is no UTF-8. */
const chapters: Readonly<Record<string, string>> = {
  'manuscript/001-雾.md': '\uFEFF# 雾\r\n\r\n　　林远把信折好。“𠮷野家？”他问。\r\n',
  'manuscript/002-潮.md': '# 潮\n\n　　林远山没有回头，林远却笑了。\n混\r\n合\r行\n',
  'manuscript/003-The Lamp 👨‍👩‍👧.md': '# The Lamp\n\nThe light went out — 👨‍👩‍👧.\n',
  'manuscript/004-空白.md': `# 空白\n\n${'　'.repeat(700_000)}\n`,
}
const files = {
  ...chapters,
  '.creonow/characters/林远.md': '---\nid: lin\nname: 林远\n---\n数石阶的人。\n',
  '.creonow/rules/style.md': '短句。\n',
  '.creonow/settings/雾港.md': '常年有雾。\n',
  '.creonow/synopses/004.json': '{"a":1}\n',
}
const dayMs = 24 * 60 * 60 * 1000

let mine: TestApp
let folder: string
let now = 0
beforeEach(async () => {
  now = Date.UTC(2026, 10, 29, 8)
  const clock = { now: () => now, monotonic: () => performance.now() }
  mine = await startNovel(files, [], { clock })
  folder = join(dirname(mine.project), '移动硬盘 backups')
  await mkdir(folder)
})
afterEach(() => mine.remove())

const call = <C extends ChannelName>(channel: C, input: object = {}) =>
  mine.invoke(channel, { projectId: mine.projectId, ...input } as ChannelInput<C>)
const set = (part: object = {}) =>
  mine.invoke('settings:update', { patch: { backup: { folder, when: 'daily', copies: 3, ...part } } })
const refusalOf = async (task: Promise<unknown>) =>
  task.then(
    () => 'ok',
    (error: unknown) => String(error).split(' ').slice(2, 3).join(' '),
  )
const backups = async () => (await readdir(folder)).filter((name) => name.endsWith('.zip')).sort()
const contentOf = async (name: string, at = folder) => unzipSync(await readFile(join(at, name)))
async function type(text: string): Promise<void> {
  const [first] = (await call('documents:list')).documents
  const documentId = first?.documentId ?? ''
  const { hash: baseHash } = await call('documents:read', { documentId })
  await call('documents:save', { documentId, text, baseHash })
}
/** A window of the desktop app, or a page; resolves when what it does in the background has ended. */
function openWindow(): { readonly session: Session; ended(): Promise<void> } {
  let [count, seen] = [0, 0]
  const waiting: (() => void)[] = []
  const session = mine.app.createSession({
    id: 'window',
    isWindow: true,
    mayInspect: () => false,
    emit(event) {
      if (event !== 'backup') return
      count += 1
      for (const each of waiting.splice(0)) each()
    },
  })
  return {
    session,
    async ended() {
      if (count === seen) await new Promise<void>((resolve) => waiting.push(resolve))
      seen += 1
    },
  }
}
const dispatch = async (session: Session, channel: ChannelName, input: object) => {
  const answer = await mine.app.router.dispatch(session, channel, input)
  if (!answer.ok) throw new Error(answer.error.code)
}

test('a backup has every byte of the book under the names of its files, and an unchanged book makes no second one', async () => {
  await set()
  const made = await call('backup:now')
  expect(made).toEqual({
    fileName: expect.stringMatching(/^试稿 2026-11-\d\d \d\d\.\d\d\.00\.zip$/),
    madeAt: now,
    isNew: true,
    leftOut: [],
  })
  const entries = await contentOf(made.fileName)
  const expected = {
    ...files,
    '.creonow/project.json': await readFile(join(mine.project, '.creonow/project.json'), 'latin1'),
  }
  const byName = Object.fromEntries(
    Object.entries(entries).map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]),
  )
  const { 'creonow-backup.json': _, '.creonow/book.json': order, ...rest } = byName
  expect(rest).toEqual(
    Object.fromEntries(
      await Promise.all(
        Object.keys(expected).map(async (path) => [path, await readFile(join(mine.project, path), 'latin1')]),
      ),
    ),
  )
  expect(JSON.parse(Buffer.from(order ?? '', 'latin1').toString()).chapters).toHaveLength(4)

  now += 5000
  expect(await call('backup:now')).toEqual({ ...made, isNew: false })
  await type('# 雾\r\n\r\n　　林远把信烧了。\r\n')
  const second = await call('backup:now')
  expect(second.isNew).toBe(true)
  expect(await backups()).toEqual([made.fileName, second.fileName])
  expect(await call('backup:status')).toEqual({ madeAt: now, fileName: second.fileName, leftOut: [] })
})

test('the files in a backup are marked as those of Unix: unzip on Linux garbles Chinese names otherwise', async () => {
  const { fileName } = await call('backup:now', { folder })
  const marks = zipMarks(await readFile(join(folder, fileName)))
  expect(marks.length).toBeGreaterThan(Object.keys(files).length)
  expect(marks).toEqual(marks.map(() => ({ system: 3, mode: 0o100644 })))
})

test('an unpacked backup opens as a project with the same chapters, order and codex', async () => {
  const ids = (await call('documents:list')).documents.map(({ documentId }) => documentId)
  await call('documents:move', { documentId: ids[2], after: ids[0] })
  await call('documents:create', { title: '打算', planned: true })
  const outline = async () =>
    (await call('documents:list')).documents.map(({ documentId, title, path, words }) => [
      documentId,
      title,
      path,
      words,
    ])
  const codex = async () => (await call('codex:list')).entries
  const before = [await outline(), await codex()]
  const { fileName } = await call('backup:now', { folder })
  const elsewhere = join(folder, '恢复')
  for (const [path, bytes] of Object.entries(await contentOf(fileName))) {
    await mkdir(dirname(join(elsewhere, path)), { recursive: true })
    await writeFile(join(elsewhere, path), bytes)
  }
  // The project folder and the data folder are lost.
  const { projectId, project, dataFolder } = mine
  await rename(project, `${project} lost`)
  await mine.app.dispose()
  await rm(dataFolder, { recursive: true })
  await rename(elsewhere, project)
  const again = await startNovel({ '.creonow/project.json': '{"id":"another","name":"Another"}' })
  try {
    const opened = await again.invoke('projects:open', { rootPath: project })
    expect(opened.projectId).toBe(projectId)
    const { documents } = await again.invoke('documents:list', { projectId })
    const list = documents.map(({ documentId, title, path, words }) => [documentId, title, path, words])
    const { entries } = await again.invoke('codex:list', { projectId })
    expect([list, entries]).toEqual(before)
  } finally {
    await again.remove()
  }
})

test('a window makes a backup when it opens a book and a day has gone by, and when it closes a changed one', async () => {
  await set()
  const { session, ended } = openWindow()
  const open = () => dispatch(session, 'projects:open', { rootPath: mine.project })
  const close = () => dispatch(session, 'projects:close', { projectId: mine.projectId })
  const count = async () => (await backups()).length
  const step = async (task: Promise<void>) => {
    await task
    await ended()
    now += 1000
    return count()
  }
  expect(await step(open())).toBe(1)
  expect(await step(close())).toBe(1)
  await type('# 雾\n今天。\n')
  expect(await step(open())).toBe(1)
  expect(await step(close())).toBe(2)
  now += dayMs
  expect(await step(open())).toBe(2)
  await type('# 雾\n明天。\n')
  expect(await step(open())).toBe(3)
  await set({ when: 'opening' })
  await type('# 雾\n后天。\n')
  const oldest = (await backups())[0]
  expect(await step(open())).toBe(3)
  expect(await backups()).not.toContain(oldest)
  // The app ends with the book open.
  await type('# 雾\n末尾。\n')
  const newest = (await backups()).at(-1)
  await mine.app.dispose()
  expect((await backups()).at(-1)).not.toBe(newest)
})

test('commands and programs that open and close a book make no backup', async () => {
  await set()
  await mine.invoke('projects:open', { rootPath: mine.project })
  await mine.invoke('projects:close', { projectId: mine.projectId })
  await mine.app.dispose()
  expect(await readdir(folder)).toEqual([])
})

test('only the oldest backups of the same book go, and nothing else in the folder is touched', async () => {
  await set({ copies: 2 })
  const others = {
    'readme.txt': 'mine',
    '试稿 2020-01-01 00.00.00.zip': 'no zip at all',
    '.creonow-1-00000000.tmp': 'of somebody',
    '别的 2020-01-01 00.00.00.zip': 'PK',
  }
  for (const [name, text] of Object.entries(others)) await writeFile(join(folder, name), text)
  await mkdir(join(folder, '试稿 2020-01-02 00.00.00.zip'))
  const theirRoot = join(dirname(mine.project), '别人的书')
  await writeNovel(theirRoot, {
    'manuscript/1.md': '# One\nOne.\n',
    '.creonow/project.json': '{"id":"other","name":"试稿"}',
  })
  const { projectId } = await mine.invoke('projects:open', { rootPath: theirRoot })
  const theirs = (await mine.invoke('backup:now', { projectId })).fileName
  const made: string[] = []
  for (const text of ['一', '二', '三', '四']) {
    now += 60_000
    await type(`# 雾\n${text}\n`)
    made.push((await call('backup:now')).fileName)
  }
  await symlink(join(folder, made[3] ?? ''), join(folder, '试稿 2020-01-03 00.00.00.zip'))
  now += 60_000
  await type('# 雾\n五\n')
  made.push((await call('backup:now')).fileName)
  expect((await readdir(folder)).sort()).toEqual(
    [
      ...Object.keys(others),
      ...['试稿 2020-01-02 00.00.00.zip', '试稿 2020-01-03 00.00.00.zip', theirs],
      ...made.slice(-2),
    ].sort(),
  )
  for (const [name, text] of Object.entries(others))
    expect(await readFile(join(folder, name), 'utf8')).toBe(text)
})

test('a damaged backup does not count: an unchanged book gets a new one, and the damaged one stays', async () => {
  await set({ copies: 1 })
  const { fileName } = await call('backup:now')
  const bytes = await readFile(join(folder, fileName))
  bytes.writeUInt8(bytes.readUInt8(2000) ^ 0xff, 2000)
  await writeFile(join(folder, fileName), bytes)
  const second = await call('backup:now')
  expect(second.isNew).toBe(true)
  await writeFile(join(folder, second.fileName), bytes.subarray(0, 3000))
  const third = await call('backup:now')
  expect(third.isNew).toBe(true)
  expect(await backups()).toContain(second.fileName)
  expect(Object.keys(await contentOf(third.fileName))).toHaveLength(Object.keys(files).length + 3)
})

test('a folder inside the book or the data folder is refused, through a link too, and so is a relative one', async () => {
  const link = join(folder, 'link')
  await mkdir(join(mine.project, 'backups'))
  await symlink(join(mine.project, 'backups'), link)
  const refused = []
  for (const wrong of [
    mine.project,
    join(mine.project, 'backups'),
    link,
    mine.dataFolder,
    'backups',
    join(folder, 'no'),
  ]) {
    await set({ folder: wrong })
    const { error } = await call('backup:status')
    refused.push([error?.code, Object(error?.details).why, await refusalOf(call('backup:now'))])
  }
  expect(refused).toEqual([
    ...Array.from({ length: 4 }, () => ['INVALID_ARGUMENT', 'backupInside', 'INVALID_ARGUMENT']),
    ['INVALID_ARGUMENT', 'backupFolder', 'INVALID_ARGUMENT'],
    ['NOT_FOUND', 'backupFolder', 'NOT_FOUND'],
  ])
  await mine.invoke('settings:update', { patch: { backup: null } })
  expect(await refusalOf(call('backup:now'))).toBe('INVALID_ARGUMENT')
})

test.each([
  ['write', 'ENOSPC', 'IO_ERROR', 'backupFull'],
  ['sync', 'EIO', 'IO_ERROR', 'backup'],
  ['open', 'EROFS', 'READ_ONLY', 'backup'],
  ['link', 'ESTALE', 'NOT_FOUND', 'backupFolder'],
] as const)(
  'the step %s that fails with %s leaves no file, and the status names the failure until the next success',
  async (step, code, expected, why) => {
    await set()
    const { result } = await withFault({ step, code, folder }, () => refusalOf(call('backup:now')))
    expect(result).toBe(expected)
    expect(await readdir(folder)).toEqual([])
    const { error } = await call('backup:status')
    expect([error?.code, Object(error?.details).why]).toEqual([expected, why])
    await call('backup:now')
    expect((await call('backup:status')).error).toBe(undefined)
  },
)

test('a file that the disk stores wrongly is never given the name of a backup', async () => {
  await set()
  const original = promises.open
  Reflect.set(promises, 'open', async (...given: Parameters<typeof original>) => {
    const handle = await original(...given)
    if (String(given[0]).startsWith(folder) && given[1] === 'wx') {
      const { writeFile: whole } = handle
      Reflect.set(handle, 'writeFile', (bytes: Buffer) => {
        const wrong = Buffer.from(bytes)
        wrong.writeUInt8(wrong.readUInt8(2000) ^ 1, 2000)
        return whole.call(handle, wrong)
      })
    }
    return handle
  })
  syncBuiltinESMExports()
  try {
    const refused = call('backup:now')
    await expect(refused).rejects.toThrow('IO_ERROR')
  } finally {
    Reflect.set(promises, 'open', original)
    syncBuiltinESMExports()
  }
  expect(await readdir(folder)).toEqual([])
  const { error } = await call('backup:status')
  expect(Object(error?.details).why).toBe('backupDamaged')
})

test('a folder that becomes unreadable is an error of the status, and the app goes on', async () => {
  await set()
  await call('backup:now')
  await rename(folder, `${folder} away`)
  await writeFile(folder, 'a file in its place')
  const { error, madeAt } = await call('backup:status')
  expect([error?.code, madeAt]).toEqual(['NOT_FOUND', null])
  const { session, ended } = openWindow()
  await dispatch(session, 'projects:open', { rootPath: mine.project })
  await ended()
  await type('# 雾\n还能写。\n')
  await rm(folder)
  await rename(`${folder} away`, folder)
  expect((await call('backup:now')).isNew).toBe(true)
  expect((await call('backup:status')).error).toBe(undefined)
})
