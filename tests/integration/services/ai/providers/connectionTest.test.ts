import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { errorSentence } from '../../../../../main/src/contract/sentences/errorSentence.ts'
import type { TestApp } from '../../../../support/app.ts'
import { brokenSetUps, canaryKey as key, startVendor } from '../../../../support/brokenSetUps.ts'
import { beginStream, endStream, sendDelta, startChatServer } from '../../../../support/chatServer.ts'
import { startNovel } from '../../../../support/novel.ts'

const waiting = { headersMs: 20_000 }
let novel: TestApp
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  novel = await startNovel({ 'manuscript/001.md': '林远上了岸。' }, [], { timeouts: waiting })
})
afterAll(() => novel.remove())
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

test('the test of a service that works says so, with the key in the form', async () => {
  const { address, close } = await startVendor()
  closing.push(close)
  expect(await novel.invoke('ai:test', { baseUrl: `${address}/v1`, model: 'm', key })).toEqual({ ok: true })
})

test.each(brokenSetUps)(
  'the test of a set-up with $name says what is wrong, without the key',
  async (broken) => {
    const { code, zh, en, start } = broken
    waiting.headersMs = code === 'AI_PROVIDER_TIMEOUT' ? 200 : 20_000
    const { close, ...setUp } = await start()
    closing.push(close)
    const answer = await novel.invoke('ai:test', { model: 'm', ...setUp })
    expect(answer).toMatchObject({ ok: false, error: { code, message: expect.stringMatching(zh) } })
    if (!answer.ok) expect(errorSentence(answer.error, 'en')).toMatch(en)
    expect(JSON.stringify(answer)).not.toContain(key)
  },
)

test('the test of a model that only thinks is a success: it was reached', async () => {
  const server = await startChatServer((response) => {
    beginStream(response)
    sendDelta(response, '', 'length')
    endStream(response)
  })
  closing.push(server.close)
  expect(await novel.invoke('ai:test', { baseUrl: server.baseUrl, model: 'm' })).toEqual({ ok: true })
})
