import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { beginStream, endStream, sendDelta, sendUsage } from '../../../../support/chatServer.ts'
import { chunkOf, failingProviders, frame, good } from './failingProvider.ts'

const { against, testThatNothingLeaked } = failingProviders()

describe('usage', () => {
  const tokens = { prompt_tokens: 900, completion_tokens: 5, total_tokens: 905 }
  test.each<[string, (response: ServerResponse) => void, number]>([
    [
      'of OpenAI, behind the end',
      (r) => sendUsage(r, { ...tokens, prompt_tokens_details: { cached_tokens: 640 } }),
      640,
    ],
    ['of DeepSeek', (r) => sendUsage(r, { ...tokens, prompt_cache_hit_tokens: 512 }), 512],
    ['of Kimi, at the top', (r) => sendUsage(r, { ...tokens, cached_tokens: 256 }), 256],
    ['of vLLM, without details', (r) => sendUsage(r, { ...tokens, prompt_tokens_details: null }), 0],
    [
      'of Kimi, in the choice',
      (r) =>
        frame(r, {
          choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage: { ...tokens, cached_tokens: 256 } }],
        }),
      256,
    ],
  ])('%s is read', async (_, send, cachedInputTokens) => {
    const { usage } = await against((response) => {
      beginStream(response)
      sendDelta(response, '雾散了。', 'stop')
      send(response)
      endStream(response)
    })
    expect(usage).toEqual({ inputTokens: 900, cachedInputTokens, outputTokens: 5 })
  })

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
    expect(usage).toEqual({ inputTokens: 900, cachedInputTokens: 0, outputTokens: 5 })
  })

  test.each<[string, (response: ServerResponse) => void, 'context' | 'text']>([
    ['before its headers', () => undefined, 'context'],
    ['in mid-text', (response) => frame(beginStream(response), chunkOf({ content: '雾' })), 'text'],
  ])('a run that is cancelled %s lets go of its connection', async (_when, answer, at) => {
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

  test('of an answer without any is an estimate', async () => {
    const { usage } = await against(good)
    expect(usage).toMatchObject({ estimated: true })
  })
})

testThatNothingLeaked()
