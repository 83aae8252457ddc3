import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFolderList } from '../../../../main/src/services/project/index.ts'
import { temporaryFolder } from '../../../support/hostedTestApp.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let home: string
beforeEach(async () => {
  folder = await temporaryFolder()
  home = join(folder.path, '家')
  for (const name of ['家/小说/雾港', '家/a', '家/.ssh', '家/家谱', '家外/别人', '旁边']) {
    await mkdir(join(folder.path, name), { recursive: true })
  }
  await writeFile(join(home, '日记.txt'), '不是文件夹')
  await writeFile(join(home, '小说', '手稿.md'), '# 一')
  await symlink(join(folder.path, '旁边'), join(home, '出去'))
  await symlink(join(home, '小说'), join(home, '捷径'))
  await symlink(join(home, 'nothing'), join(home, '断了'))
})
afterEach(() => folder.remove())

test('the list has names of folders and nothing of files, hidden folders or ways out', async () => {
  const list = createFolderList(home)
  expect(await list()).toEqual({
    path: home,
    parent: null,
    folders: expect.arrayContaining(['a', '家谱', '小说', '捷径']),
    more: false,
  })
  expect((await list()).folders).toHaveLength(4)
  expect(await list(join(home, '捷径'))).toEqual({
    path: join(home, '小说'),
    parent: home,
    folders: ['雾港'],
    more: false,
  })
})

test('nothing outside the home is listed, by whatever way it is named', async () => {
  const list = createFolderList(home)
  const codeOf = (path: string) =>
    list(path).then(
      () => 'listed',
      (error: { code: string }) => error.code,
    )
  const codes = await Promise.all(
    [
      ['/', 'FORBIDDEN'],
      [folder.path, 'FORBIDDEN'],
      [`${home}外`, 'FORBIDDEN'],
      [`${home}/../旁边`, 'FORBIDDEN'],
      [`${folder.path}/nothing there`, 'FORBIDDEN'],
      [join(home, '出去'), 'FORBIDDEN'],
      [join(home, '出去', 'nothing there'), 'NOT_FOUND'],
      [join(home, '断了'), 'NOT_FOUND'],
      [join(home, '日记.txt'), 'NOT_FOUND'],
      ['小说', 'INVALID_ARGUMENT'],
      [`${home}/a\0b`, 'INVALID_ARGUMENT'],
    ].map(async ([path = '', code]) => [path, code, await codeOf(path)]),
  )
  expect(codes.filter(([, expected, found]) => expected !== found)).toEqual([])
})
