import { afterEach, describe, expect, it } from 'vitest'
import type { RunEvent } from '../../../../../main/src/contract/events.ts'
import { startApp, type TestApp } from '../../../../support/app.ts'
import {
  beginStream,
  type ChatServer,
  endStream,
  sendDelta,
  sendUsage,
  startChatServer,
} from '../../../../support/chatServer.ts'
import { tokenizer } from '../../../../support/engine.ts'
import { tagWholeBut } from '../../../../support/whole.ts'

let app: TestApp
let server: ChatServer
afterEach(async () => {
  await server.close()
  await app.remove()
})

const windowTokens = 2048
/** What a service reports to have read of so many tokens. */
const services: Readonly<Record<string, (tokens: number) => number | undefined>> = {
  'cuts the head': (tokens) => Math.min(windowTokens, tokens),
  'cuts the middle': (tokens) => (tokens > windowTokens ? windowTokens - 2 : tokens),
  'cuts the tail': (tokens) => Math.min(windowTokens, tokens),
  'reports hardly anything': () => 7,
  'reads two thirds': () => 4096,
  'reads all of it': (tokens) => tokens,
  'counts one and a half times as much': (tokens) => Math.round(1.5 * tokens),
  'reports nothing': () => undefined,
}

/** Runs at several places of the sample, against a service that reports so. */
async function warningsOf(report: (tokens: number) => number | undefined, model = 'qwen') {
  server = await startChatServer((response, number) => {
    const messages = server.requests[number - 1]?.body.messages as { content: string }[]
    const tokens = tokenizer.count(messages.map(({ content }) => content).join(''))
    const read = report(tokens)
    beginStream(response)
    sendDelta(response, '雾散了。', 'stop')
    if (read !== undefined)
      sendUsage(response, { prompt_tokens: read, completion_tokens: 4, total_tokens: read + 4 })
    endStream(response)
  })
  app = await startApp()
  const provider = { id: 'local', name: '本地', baseUrl: server.baseUrl, models: [model] }
  await app.invoke('settings:update', { patch: { providers: [provider] } })
  const { documents } = await app.invoke('documents:list', { projectId: app.projectId })
  const told = []
  for (const { documentId, characters } of documents.filter(({ kind }) => kind === 'chapter').slice(2, 5)) {
    const events: RunEvent[] = []
    const { finished } = await app.app.services.runs.start(
      {
        ...{ projectId: app.projectId, documentId, cursorPosition: Math.floor(characters / 2) },
        ...{ skillId: 'continue', modelId: `local/${model}` },
      },
      (event) => events.push(event as RunEvent),
    )
    await finished
    const warnings = events.flatMap((event) => (event.type === 'warning' ? [event] : []))
    told.push(warnings.find(({ warning }) => warning.startsWith('AI_INPUT_CUT'))?.notice)
  }
  return told
}

describe('a local service', () => {
  for (const name of ['cuts the head', 'cuts the middle', 'cuts the tail', 'reports hardly anything'])
    it(
      `that ${name} is told with the figures at every run`,
      tagWholeBut(name === 'cuts the head'),
      async () => {
        const report = services[name] ?? (() => undefined)
        const told = await warningsOf(report)
        const sent = server.requests.map(({ body }) =>
          tokenizer.count((body.messages as { content: string }[]).map(({ content }) => content).join('')),
        )
        expect(told).toEqual(
          sent.map((tokens) => ({
            code: 'AI_INPUT_CUT',
            params: { read: report(tokens), sent: expect.closeTo(tokens, -2) },
          })),
        )
        const after = await app.app.tokenizer({ modelId: 'local/qwen', encoding: undefined })
        // Nothing was learnt: it would make the next prompt larger.
        expect(after.count('雾'.repeat(1000))).toBeGreaterThanOrEqual(1000)
      },
    )

  it('that cuts a model whose tokens are counted exactly is told at every run, and one that reads all never', async () => {
    const cut = await warningsOf((tokens) => Math.round(0.85 * tokens), 'gpt-4.1')
    expect(cut.map((notice) => notice?.code)).toEqual(['AI_INPUT_CUT', 'AI_INPUT_CUT', 'AI_INPUT_CUT'])
    await server.close()
    await app.remove()
    expect(await warningsOf((tokens) => tokens + 12, 'gpt-4.1')).toEqual([undefined, undefined, undefined])
  })

  it('that reads two thirds, as a tokenizer might count, is told by the third prompt at the latest', {
    tags: ['whole'],
  }, async () => {
    const told = await warningsOf(services['reads two thirds'] ?? (() => undefined))
    expect(told.at(-1)?.code).toBe('AI_INPUT_CUT')
  })

  for (const name of ['reads all of it', 'counts one and a half times as much', 'reports nothing'])
    it(`that ${name} is not told to have cut`, tagWholeBut(name === 'reads all of it'), async () => {
      expect(await warningsOf(services[name] ?? (() => undefined))).toEqual([undefined, undefined, undefined])
    })
})

describe('a refusal', () => {
  /** How many tokens the model's tokenizer counts afterwards for one of before. */
  async function growthAfter(status: number, message: string) {
    server = await startChatServer((response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message } }))
    })
    app = await startApp()
    const provider = { id: 'local', name: '本地', baseUrl: server.baseUrl, models: ['llama'] }
    await app.invoke('settings:update', { patch: { providers: [provider] } })
    const count = async () =>
      (await app.app.tokenizer({ modelId: 'local/llama', encoding: undefined })).count('雾'.repeat(1000))
    const before = await count()
    const { documents } = await app.invoke('documents:list', { projectId: app.projectId })
    // Far enough in the book that the prompt nearly fills the window.
    const chapter = documents.filter(({ kind }) => kind === 'chapter')[4]
    const { finished } = await app.app.services.runs.start(
      {
        ...{ projectId: app.projectId, documentId: chapter?.documentId ?? '', skillId: 'continue' },
        ...{ cursorPosition: chapter?.characters ?? 0, modelId: 'local/llama' },
      },
      () => undefined,
    )
    await finished
    return (await count()) / before
  }

  it('as too long for the model makes its tokens count for more', async () => {
    expect(await growthAfter(400, 'prompt is too long')).toBeGreaterThan(1)
  })

  it('as too much for a minute teaches nothing about its tokens', async () => {
    expect(await growthAfter(429, 'Request too large for qwen: Limit 3000, Requested 4500.')).toBe(1)
  })
})
