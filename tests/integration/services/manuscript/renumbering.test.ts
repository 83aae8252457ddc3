import { mkdir, readdir, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChannelInput, ChannelName } from '../../../../main/src/contract/index.ts'
import { withFault } from '../../../../scripts/torture/faults/inject.ts'
import { startApp, type TestApp } from '../../../support/app.ts'

/** A web novel with a chapter too many, a repeated number, a volume that begins again, CRLF and a byte order mark. */
const chapters: Readonly<Record<string, string>> = {
  'manuscript/001-第一章 雾.md':
    '\uFEFF第一卷 潮汐\r\n\r\n第一章 雾\r\n\r\n　　𠮷人进港。第二章他没有写。\r\n',
  'manuscript/002-第二章 潮.md': '# 第二章　潮\n\n　　潮退了。\n',
  'manuscript/003-第二章 灯.md': '第二章 灯\n\n　　灯灭了。\n',
  'manuscript/004-番外.md': '番外\n\n　　林远。\n',
  'manuscript/005-第九章 雨.md': '# 第九章 雨\n\n　　雨。\n',
  'manuscript/006-第一章 海.md': '第二卷 海\n\n第一章 海\n\n　　海。\n',
  'manuscript/007-第三章 Fog.md': '第三章 Fog\n\nThe light went out.\n',
}

let app: TestApp
beforeEach(async () => {
  app = await startApp({}, async ({ project }) => {
    await rm(join(project, 'manuscript'), { recursive: true })
    await rm(join(project, '.creonow'), { recursive: true })
    await mkdir(join(project, 'manuscript'))
    for (const [path, text] of Object.entries(chapters)) await writeFile(join(project, path), text)
  })
})
afterEach(() => app.remove())

const call = <C extends ChannelName>(channel: C, input: object = {}) =>
  app.invoke(channel, { projectId: app.projectId, ...input } as ChannelInput<C>)
const outline = async () => (await call('documents:list')).documents
const titles = async () => (await outline()).map(({ title }) => title)
const idAt = async (at: number) => (await outline())[at]?.documentId ?? ''
async function files(): Promise<Record<string, string>> {
  const names = (await readdir(join(app.project, 'manuscript'))).sort()
  const read = async (name: string) => [
    `manuscript/${name}`,
    await readFile(join(app.project, 'manuscript', name), 'utf8'),
  ]
  return Object.fromEntries(await Promise.all(names.filter((name) => name.endsWith('.md')).map(read)))
}

const expected: Readonly<Record<string, string>> = {
  ...chapters,
  'manuscript/003-第二章 灯.md': '第三章 灯\n\n　　灯灭了。\n',
  'manuscript/005-第九章 雨.md': '# 第四章 雨\n\n　　雨。\n',
  'manuscript/007-第三章 Fog.md': '第二章 Fog\n\nThe light went out.\n',
}

test('a book gets consecutive numbers in its heading lines alone, and one undo restores every byte', async () => {
  const documentId = await idAt(0)
  const { changed, stepId } = await call('documents:renumber', { documentId })
  expect(changed).toBe(3)
  expect(await files()).toEqual(expected)
  expect(await titles()).toEqual([
    ...['第一章 雾', '第二章　潮', '第三章 灯', '番外', '第四章 雨', '第一章 海', '第二章 Fog'],
  ])
  expect(await call('documents:renumber', { documentId })).toEqual({ documentId, changed: 0 })
  await call('documents:undo', { documentId, stepId })
  expect(await files()).toEqual(chapters)
})

test('chapters in front stay; the number of the first may be given; planned chapters follow in their titles', async () => {
  const planned = await call('documents:create', {
    title: '第十章 待写',
    planned: true,
    after: await idAt(1),
  })
  const documentId = await idAt(1)
  const { changed, stepId } = await call('documents:renumber', { documentId, first: 12 })
  expect(changed).toBe(5)
  expect((await titles()).slice(0, 6)).toEqual([
    ...['第一章 雾', '第十二章　潮', '第十三章 待写', '第十四章 灯', '番外', '第十五章 雨'],
  ])
  await call('documents:undo', { documentId, stepId })
  expect(await files()).toEqual(chapters)
  expect((await outline()).find((each) => each.documentId === planned.documentId)?.title).toBe('第十章 待写')
})

