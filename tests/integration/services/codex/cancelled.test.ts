import { afterEach, expect, test } from 'vitest'
import type { TestApp } from '../../../support/app.ts'
import { startNovel } from '../../../support/novel.ts'

let novel: TestApp
afterEach(() => novel.remove())

test('suggestions over a book, an export and an import stop when their caller does, and nothing is written', async () => {
  novel = await startNovel({ 'manuscript/001.md': '# 第一章\n\n　　林远上了岸。\n' })
  const { projectId } = novel
  const { codex, exchange, manuscript } = novel.app.services
  const stopped = AbortSignal.abort()
  const file = { fileName: 'a.json', base64: btoa(JSON.stringify({ entries: {} })) }
  const source = {
    bytes: Buffer.from('第二章 雾\n\n雾起了。\n'),
    fileName: '雾.txt',
    append: true,
    signal: stopped,
  }
  for (const work of [
    () => codex.suggestions(projectId, {}, stopped),
    () => exchange.import(projectId, file, stopped),
    () => manuscript.importInto(novel.project, source),
  ])
    await expect(work()).rejects.toMatchObject({ name: 'AbortError' })
  expect((await novel.invoke('documents:list', { projectId })).documents.length).toBe(1)
})
