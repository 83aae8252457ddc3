import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { idOf } from '../../../support/chapterId.ts'
import { chapterText, type JobsNovel, pathOf, startJobsNovel } from './fixture.ts'

let book: JobsNovel
afterEach(() => book.dispose())

/** Volumes of four chapters each. */
const textOf = (number: number, about = '雾港') =>
  number % 4 === 1
    ? `第${Math.ceil(number / 4)}卷 风${Math.ceil(number / 4)}\n\n${chapterText(number, about)}`
    : chapterText(number, about)
const start = async (chapters: number) => {
  const files = Object.fromEntries(
    Array.from({ length: chapters }, (_, at) => [pathOf(at + 1), textOf(at + 1)]),
  )
  book = await startJobsNovel(0, files)
  book.answer = ({ text, chapter }) => {
    if (text.includes('下面是前面各部分的梗概')) return '各卷合在一起的梗概。'
    const volume = /这一卷是《第(\d+)卷/.exec(text)?.[1]
    return volume === undefined ? `第${chapter}章的梗概。` : `第${volume}卷合在一起的梗概。`
  }
}
const list = () => book.novel.invoke('retrieval:synopses:list', { projectId: book.novel.projectId })
const volumes = async () => (await list()).volumes
const texts = async () => (await volumes()).map(({ text, stale }) => [text, stale])
const requests = () => book.server.requests.map(({ body }) => JSON.stringify(body.messages))
const save = (documentId: string, text: string) =>
  book.novel.invoke('retrieval:synopses:save', { projectId: book.novel.projectId, documentId, text })
const retrieved = async (number: number) => {
  const { chunks } = await book.novel.invoke('context:inspect', {
    ...{ projectId: book.novel.projectId, documentId: idOf(pathOf(number)), cursorPosition: 0 },
    skillId: 'continue',
  })
  return chunks
    .filter(({ source, layer }) => source.includes('/synopses/') && layer === 'retrieved')
    .map(({ text }) => text)
}

