import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type JobsNovel, pathOf, startJobsNovel } from './fixture.ts'

let book: JobsNovel
afterEach(() => book.dispose())

const request = { kind: 'forEach', instruction: 'Who leaves last?' } as const

it('a chapter that the service refuses has failed, and the others are answered', async () => {
  book = await startJobsNovel(9)
  book.answer = ({ chapter }) =>
    chapter === 4
      ? { status: 400, body: { error: { code: 'content_filter', message: 'content_filter' } } }
      : `${chapter}: Lin.`
  const job = await book.run(request)
  expect(job).toMatchObject({ state: 'done', done: 8, failed: 1, total: 9 })
  const { results, total } = await book.novel.invoke('jobs:read', {
    ...{ projectId: book.novel.projectId, jobId: job.jobId, from: 3, limit: 2 },
  })
  expect([total, results.map(({ text, error }) => text ?? error)]).toEqual([
    9,
    ['AI_CONTENT_FILTER', '5: Lin.'],
  ])
})

it('a refused key ends the job after a few requests, says why, and the job can be gone on with', async () => {
  book = await startJobsNovel(30)
  book.answer = () => ({ status: 401 })
  const failed = await book.run(request)
  expect(failed).toMatchObject({ state: 'failed', done: 0, error: { code: 'AI_KEY_MISSING' } })
  expect(book.server.requests.length).toBeLessThanOrEqual(6)
  book.answer = ({ chapter }) => `${chapter}: Lin.`
  const { finished } = await book.novel.app.services.bookJobs.resume(book.novel.projectId, failed.jobId)
  expect(await finished).toMatchObject({ state: 'done', done: 30, failed: 0 })
})

it('a chapter that was deleted meanwhile, an empty answer and one that was cut off are failures of their chapters', async () => {
  book = await startJobsNovel(9)
  book.answer = async ({ chapter, times }) => {
    if (times === 1) await rm(join(book.novel.project, pathOf(9)))
    if (chapter === 6) return { cutOff: 'Lin, who' }
    return chapter === 3 ? '' : `${chapter}: Lin.`
  }
  const job = await book.run(request)
  const { results } = await book.novel.invoke('jobs:read', {
    ...{ projectId: book.novel.projectId, jobId: job.jobId },
  })
  expect(job.state).toBe('done')
  expect(results.map(({ text, error }) => text ?? error)).toEqual([
    ...['1: Lin.', '2: Lin.', 'AI_EMPTY', '4: Lin.', '5: Lin.'],
    ...['AI_ANSWER_INCOMPLETE', '7: Lin.', '8: Lin.', 'NOT_FOUND'],
  ])
})

it('one job at a time runs in a project: a second one is refused and the first is not disturbed', async () => {
  book = await startJobsNovel(4)
  const codes: string[] = []
  book.answer = async ({ chapter }) => {
    codes.push(await book.novel.codeOf('jobs:start', { projectId: book.novel.projectId, request }))
    return `${chapter}: Lin.`
  }
  expect(await book.run(request)).toMatchObject({ state: 'done', done: 4 })
  expect(codes).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'CONFLICT'])
  const { projectId } = book.novel
  expect(await book.novel.codeOf('jobs:resume', { projectId, jobId: 'j_nowhere000' })).toBe('NOT_FOUND')
  expect(await book.novel.codeOf('jobs:read', { projectId, jobId: '../../x' })).toBe('NOT_FOUND')
  expect(await book.novel.invoke('jobs:stop', { projectId, jobId: 'j_nowhere000' })).toEqual({
    stopped: false,
  })
})
