import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { idOf } from '../../../support/chapterId.ts'
import { chapterText, type JobsNovel, pathOf, startJobsNovel } from './fixture.ts'

let book: JobsNovel
afterEach(() => book.dispose())

const synopses = async () =>
  (await book.novel.invoke('retrieval:synopses:list', { projectId: book.novel.projectId })).synopses

const save = (number: number, text: string) =>
  book.novel.invoke('retrieval:synopses:save', {
    ...{ projectId: book.novel.projectId, documentId: pathOf(number), text },
  })

it('a job writes the synopses of all chapters that have none, each from its own chapter alone', async () => {
  book = await startJobsNovel(6, { '.creonow/settings/世界.md': '雾港四季都有雾。' })
  await save(3, '作者自己写的。')
  const job = await book.run({ kind: 'synopses' })
  expect(job).toMatchObject({ state: 'done', done: 5, failed: 0, total: 5 })
  expect((await synopses()).map(({ text, source, stale }) => [text, source, stale])).toEqual(
    [1, 2, 3, 4, 5, 6].map((number) =>
      number === 3 ? ['作者自己写的。', 'user', false] : [`第${number}章的梗概。`, 'model', false],
    ),
  )
  for (const { body } of book.server.requests) {
    const prompt = JSON.stringify(body.messages)
    expect(prompt).not.toContain('四季都有雾')
    expect(prompt.match(/# 第\d+章/g)).toHaveLength(1)
  }
  expect(await book.preview({ kind: 'synopses' })).toMatchObject({ total: 0, price: 0 })
})

it('a stale synopsis of the model is written again, a stale one of the author stays', async () => {
  book = await startJobsNovel(3)
  await book.run({ kind: 'synopses', chapters: [idOf(pathOf(1)), idOf(pathOf(2))] })
  await save(3, '作者自己写的。')
  for (const number of [2, 3])
    await writeFile(join(book.novel.project, pathOf(number)), chapterText(number, '新港'))
  book.answer = () => '新的梗概。'
  const job = await book.run({ kind: 'synopses' })
  expect(job).toMatchObject({ state: 'done', done: 1, total: 1 })
  expect((await synopses()).map(({ text, stale }) => [text, stale])).toEqual([
    ['第1章的梗概。', false],
    ['新的梗概。', false],
    ['作者自己写的。', true],
  ])
})

it('a synopsis that the author writes while the job is running stays', async () => {
  book = await startJobsNovel(4)
  book.answer = async ({ chapter }) => {
    if (chapter === 4) await save(4, '作者抢先写的。')
    return `第${chapter}章的梗概。`
  }
  await book.run({ kind: 'synopses' })
  expect((await synopses()).at(-1)).toMatchObject({ text: '作者抢先写的。', source: 'user' })
})

it('a synopsis that the author writes while the job is stopped is not asked for any more', async () => {
  book = await startJobsNovel(8)
  const { projectId } = book.novel
  book.answer = async ({ chapter, times }) => {
    if (times === 2) book.novel.app.services.bookJobs.stop(projectId, (await book.job()).jobId)
    return `第${chapter}章的梗概。`
  }
  const stopped = await book.run({ kind: 'synopses' })
  await save(8, '作者写的。')
  const before = book.chaptersAsked().length
  const { finished } = await book.novel.app.services.bookJobs.resume(projectId, stopped.jobId)
  expect(await finished).toMatchObject({ state: 'done', done: 7 })
  expect(book.chaptersAsked().slice(before)).not.toContain(8)
})

it('a job leaves receipts, memory and the chapters as they were', async () => {
  book = await startJobsNovel(3)
  const { projectId, project } = book.novel
  const going = { projectId, documentId: pathOf(2), cursorPosition: 500, skillId: 'continue' }
  await book.novel.invoke('context:assemble', going)
  const receipts = await book.novel.invoke('context:receipt:list', { projectId })
  await book.run({ kind: 'synopses' })
  expect(await book.novel.invoke('context:receipt:list', { projectId })).toEqual(receipts)
  const { prompt } = await book.novel.invoke('context:assemble', {
    ...{ ...going, additionalInput: '照刚才说的写。', stateless: false },
  })
  expect(prompt).not.toContain('第2章的梗概。\n')
  expect(await readFile(join(project, pathOf(2)), 'utf8')).toBe(chapterText(2))
})
