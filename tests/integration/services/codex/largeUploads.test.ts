import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { sentenceOf } from '../../../../main/src/contract/sentences/errorSentence.ts'
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

test('an import of two thousand entries stores them all, each once', async () => {
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

test('a file with more headings than any book is refused before it is divided, and says so in both languages', async () => {
  mine = await startNovel({})
  const lines = (heading: (at: number) => string) =>
    Array.from({ length: 25_001 }, (_, at) => heading(at + 1))
  for (const [name, text] of [
    ['雾.txt', lines((at) => `第${at}章 雾\n雾起了。\n`).join('')],
    ['fog.txt', lines((at) => `Chapter ${at}\n\nThe fog came.\n\n`).join('')],
    ['plan.md', lines((at) => `# Fog and tide ${at} of a long day\n\nIt came.\n\n`).join('')],
  ] as const) {
    const input = { projectId: mine.projectId, ...upload(name, text) }
    expect([name, await mine.codeOf('documents:import', input)]).toEqual([name, 'FILE_TOO_LARGE'])
  }
  const sentenceIn = (language: 'zh' | 'en') => sentenceOf('FILE_TOO_LARGE', { why: 'headings' }, language)
  expect([sentenceIn('zh'), sentenceIn('en')]).toEqual([
    '这个文件里的标题超过 25000 个，没有导入，请拆成几个。',
    'There are more than 25,000 headings in this file. Split it; nothing was imported.',
  ])
  const { documents } = await mine.invoke('documents:list', { projectId: mine.projectId })
  expect(documents).toEqual([])
})
