import { afterEach, expect, it } from 'vitest'
import { idOf } from '../../../support/chapterId.ts'
import { type JobsNovel, modelId, pathOf, startJobsNovel } from './fixture.ts'

let book: JobsNovel
afterEach(() => book.dispose())

it('a preview says how many chapters, tokens and dollars, sends nothing, and is within a tenth of the bill', async () => {
  book = await startJobsNovel(24)
  const preview = await book.preview({ kind: 'forEach', instruction: '列出这一章出现的人物。' })
  expect(preview).toEqual({
    ...{ modelId, total: 24, outputTokens: 24 * 500 },
    ...{ inputTokens: expect.any(Number), price: expect.any(Number) },
  })
  expect(book.server.requests).toEqual([])
  expect(await book.novel.invoke('jobs:list', { projectId: book.novel.projectId })).toEqual({ jobs: [] })
  book.answer = () => '好'.repeat(500)
  const job = await book.run({ kind: 'forEach', instruction: '列出这一章出现的人物。' })
  const { usage } = job.spending ?? {}
  expect((usage?.inputTokens ?? 0) / preview.inputTokens).toBeGreaterThan(0.9)
  expect((usage?.inputTokens ?? 0) / preview.inputTokens).toBeLessThan(1.1)
  expect(job.remainingPrice).toBe(0)
})

it('a preview counts the chosen chapters only, and refuses one that is no chapter', async () => {
  book = await startJobsNovel(5)
  const chapters = [idOf(pathOf(4)), idOf(pathOf(2))]
  expect(await book.preview({ kind: 'synopses', chapters })).toMatchObject({ total: 2 })
  const codeOf = (channel: 'jobs:preview' | 'jobs:start') =>
    book.novel.codeOf(channel, {
      projectId: book.novel.projectId,
      request: { kind: 'synopses', chapters: ['c_nowhere000'] },
    })
  expect([await codeOf('jobs:preview'), await codeOf('jobs:start')]).toEqual(['NOT_FOUND', 'NOT_FOUND'])
})

it('chapters without a word and front matter are in no job, and a chapter may be named by its file', async () => {
  book = await startJobsNovel(3, {
    [pathOf(2)]: '# 第2章\n',
    'manuscript/000-前言.md': '# 前言\n\n写在前面的话。\n',
  })
  const { documents } = await book.novel.invoke('documents:list', { projectId: book.novel.projectId })
  expect(documents.map(({ kind, words }) => [kind, words > 0])).toContainEqual(['front', true])
  const request = { kind: 'forEach', instruction: '数人物。' } as const
  expect(await book.preview(request)).toMatchObject({ total: 2 })
  const chapters = [pathOf(3), pathOf(2), 'manuscript/000-前言.md']
  expect(await book.run({ ...request, chapters })).toMatchObject({ state: 'done', done: 1, total: 1 })
  expect(book.chaptersAsked()).toEqual([3])
})

it('a job takes the model that the author has set for jobs, unless it is given one', async () => {
  book = await startJobsNovel(3)
  const request = { kind: 'forEach', instruction: '数人物。' } as const
  await book.novel.invoke('settings:update', { patch: { jobModelId: modelId, defaultModelId: 'fake' } })
  expect(await book.preview(request)).toMatchObject({ modelId, total: 3 })
  expect(await book.run(request)).toMatchObject({ modelId, state: 'done', done: 3 })
  await book.novel.invoke('settings:update', { patch: { jobModelId: null } })
  const { projectId } = book.novel
  const codeOf = (chosen: object) => book.novel.codeOf('jobs:preview', { projectId, request, ...chosen })
  expect([await codeOf({}), await codeOf({ modelId })]).toEqual(['AI_PROVIDER_MISSING', 'ok'])
})

it('what is left to pay is told by what the finished chapters have cost', async () => {
  book = await startJobsNovel(4)
  const prices: (readonly [number, number | undefined])[] = []
  const { projectId } = book.novel
  const preview = await book.preview({ kind: 'forEach', instruction: '数人物。' })
  const sessionSees = book.novel.app.createSession({
    id: 'watching',
    mayInspect: () => false,
    emit: (event, payload) => {
      if (event !== 'bookJob') return
      const { job } = payload as { job: { done: number; remainingPrice?: number } }
      prices.push([job.done, job.remainingPrice])
    },
  })
  sessionSees.openProjects.add(projectId)
  const job = await book.run({ kind: 'forEach', instruction: '数人物。' })
  expect(prices.map(([done]) => done)).toEqual([1, 2, 3, 4, 4])
  const [, afterFirst = 0] = prices[0] ?? []
  // Answers are far shorter than was expected.
  expect(afterFirst).toBeLessThan(0.75 * (preview.price ?? 0))
  expect(afterFirst).toBeGreaterThan(0.7 * (job.spending?.price?.total ?? 0))
  expect(prices.at(-1)).toEqual([4, 0])
})
