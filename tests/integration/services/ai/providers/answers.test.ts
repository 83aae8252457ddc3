import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { beginMessage, endMessage, messageDelta } from '../../../../support/cachingServer.ts'
import { beginStream, endStream, sendDelta, sendUsage } from '../../../../support/chatServer.ts'
import {
  canaryKey,
  canaryLine,
  chunkOf,
  failingProviders,
  frame,
  good,
  openAi,
  says,
} from './failingProvider.ts'

// What a table of scenarios cannot hold: `wire/` has the failures, endings and counts of services.
const { against, testThatNothingLeaked } = failingProviders()

test('a refusal shows the words of the provider without the key and without the manuscript', async () => {
  const said = `bad key ${canaryKey} for: ${canaryLine} ${'x'.repeat(900)}`
  const { last } = await against(says(400, openAi(said)))
  const details = last?.type === 'error' ? (last.error.details as { said: string }) : undefined
  expect(details?.said).toMatch(/^bad key .{3,20} for: … x+…$/)
  expect(details?.said.length).toBeLessThan(520)
})

test('a refusal in a field of its own is shown as the words of the provider', async () => {
  const { last } = await against((response) => {
    beginStream(response)
    for (const refusal of ['我写不了', '这个。I can’t help.']) frame(response, chunkOf({ refusal }))
    sendDelta(response, '', 'stop')
    endStream(response)
  })
  expect(last).toMatchObject({
    ...{ type: 'error', text: '' },
    error: { code: 'AI_CONTENT_FILTER', details: { said: '我写不了这个。I can’t help.' } },
  })
})

test('a request that is too long is sent again with a fifth less at least', async () => {
  const { last, requests } = await against((response, n) =>
    n === 1 ? says(400, openAi('prompt is too long'))(response, n) : good(response, n),
  )
  const sizes = requests.map(({ body: sent }) => JSON.stringify(sent).length)
  expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) * 0.8)
  expect(last).toMatchObject({ type: 'done', text: '雾散了。' })
})

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

test('a stream whose thinking only has a closing tag takes back what was shown of it', async () => {
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

test('the setting for thinking is sent to Anthropic in the same words for every skill', async () => {
  const service = { family: 'anthropic', model: 'claude-sonnet-5-5', thinking: 'on' } as const
  const whole = (response: ServerResponse) => {
    beginMessage(response, { read: 0, written: 0, writtenLong: 0, total: 6000 })
    messageDelta(response, '雾散了。')
    endMessage(response)
  }
  const first = await against(whole, service)
  const second = await against(whole, { ...service, skillId: 'polish' })
  const sent = [...first.requests, ...second.requests].map(({ body }) => [body.thinking, body.output_config])
  expect(sent).toEqual([
    [{ type: 'adaptive' }, undefined],
    [{ type: 'adaptive' }, undefined],
  ])
})

describe('usage', () => {
  const tokens = { prompt_tokens: 6000, completion_tokens: 5, total_tokens: 6005 }

  test('of OpenRouter has its bill, which is the price of the run though no table lists the model', async () => {
    const asked = async (family: 'openrouter' | 'compatible', cost: unknown) => {
      const { events } = await against(
        (response) => {
          beginStream(response)
          sendDelta(response, '雾散了。', 'stop')
          sendUsage(response, { ...tokens, cost })
          endStream(response)
        },
        { family, model: 'deepseek/deepseek-v4' },
      )
      return events.findLast((event) => event.type === 'usage')?.price
    }
    const none = { plain: 0, read: 0, written: 0, output: 0 }
    expect(await asked('openrouter', 0.00123)).toEqual({
      ...{ currency: 'USD', ...none, total: 0.00123, asOf: '2026-11', billed: true },
    })
    // In another's words a cost may be anything.
    expect([await asked('compatible', 0.5), await asked('openrouter', { total: 1 })]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('of a cancelled run is what the wire gave so far', async () => {
    const { usage, last } = await against(
      (response) => {
        beginStream(response)
        frame(response, { ...chunkOf({ content: '雾' }), usage: tokens })
      },
      {},
      (event, cancel) => event.type === 'text' && cancel(),
    )
    expect(last).toMatchObject({ type: 'done', cancelled: true, text: '雾' })
    expect(usage).toEqual({ inputTokens: 6000, cachedInputTokens: 0, outputTokens: 5 })
  })

  test.each<[string, (response: ServerResponse) => void, 'context' | 'text']>([
    ['before its headers', () => undefined, 'context'],
    ['in mid-text', (response) => frame(beginStream(response), chunkOf({ content: '雾' })), 'text'],
  ])('of a run that is cancelled %s ends with its connection', async (_when, answer, at) => {
    let isAsked = () => {}
    const asked = new Promise<void>((resolve) => (isAsked = resolve))
    let isClosed = () => {}
    const closed = new Promise<void>((resolve) => (isClosed = resolve))
    const { last } = await against(
      (response) => {
        response.once('close', isClosed)
        answer(response)
        isAsked()
      },
      {},
      (event, cancel) => event.type === at && void asked.then(cancel),
    )
    expect(last).toMatchObject({ type: 'done', cancelled: true, text: at === 'text' ? '雾' : '' })
    await closed
  })
})

testThatNothingLeaked()
