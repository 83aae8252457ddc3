import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { chapterText, type JobsNovel, pathOf, startJobsNovel } from './fixture.ts'

let book: JobsNovel
afterEach(() => book.dispose())

const request = { kind: 'forEach', instruction: '这一章里谁最后离开？' } as const
const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)
const all = (chapters: number) => Array.from({ length: chapters }, (_, at) => at + 1)

const recordPath = async () => {
  const folder = join(book.novel.project, '.creonow/cache/jobs')
  const [name = ''] = await readdir(folder)
  return join(folder, name)
}

/** Stops the job from inside the answer to the n-th request. */
function stopAt(times: number) {
  book.answer = async (asked) => {
    const job = await book.job()
    if (asked.times === times)
      await book.novel.invoke('jobs:stop', { projectId: book.novel.projectId, jobId: job.jobId })
    return `第${asked.chapter}章：林远。`
  }
}

async function resume() {
  const { jobId } = await book.job()
  const { finished } = await book.novel.app.services.bookJobs.resume(book.novel.projectId, jobId)
  return finished
}

const answers = async () =>
  (
    await book.novel.invoke('jobs:read', {
      ...{ projectId: book.novel.projectId, jobId: (await book.job()).jobId },
    })
  ).results.map(({ text }) => text)

it('a job that is stopped goes on with the chapters that have no answer, and pays for none twice', async () => {
  book = await startJobsNovel(20)
  stopAt(7)
  const stopped = await book.run(request)
  expect(stopped.state).toBe('stopped')
  expect(stopped.done).toBeGreaterThanOrEqual(4)
  expect(stopped.done).toBeLessThan(20)
  const before = book.chaptersAsked().length
  book.answer = ({ chapter }) => `第${chapter}章：林远。`
  const job = await resume()
  expect(job).toMatchObject({ state: 'done', done: 20, failed: 0, total: 20, remainingPrice: 0 })
  expect(await answers()).toEqual(all(20).map((number) => `第${number}章：林远。`))
  // The requests that were under way when it was stopped are the only ones sent again.
  expect(book.chaptersAsked().length).toBe(before + 20 - stopped.done)
  expect(before - stopped.done).toBeLessThanOrEqual(3)
  expect(sorted([...new Set(book.chaptersAsked())])).toEqual(all(20))
})

it('after a kill in the middle of a line the job is stopped, and goes on from its record', async () => {
  book = await startJobsNovel(6)
  await book.run(request)
  const path = await recordPath()
  const lines = (await readFile(path, 'utf8')).split('\n')
  const [head = '', ...rest] = lines
  await writeFile(path, [head, ...rest.slice(0, 3), rest[3]?.slice(0, 25)].join('\n'))
  expect(await book.job()).toMatchObject({ state: 'stopped', done: 3, total: 6 })
  const before = book.chaptersAsked().length
  expect(await resume()).toMatchObject({ state: 'done', done: 6 })
  expect(book.chaptersAsked().length - before).toBe(3)
  expect(await book.job()).toMatchObject({ state: 'done', done: 6 })
})

it('a chapter that was changed since is asked about again, the others are not', async () => {
  book = await startJobsNovel(5)
  await book.run(request)
  await writeFile(join(book.novel.project, pathOf(2)), chapterText(2, '新港'))
  book.answer = ({ chapter }) => `第${chapter}章：老周。`
  await resume()
  expect(await answers()).toEqual(all(5).map((n) => `第${n}章${n === 2 ? '：老周。' : '的梗概。'}`))
})

it('closing the app stops a job, and a damaged record hides itself and no other', async () => {
  book = await startJobsNovel(8)
  let stopped: Promise<unknown> | undefined
  book.answer = ({ chapter, times }) => {
    if (times === 3) stopped = book.novel.app.services.bookJobs.dispose()
    return `第${chapter}章：林远。`
  }
  const job = await book.run(request)
  await stopped
  expect(job.state).toBe('stopped')
  await appendFile(join(await recordPath(), '..', 'j_aaaaaaaaaa.jsonl'), '{"job":{"jobId":1}}\nnot json\n')
  expect(await book.job()).toMatchObject({ jobId: job.jobId, state: 'stopped', done: job.done })
})
