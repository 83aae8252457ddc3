import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChannelInput, ChannelName } from '../../../../main/src/contract/index.ts'
import { withFault } from '../../../../scripts/torture/faults/inject.ts'
import { startApp, type TestApp } from '../../../support/app.ts'
import { idOf } from '../../../support/chapterId.ts'

const [one, two, three] = ['manuscript/001-雾.md', 'manuscript/002-潮.md', 'manuscript/003-Fog.md'] as const
/** With byte order mark, CRLF, U+3000, surrogate pairs; the second one begins a volume. */
const chapters: Readonly<Record<string, string>> = {
  [one]: '\uFEFF# 雾\r\n\r\n　　𠮷人进港。\r\n　　灯灭了。\r\n',
  [two]: '第一卷 潮汐\n\n# 潮\n\n　　潮退了。\n',
  [three]: '# Fog\n\nThe light went out.\n',
}
const book = '.creonow/book.json'

let app: TestApp
beforeEach(async () => {
  app = await startApp({}, async ({ project }) => {
    await rm(join(project, 'manuscript'), { recursive: true })
    await mkdir(join(project, 'manuscript'))
    for (const [path, text] of Object.entries(chapters)) await writeFile(join(project, path), text)
  })
})
afterEach(() => app.remove())

const call = <C extends ChannelName>(channel: C, input: object = {}) =>
  app.invoke(channel, { projectId: app.projectId, ...input } as ChannelInput<C>)
const codeOf = <C extends ChannelName>(channel: C, input: object) =>
  app.codeOf(channel, { projectId: app.projectId, ...input } as ChannelInput<C>)
async function files(): Promise<Record<string, string>> {
  const all = (await readdir(join(app.project, 'manuscript'))).sort()
  // A disk that fails may leave a temporary file.
  const names = all.filter((name) => !name.startsWith('.creonow-'))
  const read = async (name: string) => [
    `manuscript/${name}`,
    await readFile(join(app.project, 'manuscript', name), 'utf8'),
  ]
  return Object.fromEntries(await Promise.all(names.map(read)))
}
/** Without the chapters that the sample's project.json names and this book does not have. */
const outline = async () => (await call('documents:list')).documents.filter(({ missing }) => !missing)
const ids = async () => (await outline()).map(({ documentId }) => documentId)
/** The files of the project that a task makes, writes or removes, also with the same bytes. */
async function touchedBy(task: () => Promise<unknown>): Promise<string[]> {
  const stamps = async () => {
    const entries = await readdir(app.project, { recursive: true, withFileTypes: true })
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    const all = paths.map(async (path) => {
      const { ino, mtimeNs } = await lstat(path, { bigint: true })
      return [path.slice(app.project.length + 1), `${ino} ${mtimeNs}`] as const
    })
    return new Map(await Promise.all(all))
  }
  const before = await stamps()
  await task()
  const after = await stamps()
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort()
}
const offsetOf = (text: string) => ({ offsetUtf16: chapters[one]?.slice(1).indexOf(text) ?? 0 })

test('a split makes a chapter of what is behind the cursor, and its undo leaves every byte as it was', async () => {
  const next = 'manuscript/001-1-灯灭.md'
  const at = { documentId: one, ...offsetOf('　　灯灭了'), title: '灯灭' }
  let answer: { documentId: string; splitId: string; stepId?: string | undefined } | undefined
  const split = async () => {
    answer = await call('documents:split', at)
  }
  expect(await touchedBy(split)).toEqual([book, next, one].sort())
  expect(answer).toEqual({ documentId: idOf(one), splitId: idOf(next), stepId: expect.any(String) })
  expect(await files()).toEqual({
    ...chapters,
    [one]: '\uFEFF# 雾\r\n\r\n　　𠮷人进港。\r\n',
    [next]: '# 灯灭\r\n\r\n　　灯灭了。\r\n',
  })
  expect(await ids()).toEqual([one, next, two, three].map(idOf))
  const [version] = (await call('history:list', { documentId: one })).versions
  expect(version?.cause).toBe('split')
  expect(await touchedBy(() => call('documents:undo', { documentId: one }))).toEqual([book, next, one].sort())
  expect(await files()).toEqual(chapters)
  expect(await ids()).toEqual([one, two, three].map(idOf))
})

