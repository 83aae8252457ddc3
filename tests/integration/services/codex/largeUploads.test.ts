import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { TestApp } from '../../../support/app.ts'
import { startNovel } from '../../../support/novel.ts'

let mine: TestApp
afterEach(() => mine.remove())

const lorebook = (names: readonly string[]) => {
  const entries = names.map((comment, uid) => ({
    uid,
    comment,
    key: [comment],
    content: `${comment}。${uid}`,
  }))
  return upload('世界.json', JSON.stringify({ entries }))
}
const upload = (fileName: string, text: string) => ({
  upload: { fileName, base64: Buffer.from(text).toString('base64') },
})
const filesOf = async () => (await readdir(join(mine.project, '.creonow/lore'))).toSorted()

test('entries whose names differ only in case or in the form of their letters become files of their own', async () => {
  mine = await startNovel({ '.creonow/lore/Ann.md': '不是条目' })
  const names = ['Ann', 'ann', 'ANN', 'Ame\u0301lie', 'Am\u00e9lie', '林远', '林远']
  const { entries } = await mine.invoke('codex:import', { projectId: mine.projectId, ...lorebook(names) })
  expect(entries).toBe(7)
  const files = await filesOf()
  expect(files).toHaveLength(8)
  expect(new Set(files.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(8)
  expect(await readFile(join(mine.project, '.creonow/lore/Ann.md'), 'utf8')).toBe('不是条目')
  const { entries: listed } = await mine.invoke('codex:list', { projectId: mine.projectId })
  expect(listed.map(({ name }) => name).toSorted()).toEqual([...names, 'Ann'].toSorted())
})

test('an import of two thousand entries stores them all, each once', { tags: ['whole'] }, async () => {
  mine = await startNovel({ 'manuscript/001.md': '雾。' })
  const names = Array.from({ length: 2000 }, (_, at) => `人物${at}`)
  await mine.invoke('codex:import', { projectId: mine.projectId, ...lorebook(names) })
  expect(await filesOf()).toEqual(names.map((name) => `${name}.md`).toSorted())
  const { entries } = await mine.invoke('codex:list', { projectId: mine.projectId })
  expect(new Set(entries.map(({ name }) => name))).toEqual(new Set(names))
})

test('an import that cannot store one of its entries leaves none behind', async () => {
  mine = await startNovel({ '.creonow/lore': '在文件夹的位置上', 'manuscript/001.md': '雾。' })
  const code = await mine.codeOf('codex:import', { projectId: mine.projectId, ...lorebook(['林远', 'Ann']) })
  expect(code).toBe('IO_ERROR')
  expect(await readFile(join(mine.project, '.creonow/lore'), 'utf8')).toBe('在文件夹的位置上')
})