test('a heading that only its file’s name showed is a heading still; what somebody changed meanwhile stays on the way back', async () => {
  for (const path of Object.keys(chapters)) await unlink(join(app.project, path))
  const plain = { '001-一 天涯.md': '一　天涯\n\n　　甲。\n', '002-一 思君.md': '一　思君\n\n　　乙。\n' }
  for (const [name, text] of Object.entries(plain))
    await writeFile(join(app.project, 'manuscript', name), text)
  await expect.poll(titles).toEqual(expect.arrayContaining(['一　天涯', '一　思君']))
  const shown = (await outline()).filter(({ missing }) => !missing)
  const documentId = shown[0]?.documentId ?? ''
  const { stepId, changed } = await call('documents:renumber', { documentId })
  expect(changed).toBe(1)
  const second = join(app.project, 'manuscript', '002-一 思君.md')
  expect(await readFile(second, 'utf8')).toBe('# 二　思君\n\n　　乙。\n')
  await writeFile(second, '# 二　思君又思君\n\n　　乙。\n')
  await call('documents:undo', { documentId, stepId })
  expect(await readFile(second, 'utf8')).toBe('# 二　思君又思君\n\n　　乙。\n')
})

test('a disk that fails at any chapter leaves the book as it was', async () => {
  const documentId = await idAt(0)
  for (const at of ['003', '005', '007']) {
    const fault = { step: 'rename', code: 'ENOSPC', folder: join(app.project, 'manuscript', at) } as const
    const { result, failed } = await withFault(fault, () =>
      app.codeOf('documents:renumber', { projectId: app.projectId, documentId }),
    )
    expect({ result, failed: failed > 0 }).toEqual({ result: 'IO_ERROR', failed: true })
    expect(await files()).toEqual(chapters)
  }
})

test('files are named by place and title on request, receipts and links by id stay, and one undo restores every name', async () => {
  const first = await idAt(0)
  await call('documents:move', { documentId: await idAt(6), after: first })
  const before = await files()
  const ids = (await outline()).map(({ documentId }) => documentId)
  const { changed, stepId, documentId } = await call('documents:tidy')
  expect(changed).toBe(6)
  expect(Object.keys(await files())).toEqual([
    'manuscript/001-第一章 雾.md',
    'manuscript/002-第三章 Fog.md',
    'manuscript/003-第二章 潮.md',
    'manuscript/004-第二章 灯.md',
    'manuscript/005-番外.md',
    'manuscript/006-第九章 雨.md',
    'manuscript/007-第一章 海.md',
  ])
  expect(Object.values(await files()).sort()).toEqual(Object.values(before).sort())
  expect((await outline()).map((each) => each.documentId)).toEqual(ids)
  expect(await call('documents:tidy')).toEqual({ documentId: first, changed: 0 })
  await call('documents:undo', { documentId, stepId })
  expect(await files()).toEqual(before)
})

test('chapters of one title are named in two goes without a name in use being replaced', async () => {
  for (const path of Object.keys(chapters))
    await rename(join(app.project, path), join(app.project, `${path}.txt`))
  for (const n of [1, 2, 3])
    await writeFile(join(app.project, 'manuscript', `00${n}-无题.md`), `# 无题\n\n　　${n}\n`)
  await expect.poll(async () => (await titles()).filter((title) => title === '无题').length).toBe(3)
  const last = (await outline()).filter(({ title }) => title === '无题')[2]?.documentId
  await call('documents:move', { documentId: last })
  await call('documents:tidy')
  await call('documents:tidy')
  const shown = (await outline()).filter(({ title }) => title === '无题')
  expect(new Set(shown.map(({ path }) => path)).size).toBe(3)
  expect(Object.values(await files())).toEqual(
    expect.arrayContaining(['# 无题\n\n　　1\n', '# 无题\n\n　　2\n', '# 无题\n\n　　3\n']),
  )
})
