import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../../support/app.ts'
import {
  beginMessage,
  endMessage,
  messageDelta,
  startCachingServer,
} from '../../../../support/cachingServer.ts'
import { beginStream, endStream, sendDelta, startChatServer } from '../../../../support/chatServer.ts'
import { startNovel } from '../../../../support/novel.ts'
import { runAgainst, type ServiceSetUp } from '../../../../support/runAgainst.ts'
import { marksCache } from '../../../../support/simulatedCache.ts'

const chapter = 'manuscript/001.md'
const secret = 'sk-proj-q8Zr2Lx7Vt4Nw9Bc3Hd6'
const [before, selected, after] = ['林远上了岸。', `雾很大，口令是${secret}，灯很暗。`, '许三娘没有回头。']
const text = `# 第一章\n\n${before}${selected}${after}\n`
const from = text.indexOf(selected)
const selection = { from, to: from + selected.length }
const marker = '***REDACTED***'
const written = `海雾压着码头，口令是${marker}，`
const rest = '灯只剩豆大一点。'
let novel: TestApp

beforeAll(async () => {
  novel = await startNovel({ [chapter]: text }, [])
})
afterAll(() => novel.remove())

const label = '<<<本次要求 · 换下选中文字的新文已写到这里，从它最后一个字接下去，只写余下的，不重复>>>'
const lastOf = (messages: unknown): string => {
  const { content } = (messages as { content: string | { text: string }[] }[]).at(-1) ?? { content: '' }
  return typeof content === 'string' ? content : content.map((part) => part.text).join('')
}

interface Service {
  readonly baseUrl: string
  readonly bodies: () => readonly Record<string, unknown>[]
  readonly close: () => Promise<void>
}
type Serve = () => Promise<Service>

const openAi: Serve = async () => {
  const server = await startChatServer((response: ServerResponse, n: number) => {
    beginStream(response)
    sendDelta(response, n === 1 ? written : rest, n === 1 ? 'length' : 'stop')
    endStream(response)
  })
  return {
    baseUrl: server.baseUrl,
    bodies: () => server.requests.map(({ body }) => body),
    close: server.close,
  }
}
const anthropic: Serve = async () => {
  const server = await startCachingServer({
    cache: marksCache(),
    answer(response, found, n) {
      beginMessage(response, found)
      messageDelta(response, n === 1 ? written : rest)
      endMessage(response, n === 1 ? 'max_tokens' : 'end_turn')
    },
  })
  return {
    baseUrl: server.baseUrl,
    bodies: () => server.requests.map(({ body }) => body),
    close: server.close,
  }
}

test.each<[string, Serve, Partial<ServiceSetUp>]>([
  ['chat completions', openAi, {}],
  ['Messages', anthropic, { family: 'anthropic', model: 'claude-sonnet-5-5' }],
])('a replacement that was cut at its length is asked for its rest, over %s', async (_, serve, more) => {
  const server = await serve()
  const set = { baseUrl: server.baseUrl, key: 'sk-test', skillId: 'polish', ...more }
  const run = (textSoFar?: string) =>
    runAgainst(
      novel,
      {
        ...{ ...set, cursorPosition: selection.to },
        asking: { selection, ...(textSoFar === undefined ? {} : { textSoFar }) },
      },
      chapter,
    )
  const first = await run()
  expect(first.at(-1)).toMatchObject({ type: 'done', text: written, reachedLimit: true })
  const second = await run(written)
  const end = second.at(-1)
  expect(end).toMatchObject({ type: 'done', text: rest, cancelled: false, markers: 'restorable' })

  const [whole = '', goingOn = ''] = server.bodies().map(({ messages }) => lastOf(messages))
  // What was asked first, and behind it nothing but what has been written.
  expect(goingOn).toBe(`${whole}${label}\n${written}\n`)
  expect(goingOn).toContain(`<<<选中的文字>>>\n雾很大，口令是${marker}，灯很暗。\n`)
  expect(goingOn).not.toContain(secret)

  const { projectId } = novel
  const receiptId = (end?.type === 'done' && end.receiptId) || ''
  const { receipt } = await novel.invoke('context:receipt:read', { projectId, receiptId })
  const rows = receipt.trim.filter(({ sourceRef }) => sourceRef === 'request:textSoFar')
  expect(rows).toMatchObject([
    { layer: 'immediate', action: 'kept', reasonCode: 'so_far', afterChars: written.length },
  ])

  // The whole is what the author gets back, with his own words in the place of the marker.
  const runId = end?.runId ?? ''
  const restored = await novel.invoke('ai:restore', { projectId, runId })
  expect(restored).toEqual({ text: `海雾压着码头，口令是${secret}，${rest}` })
  expect(await readFile(join(novel.project, chapter), 'utf8')).toBe(text)
  await server.close()
})

test('the example model writes the rest of its own text', async () => {
  const asked = { projectId: novel.projectId, documentId: chapter, cursorPosition: selection.to, selection }
  const events: { readonly type: string; readonly text?: string }[] = []
  const session = novel.app.createSession({
    ...{ id: 'example', mayInspect: () => false },
    emit: (name, payload) => void (name === 'run' && events.push(payload as { type: string })),
  })
  const ask = (channel: string, input: object) => novel.app.router.dispatch(session, channel, input)
  await ask('projects:openKnown', { projectId: novel.projectId })
  const run = async (textSoFar?: string) => {
    await ask('ai:run', { ...asked, skillId: 'polish', modelId: 'fake', ...(textSoFar && { textSoFar }) })
    await novel.app.services.runs.drain()
    return events.at(-1)?.text ?? ''
  }
  const whole = await run()
  expect(whole.length).toBeGreaterThan(20)
  expect(await run(whole.slice(0, 9))).toBe(whole.slice(9))
})
