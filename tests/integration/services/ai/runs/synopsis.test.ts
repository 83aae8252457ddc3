import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RunEvent } from '../../../../../main/src/contract/events.ts'
import type { DeepReadonly } from '../../../../../main/src/contract/shared.ts'
import type { TestApp } from '../../../../support/app.ts'
import { idOf } from '../../../../support/chapterId.ts'
import {
  beginStream,
  type ChatServer,
  endStream,
  sendDelta,
  sendUsage,
  startChatServer,
} from '../../../../support/chatServer.ts'
import { prose, startNovel } from '../../../../support/novel.ts'

const long = 'manuscript/001-第一章.md'
const next = 'manuscript/002-第二章.md'
const chapter = `# 第一章\n\n${prose(30_000)}`
let novel: TestApp
let server: ChatServer
/** What the model answers to its n-th request. */
let answers: (n: number) => string

beforeAll(async () => {
  server = await startChatServer((response) => {
    beginStream(response)
    sendDelta(response, answers(server.requests.length), 'stop')
    sendUsage(response, { prompt_tokens: 1000, completion_tokens: 10, total_tokens: 1010 })
    endStream(response)
  })
  novel = await startNovel({ [long]: chapter, [next]: '# 第二章\n\n林远上了岸。\n' })
  await novel.invoke('settings:update', {
    patch: { providers: [{ id: 'local', name: '本机', baseUrl: server.baseUrl, models: ['m'] }] },
  })
})
beforeEach(() => {
  answers = (n) => `第${n}次的梗概。`
  server.requests.length = 0
})
afterAll(async () => {
  await novel.remove()
  await server.close()
})

async function run(window: number, more: object = {}) {
  const events: DeepReadonly<RunEvent>[] = []
  const input = {
    ...{ projectId: novel.projectId, documentId: long, cursorPosition: 0, skillId: 'synopsis' },
    ...{ modelId: 'local/m', limits: { window }, ...more },
  }
  const started = await novel.app.services.runs.start(input, (event) => void events.push(event))
  await started.finished
  return { runId: started.runId, events }
}
const sent = () => server.requests.map(({ body }) => JSON.stringify(body.messages).replaceAll('\\n', '\n'))
const lines = chapter.split('\n').filter((line) => line !== '')
const list = async () =>
  (await novel.invoke('retrieval:synopses:list', { projectId: novel.projectId })).synopses
const accept = (runId: string, text?: string) =>
  novel.invoke('ai:outcome', {
    ...{ projectId: novel.projectId, runId, outcome: 'accepted' as const },
    ...(text === undefined ? {} : { text }),
  })

test('a chapter of 30,000 characters is read whole in one request when it fits, with the cursor at its start', async () => {
  const { events } = await run(120_000)
  const [prompt = ''] = sent()
  expect(server.requests).toHaveLength(1)
  expect(lines.filter((line) => !prompt.includes(line))).toEqual([])
  // The service reports 1,000 tokens whatever it reads.
  expect(events.map(({ type }) => type)).toEqual(['started', 'context', 'text', 'usage', 'warning', 'done'])
})

test('a chapter longer than the window is read in parts: every line is sent, and each part has the results before it', async () => {
  const receiptsOf = async () =>
    (await novel.invoke('context:receipt:list', { projectId: novel.projectId })).receipts.length
  const before = await receiptsOf()
  const { events } = await run(12_000, { selection: { from: 10, to: 20 }, additionalInput: '着重写灯塔。' })
  const prompts = sent()
  expect(prompts.length).toBeGreaterThan(2)
  expect(lines.filter((line) => !prompts.some((prompt) => prompt.includes(line)))).toEqual([])
  for (const [at, prompt] of prompts.entries()) {
    expect(prompt).toContain('着重写灯塔。')
    if (at > 0) expect(prompt).toContain(`第${at}次的梗概。`)
    expect(prompt.includes('合成整章的梗概')).toBe(at === prompts.length - 1)
  }
  const parts = events.flatMap((event) => (event.type === 'reading' ? [[event.part, event.parts]] : []))
  expect(parts.at(-1)).toEqual([prompts.length, prompts.length])
  const usages = events.flatMap((event) => (event.type === 'usage' ? [event.usage.inputTokens] : []))
  expect(usages.at(-1)).toBe(1000 * prompts.length)
  expect(events.at(-1)).toMatchObject({ type: 'done', text: `第${prompts.length}次的梗概。` })
  expect((await receiptsOf()) - before).toBe(prompts.length)
})