test('a split in front of a chapter heading makes that chapter and gives it no second heading', async () => {
  const whole = 'manuscript/004-全书.md'
  const text =
    '第一章 雾\r\n\r\n　　进港。\r\n\r\n　　第二章 潮\r\n\r\n　　退了。\r\n\r\n## 夜\r\n\r\n尾。\r\n\r\n# 灯\r\n\r\n灭了。\r\n'
  await writeFile(join(app.project, whole), text)
  const split = (behind: string, title: string) =>
    call('documents:split', { documentId: whole, offsetUtf16: text.indexOf(behind) + behind.length, title })
  await split('尾。\r\n', '第一章 雾（续）')
  // A heading below that of a chapter is a scene's.
  await split('退了。\r\n', '第一章 雾（续）')
  await split('进港。\r\n', '第一章 雾（续）')
  const made = Object.entries(await files()).filter(([path]) => path >= 'manuscript/004')
  expect(Object.fromEntries(made)).toEqual({
    [whole]: '第一章 雾\r\n\r\n　　进港。\r\n',
    'manuscript/004-0-1-第二章 潮.md': '　　第二章 潮\r\n\r\n　　退了。\r\n',
    'manuscript/004-1-第一章 雾（续）.md': '# 第一章 雾（续）\r\n\r\n## 夜\r\n\r\n尾。\r\n',
    'manuscript/005-灯.md': '# 灯\r\n\r\n灭了。\r\n',
  })
  expect((await outline()).slice(3).map(({ title }) => title)).toEqual([
    '第一章 雾',
    '第二章 潮',
    '第一章 雾（续）',
    '灯',
  ])
})

test('both halves of a chapter have its point of view', async () => {
  const { hash: baseHash } = await call('plan:get', { documentId: one })
  await call('plan:set', { documentId: one, pov: 'lin-yuan', baseHash })
  const { splitId } = await call('documents:split', {
    documentId: one,
    ...offsetOf('　　灯灭了'),
    title: '灯灭',
  })
  const povs = [one, splitId].map(async (documentId) => (await call('plan:get', { documentId })).pov)
  expect(await Promise.all(povs)).toEqual(['lin-yuan', 'lin-yuan'])
})

test('a split is refused where one side has no text, inside a character, and in front of the heading', async () => {
  const text = chapters[one]?.slice(1) ?? ''
  const places = [0, 2, text.indexOf('𠮷') + 1, text.length, text.length + 5]
  const codes = places.map((offsetUtf16) =>
    codeOf('documents:split', { documentId: one, offsetUtf16, title: '灯' }),
  )
  expect(await Promise.all(codes)).toEqual(Array(5).fill('INVALID_ARGUMENT'))
  expect(await codeOf('documents:split', { documentId: 'c_nobody', offsetUtf16: 9, title: '灯' })).toBe(
    'NOT_FOUND',
  )
  expect(await files()).toEqual(chapters)
})

test('a split whose chapters were changed since then is not undone', async () => {
  const { splitId } = await call('documents:split', {
    documentId: one,
    ...offsetOf('　　灯灭了'),
    title: '灯灭',
  })
  const { text, hash } = await call('documents:read', { documentId: splitId })
  await call('documents:save', { documentId: splitId, text: `${text}又亮了。\r\n`, baseHash: hash })
  const before = await files()
  expect(await codeOf('documents:undo', { documentId: one })).toBe('CONFLICT')
  expect(await files()).toEqual(before)
})

test('a merge takes the next chapter in, hands its volume on, and puts its file into the trash', async () => {
  const merge = () => call('documents:merge', { documentId: idOf(one) })
  expect(await touchedBy(merge)).toEqual([book, one, two, three].sort())
  const joined = '\uFEFF# 雾\r\n\r\n　　𠮷人进港。\r\n　　灯灭了。\r\n\r\n　　潮退了。\n'
  expect(await files()).toEqual({ [one]: joined, [three]: `第一卷 潮汐\n\n${chapters[three]}` })
  expect(await ids()).toEqual([one, three].map(idOf))
  const { items } = await call('documents:trash')
  expect(items).toMatchObject([{ documentId: idOf(two), path: two, title: '潮' }])
  expect(await touchedBy(() => call('documents:undo', { documentId: one }))).toEqual(
    [book, one, two, three].sort(),
  )
  expect(await files()).toEqual(chapters)
  expect(await ids()).toEqual([one, two, three].map(idOf))
  expect((await outline()).map(({ volume }) => volume?.title)).toEqual([
    undefined,
    '第一卷 潮汐',
    '第一卷 潮汐',
  ])
  expect((await call('documents:trash')).items).toEqual([])
})

test('a merge with a chapter that no longer follows changes nothing, by id and by path', async () => {
  for (const nextId of [idOf(three), three, 'c_0000000000000000', '../x.md'])
    expect(await codeOf('documents:merge', { documentId: one, nextId })).toBe('CONFLICT')
  await call('documents:create', { title: '夜', after: idOf(one) })
  const between = await files()
  expect(await codeOf('documents:merge', { documentId: one, nextId: idOf(two) })).toBe('CONFLICT')
  expect(await files()).toEqual(between)
  await call('documents:move', { documentId: two, after: idOf(one) })
  const { mergedId } = await call('documents:merge', { documentId: one, nextId: two })
  expect(mergedId).toBe(idOf(two))
})