it('one job writes the chapters, then the volumes that are over, then what is far back as one', async () => {
  await start(20)
  expect(await book.preview({ kind: 'synopses' })).toMatchObject({ total: 20 + 4 + 1 })
  const job = await book.run({ kind: 'synopses' })
  expect(job).toMatchObject({ state: 'done', done: 25, failed: 0, total: 25 })
  expect(await volumes()).toEqual([
    ...[1, 2, 3, 4].map((n) => ({
      id: `v_${idOf(pathOf(4 * n - 3)).slice(2)}`,
      ...{ kind: 'volume', title: `第${n}卷 风${n}`, chapters: 4 },
      ...{ text: `第${n}卷合在一起的梗概。`, source: 'model', stale: false },
    })),
    {
      ...{ id: '_book', kind: 'book', title: '', chapters: 8 },
      ...{ text: '各卷合在一起的梗概。', source: 'model', stale: false },
    },
  ])
  const sent = requests()
  expect(sent.slice(20, 24).every((prompt) => prompt.includes('这一卷是'))).toBe(true)
  expect(sent[20]).toContain('第1章的梗概。')
  expect(sent[24]).toContain('第1卷合在一起的梗概。')
  expect(sent[24]).not.toContain('第3卷合在一起的梗概。')
  const folder = join(book.novel.project, '.creonow/synopses')
  expect(JSON.parse(await readFile(join(folder, '_book.json'), 'utf8'))).toEqual({
    ...{ version: 2, text: '各卷合在一起的梗概。', source: 'model' },
    chapters: Array.from({ length: 8 }, (_, at) => idOf(pathOf(at + 1))),
    madeFrom: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect(await book.preview({ kind: 'synopses' })).toMatchObject({ total: 0 })
})

it('a changed chapter has its own synopsis, its volume and the book written again, and nothing else', {
  tags: ['whole'],
}, async () => {
  await start(20)
  await book.run({ kind: 'synopses' })
  await writeFile(join(book.novel.project, pathOf(2)), textOf(2, '新港'))
  expect((await texts()).map(([, stale]) => stale)).toEqual([true, false, false, false, true])
  const answer = book.answer
  book.answer = (asked) => (asked.text.includes('新港') ? '第2章新的梗概。' : answer(asked))
  const before = requests().length
  expect(await book.preview({ kind: 'synopses' })).toMatchObject({ total: 3 })
  expect(await book.run({ kind: 'synopses' })).toMatchObject({ state: 'done', done: 3, total: 3 })
  // The volume says the same as before, so that the book has nothing new to say.
  expect(requests().length - before).toBe(2)
  expect((await texts()).map(([, stale]) => stale)).toEqual([false, false, false, false, false])
})

it('a chapter whose new synopsis says the same has nothing else written again', {
  tags: ['whole'],
}, async () => {
  await start(20)
  await book.run({ kind: 'synopses' })
  await writeFile(join(book.novel.project, pathOf(2)), textOf(2, '新港'))
  const before = requests().length
  expect(await book.run({ kind: 'synopses' })).toMatchObject({ state: 'done', done: 3, total: 3 })
  expect(requests().length - before).toBe(1)
})

it('a volume that the author wrote is never replaced and never stale, and counts in what is made from it', async () => {
  await start(20)
  await book.run({ kind: 'synopses' })
  const [first, second] = await volumes()
  await save(first?.id ?? '', '作者写的第一卷。')
  expect(await texts()).toEqual([
    ['作者写的第一卷。', false],
    ...[2, 3, 4].map((n) => [`第${n}卷合在一起的梗概。`, false]),
    ['各卷合在一起的梗概。', true],
  ])
  await writeFile(join(book.novel.project, pathOf(2)), textOf(2, '新港'))
  await book.run({ kind: 'synopses' })
  expect((await texts())[0]).toEqual(['作者写的第一卷。', false])
  await expect(
    book.novel.invoke('retrieval:synopses:save', {
      ...{ projectId: book.novel.projectId, documentId: second?.id ?? '', text: '改', base: '旧的' },
    }),
  ).rejects.toThrow('CONFLICT')
  expect(await save(second?.id ?? '', '')).toEqual({ saved: false })
  expect((await texts())[1]).toEqual([undefined, false])
  await expect(save('v_nowhere', '没有这一卷。')).rejects.toThrow('NOT_FOUND')
})

it('a volume with a chapter that could not be summed up is not written, and is in the next job', {
  tags: ['whole'],
}, async () => {
  await start(20)
  const answer = book.answer
  book.answer = (asked) =>
    asked.chapter === 6 && !asked.text.includes('这一卷') ? { status: 400 } : answer(asked)
  expect(await book.run({ kind: 'synopses' })).toMatchObject({ state: 'done', done: 22, failed: 3 })
  expect((await texts()).map(([text]) => text)).toEqual([
    '第1卷合在一起的梗概。',
    undefined,
    '第3卷合在一起的梗概。',
    '第4卷合在一起的梗概。',
    undefined,
  ])
  book.answer = answer
  expect(await book.run({ kind: 'synopses' })).toMatchObject({ state: 'done', done: 3, total: 3 })
})

it('a prompt has near chapters, then volumes, then the book, no chapter twice and nothing of a later one', async () => {
  await start(20)
  const chapters = (...numbers: readonly number[]) => numbers.map((n) => `第${n}章的梗概。`)
  await book.run({ kind: 'synopses', chapters: Array.from({ length: 20 }, (_, at) => idOf(pathOf(at + 1))) })
  expect(await retrieved(20)).toEqual(chapters(17, 18, 19))
  await book.run({ kind: 'synopses' })
  expect(await retrieved(20)).toEqual([
    ...['各卷合在一起的梗概。', '第3卷合在一起的梗概。', '第4卷合在一起的梗概。'],
    ...chapters(17, 18, 19),
  ])
  expect(await retrieved(9)).toEqual(['第1卷合在一起的梗概。', ...chapters(5, 6, 7, 8)])
  expect(await retrieved(3)).toEqual(chapters(1, 2))
})

it('what the book tells of a chapter that has moved behind the cursor is in no prompt', {
  tags: ['whole'],
}, async () => {
  await start(20)
  await book.run({ kind: 'synopses' })
  const [first] = await volumes()
  await save(first?.id ?? '', '第4章里，灯塔的钥匙在井底。')
  const answer = book.answer
  book.answer = (asked) =>
    asked.text.includes('下面是前面各部分的梗概') ? '全书：灯塔的钥匙在井底。' : answer(asked)
  await book.novel.invoke('documents:move', {
    ...{ projectId: book.novel.projectId, documentId: idOf(pathOf(4)), after: idOf(pathOf(20)) },
  })
  await book.run({ kind: 'synopses' })
  expect((await texts()).at(-1)).toEqual(['全书：灯塔的钥匙在井底。', false])
  expect((await retrieved(17)).join('')).not.toContain('钥匙')
})

it('a book without volumes has its chapters summed up ten by ten, and the prompt takes these in their place', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 24 }, (_, at) => [pathOf(at + 1), chapterText(at + 1)]),
  )
  book = await startJobsNovel(0, files)
  book.answer = ({ text, chapter }) =>
    /各章的梗概：/.test(text) ? `${/第\d+章/.exec(text)?.[0]}起的十章。` : `第${chapter}章的梗概。`
  expect(await book.run({ kind: 'synopses' })).toMatchObject({ state: 'done', done: 26, total: 26 })
  expect((await volumes()).map(({ kind, text, stale }) => [kind, text, stale])).toEqual([
    ['range', '第1章起的十章。', false],
    ['range', '第11章起的十章。', false],
  ])
  const before = await retrieved(24)
  expect(before.slice(0, 2)).toEqual(['第1章起的十章。', '第11章起的十章。'])
  expect(before).toHaveLength(2 + 3)
  await writeFile(join(book.novel.project, pathOf(25)), chapterText(25))
  expect(await retrieved(24)).toEqual(before)
})