test('reading a chapter to its end leaves the window of the next continuation where it was', async () => {
  const going = { projectId: novel.projectId, documentId: long, cursorPosition: 20_000, skillId: 'continue' }
  const limits = { window: 12_000 }
  await novel.invoke('context:assemble', { ...going, limits })
  await run(12_000)
  expect((await novel.invoke('context:assemble', { ...going, limits })).stablePrefixUnchanged).toBe(true)
})

test('a rejected synopsis is not stored, and a part without an answer ends the run with nothing lost', async () => {
  const { runId } = await run(120_000)
  await novel.invoke('ai:outcome', { projectId: novel.projectId, runId, outcome: 'rejected' })
  answers = (n) => (n === 3 ? '' : '梗概。')
  const { events } = await run(12_000)
  expect(events.at(-1)).toMatchObject({ type: 'error', text: '', error: { code: 'AI_EMPTY' } })
  expect(await list()).toEqual([])
})

test('a window in which nothing of the chapter finds room is refused in a sentence', async () => {
  const { events } = await run(2600)
  expect(events.at(-1)).toMatchObject({ type: 'error', error: { code: 'CONTEXT_INPUT_TOO_LARGE' } })
})

test('an accepted synopsis is stored as the model’s, stale once the chapter changes, and the next prompt says so', async () => {
  const { runId } = await run(120_000)
  expect(await list()).toEqual([])
  expect(await accept(runId)).toEqual({ recorded: true })
  const path = `.creonow/synopses/${idOf(long)}.json`
  const stored = { documentId: idOf(long), path, text: '第1次的梗概。', source: 'model', stale: false }
  expect(await list()).toEqual([stored])
  const asked = { projectId: novel.projectId, documentId: next, cursorPosition: 12, skillId: 'continue' }
  const prompt = async () => (await novel.invoke('context:assemble', asked)).prompt
  expect(await prompt()).toContain('第1次的梗概。')
  expect(await prompt()).not.toContain('可能过时')
  const { text, hash } = await novel.invoke('documents:read', {
    projectId: novel.projectId,
    documentId: long,
  })
  expect(text).toBe(chapter)
  await novel.invoke('documents:save', {
    ...{ projectId: novel.projectId, documentId: long, text: `${text}又起雾了。`, baseHash: hash },
  })
  expect(await list()).toEqual([{ ...stored, stale: true }])
  expect(await prompt()).toContain('第一章（这是梗概；那一章后来改过，可能过时）')
  const { chunks } = await novel.invoke('context:inspect', asked)
  expect(chunks.find(({ source }) => source.startsWith(path))).toMatchObject({
    reasonCode: 'synopsis',
    params: { stale: true },
  })
})

test('a synopsis of a chapter that was changed before the author accepted is stale from the start', async () => {
  const { runId } = await run(120_000)
  const { text, hash } = await novel.invoke('documents:read', {
    projectId: novel.projectId,
    documentId: long,
  })
  await novel.invoke('documents:save', {
    ...{ projectId: novel.projectId, documentId: long, text: `${text}又起雾了。`, baseHash: hash },
  })
  await accept(runId, '作者改过的梗概。')
  expect((await list()).map(({ text: kept, stale }) => [kept, stale])).toEqual([['作者改过的梗概。', true]])
})
