import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { beginStream, endStream, sendDelta } from '../../../../support/chatServer.ts'
import { type Answer, chunkOf, failingProviders, frame, good } from './failingProvider.ts'

const { against, testThatNothingLeaked, waiting } = failingProviders()

test('thinking that a stream was cut in is paid for, at each of its attempts', async () => {
  const { usage, requests } = await against((response) => {
    beginStream(response)
    frame(response, chunkOf({ reasoning_content: '想'.repeat(300) }))
    setTimeout(() => response.destroy(), 20)
  })
  expect(requests.length).toBeGreaterThan(0)
  expect(usage).toMatchObject({ estimated: true })
  expect(usage?.outputTokens).toBeGreaterThanOrEqual(150 * requests.length)
})

describe('a stream', () => {
  const begin = (response: ServerResponse) => {
    beginStream(response)
    sendDelta(response, '雾又厚了。')
  }

  test.each<[string, Answer]>([
    [
      'cut by its socket',
      (response) => {
        begin(response)
        setTimeout(() => response.destroy(), 20)
      },
    ],
    [
      'ended without an end',
      (response) => {
        begin(response)
        response.end()
      },
    ],
    [
      'with an error in the middle',
      (response) => {
        begin(response)
        frame(response, { error: { message: 'upstream gone', code: 500 } })
        endStream(response)
      },
    ],
  ])('%s keeps its text, is not sent again, and its cost is estimated', async (_, answer) => {
    const { last, usage, requests } = await against(answer)
    expect([last, requests.length]).toMatchObject([
      { type: 'error', text: '雾又厚了。', error: { code: 'AI_STREAM_CUT' } },
      1,
    ])
    expect(usage).toEqual({
      ...{ inputTokens: expect.any(Number), cachedInputTokens: 0, outputTokens: expect.any(Number) },
      estimated: true,
    })
    expect(usage?.inputTokens).toBeGreaterThan(1000)
  })

  test('cut before any text is requested again', async () => {
    const { last, requests } = await against((response, n) =>
      n === 1 ? void beginStream(response).end() : good(response, n),
    )
    expect([last, requests.length]).toMatchObject([{ type: 'done', text: '雾散了。' }, 2])
  })

  test('with a broken chunk, an unknown one and comments goes on to its end', async () => {
    const { last } = await against((response) => {
      beginStream(response)
      response.write(': OPENROUTER PROCESSING\r\n\r\n')
      sendDelta(response, '雾')
      response.write('data: {"choices":[{"ind\n\ndata: {"object":"heartbeat"}\n\n')
      sendDelta(response, '散了。', 'stop')
      endStream(response)
    })
    expect(last).toMatchObject({ type: 'done', text: '雾散了。' })
  })

  test('that thinks for three times the silence lives, with comments and without', async () => {
    waiting.silenceMs = 1000
    const { last } = await against(async (response) => {
      beginStream(response)
      for (let n = 0; n < 15; n += 1) {
        if (n % 2 === 0) response.write(': keep-alive\n\n')
        else frame(response, chunkOf({ reasoning_content: '想', content: null }))
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
      sendDelta(response, '雾散了。', 'stop')
      endStream(response)
    })
    expect(last).toMatchObject({ type: 'done', text: '雾散了。' })
  })

  test('that says nothing after its headers ends with a time-out', async () => {
    waiting.silenceMs = 200
    const { last } = await against((response) => void beginStream(response).flushHeaders())
    expect(last).toMatchObject({ error: { code: 'AI_PROVIDER_TIMEOUT' } })
  })

  test('that ends at its limit is done, and says so', async () => {
    const { last } = await against((response) => {
      beginStream(response)
      sendDelta(response, '写到一半', 'length')
      endStream(response)
    })
    expect(last).toMatchObject({ type: 'done', text: '写到一半', reachedLimit: true })
  })

  test.each<[string, Record<string, unknown>, string, string]>([
    ['thinking alone', { reasoning_content: '想了很久' }, 'length', 'AI_THOUGHT_ONLY'],
    ['Ollama’s thinking alone', { reasoning: '想了很久' }, 'stop', 'AI_THOUGHT_ONLY'],
    ['thinking in tags alone', { content: '<think>想了很久</think>' }, 'stop', 'AI_THOUGHT_ONLY'],
    ['a cap that silent thinking used up', {}, 'length', 'AI_THOUGHT_ONLY'],
    ['nothing at all', {}, 'stop', 'AI_EMPTY'],
    ['a filter', {}, 'content_filter', 'AI_CONTENT_FILTER'],
  ])('of %s has its own sentence', async (_, delta, finish, code) => {
    const { last } = await against((response) => {
      beginStream(response)
      frame(response, chunkOf(delta))
      frame(response, chunkOf({}, finish))
      endStream(response)
    })
    expect(last).toMatchObject({ type: 'error', text: '', error: { code } })
  })

  test('with thinking in tags shows only the text, cut anywhere', async () => {
    const { last } = await against((response) => {
      beginStream(response)
      for (const piece of ['<thi', 'nk>想', '了</th', 'ink>雾散', '了。']) sendDelta(response, piece)
      sendDelta(response, '', 'stop')
      endStream(response)
    })
    expect(last).toMatchObject({ type: 'done', text: '雾散了。' })
  })

  test.each(['network_error', 'insufficient_system_resource'])(
    'that ends with %s is not called complete',
    async (finish) => {
      const { last, requests } = await against((response) => {
        beginStream(response)
        sendDelta(response, '雾散', finish)
        endStream(response)
      })
      expect([last, requests.length]).toMatchObject([
        { type: 'error', text: '雾散', error: { code: 'AI_ANSWER_INCOMPLETE' } },
        1,
      ])
    },
  )

  test('whose thinking only has a closing tag takes back what was shown of it', async () => {
    const { events, last } = await against((response) => {
      beginStream(response)
      for (const piece of ['想一', '想</th', 'ink>\n', '\n　　雾散', '了。']) sendDelta(response, piece)
      sendDelta(response, '', 'stop')
      endStream(response)
    })
    const shown = events.flatMap((event) => {
      if (event.type === 'text') return [event.delta]
      return event.type === 'thought' ? ['×'] : []
    })
    expect(shown.join('')).toBe('想一想×　　雾散了。')
    expect(last).toMatchObject({ type: 'done', text: '　　雾散了。' })
  })

  test('that is filtered after some text keeps it', async () => {
    const { last } = await against((response) => {
      begin(response)
      sendDelta(response, '', 'content_filter')
      endStream(response)
    })
    expect(last).toMatchObject({ type: 'error', text: '雾又厚了。', error: { code: 'AI_CONTENT_FILTER' } })
  })
})

testThatNothingLeaked()