test('a merge needs a next chapter with a text', async () => {
  expect(await codeOf('documents:merge', { documentId: three })).toBe('INVALID_ARGUMENT')
  const { documentId } = await call('documents:create', { title: '终', planned: true })
  expect(await codeOf('documents:merge', { documentId: three })).toBe('INVALID_ARGUMENT')
  expect(await codeOf('documents:merge', { documentId })).toBe('NOT_FOUND')
  expect(await codeOf('documents:split', { documentId, offsetUtf16: 3, title: '灯' })).toBe('NOT_FOUND')
})

test.each(['open', 'write', 'rename', 'unlink', 'link', 'sync'] as const)(
  'a disk on which no %s succeeds leaves split and merge undone, or they are finished at the next opening',
  async (step) => {
    const at = { documentId: one, ...offsetOf('　　灯灭了'), title: '灯灭' }
    for (const [channel, input] of [
      ['documents:split', at],
      ['documents:merge', { documentId: two }],
    ] as const) {
      const before = await files()
      const order = await ids()
      const folder = join(app.project, 'manuscript')
      const { result } = await withFault({ step, code: 'EIO', folder }, () => codeOf(channel, input))
      await app.invoke('projects:open', { rootPath: app.project })
      if (result !== 'ok') {
        expect(await files()).toEqual(before)
        expect(await ids()).toEqual(order)
        continue
      }
      await call('documents:undo', { documentId: input.documentId })
      expect(await files()).toEqual(before)
      expect(await ids()).toEqual(order)
    }
  },
)

test('a split that a kill cuts short behind its first file is finished at the next opening', async () => {
  const next = 'manuscript/001-1-灯灭.md'
  const { stepId = '' } = await call('documents:split', {
    ...{ documentId: one, ...offsetOf('　　灯灭了'), title: '灯灭' },
  })
  const done = await files()
  const order = await ids()
  const path = join(app.dataFolder, 'projects', app.projectId, 'undo', `${stepId}.json`)
  const step = JSON.parse(await readFile(path, 'utf8'))
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, JSON.stringify({ ...step, state: 'started' }))
  await writeFile(join(app.project, one), chapters[one] ?? '')
  const { chapters: entries, ...rest } = JSON.parse(await readFile(join(app.project, book), 'utf8'))
  const without = entries.filter(({ file }: { file: string }) => file !== next)
  await writeFile(join(app.project, book), JSON.stringify({ ...rest, chapters: without }))
  await app.invoke('projects:open', { rootPath: app.project })
  expect([await files(), await ids()]).toEqual([done, order])
})

test('a planned chapter is moved, renamed, deleted and brought back, and each is undone', async () => {
  const { documentId } = await call('documents:create', { title: '夜航', planned: true, after: one })
  const planned = async () =>
    (await outline()).flatMap(({ documentId: each, title, planned }, index) =>
      each === documentId ? [[index, title, planned]] : [],
    )
  const rename = () => call('documents:rename', { documentId, title: '夜归' })
  expect([await touchedBy(rename), await planned()]).toEqual([[book], [[1, '夜归', true]]])
  const move = () => call('documents:move', { documentId, after: three })
  expect([await touchedBy(move), await planned()]).toEqual([[book], [[3, '夜归', true]]])
  await call('documents:undo', { documentId })
  await call('documents:undo', { documentId })
  expect(await planned()).toEqual([[1, '夜航', true]])
  const { trashId } = await call('documents:delete', { documentId })
  expect([await planned(), await files()]).toEqual([[], chapters])
  expect((await call('documents:trash')).items).toMatchObject([{ documentId, path: null, title: '夜航' }])
  expect(await call('documents:restore', { trashId })).toEqual({ documentId })
  expect(await planned()).toEqual([[1, '夜航', true]])
})

test('a request for a planned chapter is made from what is in front of it', async () => {
  const { documentId } = await call('documents:create', { title: '夜航', planned: true, after: three })
  const request = { documentId, cursorPosition: 6, skillId: 'continue' }
  const { userContent } = await call('context:assemble', request)
  expect(userContent).toContain('The light went out.')
})

test('book.json is written by no tool and no form', async () => {
  const round = app.app.services.edits.startRound(app.projectId, { kind: 'agent', label: '改' })
  await expect(round.write(book, '{}', null)).rejects.toMatchObject({ code: 'AGENT_PATH_FORBIDDEN' })
  await round.done()
})
