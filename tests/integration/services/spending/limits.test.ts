import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import type { RunEvent } from '../../../../main/src/contract/events.ts'
import type { DeepReadonly } from '../../../../main/src/contract/shared.ts'
import { type JobsNovel, modelId, pathOf, startJobsNovel } from '../jobs/fixture.ts'

let book: JobsNovel
afterEach(() => book.dispose())

const read = () => book.novel.invoke('spending:get', { projectId: book.novel.projectId })
const limit = (of: 'book' | 'all', dollars: number | null) =>
  book.novel.invoke('spending:limit:set', { projectId: book.novel.projectId, of, limit: dollars })

/** Runs a skill; its last event and what it says it has cost. */
async function run(more: object = {}) {
  const events: DeepReadonly<RunEvent>[] = []
  const { finished } = await book.novel.app.services.runs.start(
    {
      ...{ projectId: book.novel.projectId, documentId: pathOf(1), cursorPosition: 300 },
      ...{ skillId: 'continue', ...more },
    },
    (event) => void events.push(event),
  )
  await finished
  const prices = events.flatMap((event) => (event.type === 'usage' ? [event.price?.total ?? 0] : []))
  return { last: events.at(-1), price: prices.at(-1) ?? 0 }
}

it('what runs, jobs and tasks say they have cost is the spending of the month, by model and in all', async () => {
  book = await startJobsNovel(5)
  expect(await read()).toEqual({
    ...{ month: expect.stringMatching(/^\d{4}-\d{2}$/), book: { spent: 0 }, all: { spent: 0 }, models: [] },
  })
  const first = await run()
  const job = await book.run({ kind: 'synopses' })
  book.answer = () => 'Finish[看完了。]'
  const { agent } = book.novel.app.services
  const { projectId } = book.novel
  const { taskId, finished } = await agent.start({ projectId, input: '看一看' }, () => undefined)
  await finished
  const task = await agent.read(projectId, taskId)
  const sum = first.price + (job.spending?.price?.total ?? 0) + (task.spending?.price?.total ?? Number.NaN)
  const { book: own, all, models } = await read()
  expect(first.price).toBeGreaterThan(0)
  expect([own.spent, all.spent]).toEqual([expect.closeTo(sum, 9), expect.closeTo(sum, 9)])
  expect(models).toEqual([{ modelId, spent: expect.closeTo(sum, 9) }])
})

it('an answer that is cut off is entered as it is told, and a refused request costs nothing', async () => {
  book = await startJobsNovel(2)
  book.answer = () => ({ cutOff: '雾'.repeat(400) })
  const cut = await run()
  const { book: own } = await read()
  expect(own.spent).toBeCloseTo(cut.price, 9)
  book.answer = () => ({ status: 400 })
  expect((await run()).last).toMatchObject({ type: 'error' })
  expect((await read()).book).toEqual(own)
})

it('a request that would pass the limit of a book is not sent, says by how much, and goes when the limit is raised', async () => {
  book = await startJobsNovel(2)
  await limit('book', 0.000_01)
  const refused = await run()
  expect(refused.last).toMatchObject({
    ...{ type: 'error', text: '' },
    error: { code: 'SPENDING_LIMIT', details: { why: 'book', spent: '0.00', limit: '0.00' } },
  })
  expect(book.server.requests).toEqual([])
  await limit('book', 1)
  expect((await run()).last).toMatchObject({ type: 'done' })
  await limit('book', null)
  expect((await read()).book).toEqual({ spent: expect.any(Number) })
})

it('the limit of all books holds for each of them, and a job that meets it goes on later', async () => {
  book = await startJobsNovel(20)
  const { price = 0 } = await book.preview({ kind: 'synopses' })
  // The answers are far shorter than estimated: all of them cost four tenths of it.
  const room = price / 4
  await limit('all', room)
  const job = await book.run({ kind: 'synopses' })
  expect(job).toMatchObject({ state: 'failed', error: { code: 'SPENDING_LIMIT', details: { why: 'all' } } })
  const { all } = await read()
  expect(all.spent).toBeLessThanOrEqual(room)
  await limit('all', 100)
  const { finished } = await book.novel.app.services.bookJobs.resume(book.novel.projectId, job.jobId)
  // The chapters, and the first ten of them as one.
  expect(await finished).toMatchObject({ state: 'done', done: 21 })
})

it('many requests at once do not pass a limit together', async () => {
  book = await startJobsNovel(8)
  const { promise: allDecided, resolve } = Promise.withResolvers<void>()
  book.answer = async () => {
    await allDecided
    return '雾。'
  }
  // Room for three requests of some 2,000 tokens in and 2,000 out.
  await limit('book', 3 * 0.026)
  let refused = 0
  const runs = Array.from({ length: 8 }, async (_, at) => {
    const { last } = await run({ documentId: pathOf(at + 1) })
    if (last?.type === 'error') refused += 1
    return last?.type
  })
  await vi.waitUntil(() => refused + book.server.requests.length === 8, { timeout: 60_000 })
  resolve()
  const ended = await Promise.all(runs)
  expect(refused).toBeGreaterThanOrEqual(3)
  expect(ended.filter((type) => type === 'done').length).toBe(8 - refused)
  expect(8 - refused).toBeGreaterThanOrEqual(2)
})

it('a model without a price is neither entered nor limited', async () => {
  book = await startJobsNovel(1)
  await limit('all', 0)
  await book.novel.invoke('settings:update', {
    patch: {
      providers: [
        { ...{ id: 'own', name: '本机', baseUrl: book.server.baseUrl, family: 'compatible' }, models: ['m'] },
      ],
      defaultModelId: 'own/m',
    },
  })
  expect((await run()).last).toMatchObject({ type: 'done' })
  expect((await read()).book).toEqual({ spent: 0 })
})

it('a file broken by hand goes on from its last good copy: the limit holds, and what is spent is entered', async () => {
  book = await startJobsNovel(1)
  await limit('all', 5)
  await run()
  const file = join(book.novel.dataFolder, 'spending.json')
  const good = await readFile(file, 'utf8')
  await writeFile(file, good.slice(0, -5))
  const before = (await read()).all
  const { price } = await run()
  expect(before).toEqual({ spent: expect.any(Number), limit: 5 })
  expect((await read()).all).toEqual({ spent: expect.closeTo(before.spent + price, 9), limit: 5 })
})
