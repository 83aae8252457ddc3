import { cp, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../../../main/src/lib/appError.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { createChapterHistory } from '../../../../main/src/services/manuscript/index.ts'
import { startApp, type TestApp } from '../../../support/app.ts'

const minute = 60_000
const fifth = 'manuscript/005-数水谣.md'
const nine = Date.parse('2026-11-22T09:00:00Z')

let now = nine
let app: TestApp
beforeEach(async () => {
  now = nine
  app = await startApp({ clock: { now: () => now, monotonic: () => performance.now() } })
  await utimes(join(app.project, fifth), new Date(nine - 1000 * minute), new Date(nine - 1000 * minute))
})
afterEach(() => app.remove())

const at = (documentId = fifth) => ({ projectId: app.projectId, documentId })
const text = async (documentId = fifth) => (await app.invoke('documents:read', at(documentId))).text
async function save(next: string, before?: 'ai', documentId = fifth) {
  const { hash } = await app.invoke('documents:read', at(documentId))
  const extra = before === undefined ? {} : { before }
  return app.invoke('documents:save', { ...at(documentId), text: next, baseHash: hash, ...extra })
}
const versions = async (documentId = fifth) => (await app.invoke('history:list', at(documentId))).versions
const told = async (documentId = fifth) =>
  (await versions(documentId)).map(({ savedAt, cause }) => [cause, (savedAt - nine) / minute])
const readAll = async (documentId = fifth) =>
  Promise.all(
    (await versions(documentId)).map(
      async ({ versionId }) => (await app.invoke('history:read', { ...at(documentId), versionId })).text,
    ),
  )
const historyFolder = (projectId = app.projectId) => join(app.dataFolder, 'projects', projectId, 'history')

test('an hour of typing leaves what was there first and then a version every five minutes, with its time', async () => {
  const first = await text()
  for (let n = 0; n < 20; n++) {
    await save(`${first}　　第${n}句，𠮷野。\r\n`)
    now += minute
  }
  expect(await told()).toEqual([
    ['typing', 14],
    ['typing', 9],
    ['typing', 4],
    ['first', -1000],
  ])
  expect(await readAll()).toEqual([
    `${first}　　第14句，𠮷野。\r\n`,
    `${first}　　第9句，𠮷野。\r\n`,
    `${first}　　第4句，𠮷野。\r\n`,
    first,
  ])
})

test('AI text is preceded by a version however little was typed, and so are other programs’ words', async () => {
  const first = await text()
  await save('林远说：“等潮。”\n')
  await save('林远说：“等潮。”\n雾散了。\n', 'ai')
  await writeFile(join(app.project, fifth), '别处写的：魏伯不在了。\n')
  await utimes(join(app.project, fifth), new Date(nine), new Date(nine))
  await save('又写了一句。\n')
  expect((await versions()).map(({ cause }) => cause)).toEqual(['outside', 'ai', 'first'])
  expect(await readAll()).toEqual(['别处写的：魏伯不在了。\n', '林远说：“等潮。”\n', first])
})

test('restoring is a save that can be taken back, and equal content is stored once', async () => {
  const first = await text()
  const bytes = Buffer.concat([Buffer.from('\uFEFF'), Buffer.from('甲\r\n乙𠮷\n')])
  await writeFile(join(app.project, fifth), bytes)
  await save('丙\r\n')
  now += 10 * minute
  const [kept] = await versions()
  const restored = await app.invoke('history:restore', { ...at(), versionId: kept?.versionId ?? '' })
  expect(await readFile(join(app.project, fifth))).toEqual(bytes)
  now += 10 * minute
  await app.invoke('history:restore', { ...at(), versionId: restored.replacedVersionId ?? '' })
  expect(await text()).toBe('丙\r\n')
  expect(await readAll()).toEqual(['甲\r\n乙𠮷\n', '丙\r\n', '甲\r\n乙𠮷\n'])
  const [folder = ''] = await readdir(historyFolder())
  const files = await readdir(join(historyFolder(), folder))
  const stats = await Promise.all(files.map((name) => stat(join(historyFolder(), folder, name))))
  expect(new Set(stats.map(({ ino }) => ino)).size).toBe(2)
  expect(stats.map(({ mode }) => mode & 0o777)).toEqual([0o600, 0o600, 0o600])
  expect(first).not.toBe('')
})

test('restoring what the chapter has already changes nothing', async () => {
  const first = await text()
  await save('乙\n')
  await save(first)
  const before = await versions()
  const { replacedVersionId, hash } = await app.invoke('history:restore', {
    ...at(),
    versionId: before.at(-1)?.versionId ?? '',
  })
  expect([replacedVersionId, hash]).toEqual([undefined, before.at(-1)?.hash])
  expect(await versions()).toEqual(before)
})

test('history follows a chapter through renaming, moving, deleting and back', async () => {
  const first = await text()
  await save(`${first}雾。\n`, 'ai')
  const before = await versions()
  const { documentId } = await app.invoke('documents:rename', { ...at(), title: '唱水' })
  expect([await versions(documentId), await versions()]).toEqual([before, before])
  const moved = await app.invoke('documents:move', at(documentId))
  expect(await versions(moved.documentId)).toEqual(before)
  const { trashId } = await app.invoke('documents:delete', at(moved.documentId))
  await app.invoke('documents:restore', { projectId: app.projectId, trashId })
  expect(await versions(moved.documentId)).toEqual(before)
})

test('a copied project begins with the history of its original and goes its own way', async () => {
  const first = await text()
  await save('原书改过。\n')
  const copy = join(dirname(app.project), '副本')
  await cp(app.project, copy, { recursive: true })
  const { projectId } = await app.invoke('projects:open', { rootPath: copy })
  const theirs = { projectId, documentId: fifth }
  const copied = await app.invoke('history:list', theirs)
  expect(copied.versions).toEqual(await versions())
  const { hash } = await app.invoke('documents:read', theirs)
  now += 6 * minute
  await app.invoke('documents:save', { ...theirs, text: '副本改过。\n', baseHash: hash })
  expect([(await app.invoke('history:list', theirs)).versions.length, (await versions()).length]).toEqual([
    2, 1,
  ])
  expect(await readAll()).toEqual([first])
})

test('a damaged version is refused by its own sentence and the chapter stays', async () => {
  await save('乙\n')
  const [folder = ''] = await readdir(historyFolder())
  const [name = ''] = await readdir(join(historyFolder(), folder))
  await writeFile(join(historyFolder(), folder, name), Buffer.from('坏了'))
  const versionId = name.slice(0, -3)
  expect(await app.codeOf('history:restore', { ...at(), versionId })).toBe('IO_ERROR')
  expect(await app.codeOf('history:read', { ...at(), versionId: versionId.replace(/^\d/, '9') })).toBe(
    'NOT_FOUND',
  )
  expect(await app.codeOf('history:read', { ...at(), versionId: '../../../settings' })).toBe('NOT_FOUND')
  expect(await text()).toBe('乙\n')
})

test('a chapter is saved although its versions cannot be stored, and one notice says so', async () => {
  await writeFile(historyFolder(), '一个文件占了这个名字')
  const answers = [await save('一\n'), await save('二\n', 'ai'), await save('三\n', 'ai')]
  expect(answers.map(({ notices }) => notices ?? [])).toEqual([
    [{ code: 'HISTORY_NOT_KEPT', params: { cause: 'refused' } }],
    [],
    [],
  ])
  expect(await text()).toBe('三\n')
  await rm(historyFolder())
  expect((await save('四\n', 'ai')).notices).toBeUndefined()
  await rm(historyFolder(), { recursive: true })
  await writeFile(historyFolder(), '又占了')
  expect((await save('五\n', 'ai')).notices).toHaveLength(1)
})

test('a full disk is named as such, and stops a restore before the text is touched', async () => {
  const full = () => Promise.reject(new AppError('IO_ERROR', { why: 'full' }))
  const history = createChapterHistory({
    ...{ folderOf: () => historyFolder(), rootOf: () => app.project, logger: silentLogger },
    clock: { now: () => now, monotonic: () => now },
    store: full,
  })
  const chapter = { projectId: 'p', documentId: fifth, path: fifth, bytes: Buffer.from('甲') }
  await history.beforeWrite({ ...chapter, cause: 'typing' })
  expect([history.news('p'), history.news('p')]).toEqual([
    [{ code: 'HISTORY_NOT_KEPT', params: { cause: 'full' } }],
    [],
  ])
  await expect(history.beforeWrite({ ...chapter, cause: 'restore' })).rejects.toMatchObject({
    code: 'IO_ERROR',
  })
})

test('other files in the folder are no versions and stay as they are', async () => {
  await save('乙\n')
  const [folder = ''] = await readdir(historyFolder())
  await mkdir(join(historyFolder(), '别的'))
  await writeFile(join(historyFolder(), folder, '笔记.txt'), '我的笔记')
  expect((await versions()).length).toBe(1)
  await save('丙\n', 'ai')
  expect(await readFile(join(historyFolder(), folder, '笔记.txt'), 'utf8')).toBe('我的笔记')
})

test('chapters that nobody works on any more are thinned while others are written', async () => {
  for (let n = 0; n < 4; n++) {
    await save(`第${n}稿\n`, 'ai')
    now += minute
  }
  now += 10 * 24 * 60 * minute
  const sixth = 'manuscript/006-名册.md'
  await save('名册。\n', 'ai', sixth)
  // The first was kept as it stood long before.
  expect(await told()).toEqual([
    ['ai', 2],
    ['ai', -1000],
  ])
})

test('the assistant’s write and its undo are preceded by versions with every byte', async () => {
  const bytes = Buffer.from('\uFEFF甲\r\n乙𠮷\n')
  await writeFile(join(app.project, fifth), bytes)
  const { hash } = await app.invoke('documents:read', at())
  const { edits } = app.app.services
  const round = edits.startRound(app.projectId, { kind: 'agent', label: '改写' })
  await round.write(fifth, '丙\r\n', hash)
  await round.done()
  await edits.undo(app.projectId, round.editId)
  expect((await versions()).map(({ cause }) => cause)).toEqual(['undo', 'agent'])
  expect(await readAll()).toEqual(['丙\r\n', '甲\r\n乙𠮷\n'])
  expect(await readFile(join(app.project, fifth))).toEqual(bytes)
})
