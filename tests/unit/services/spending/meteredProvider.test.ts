import { expect, test } from 'vitest'
import type { GenerationPart, Provider } from '../../../../main/src/services/ai/index.ts'
import { findModel } from '../../../../main/src/services/ai/index.ts'
import { plainPrompt } from '../../../../main/src/services/ai/providers/prompt.ts'
import { defaultSettings } from '../../../../main/src/services/settings/index.ts'
import { createMeteredProvider } from '../../../../main/src/services/spending/index.ts'

// 2 dollars a million tokens of input, 10 of output.
const family = {
  id: 'own',
  name: 'own',
  baseUrl: 'http://127.0.0.1:1/v1',
  models: ['gpt-6.1-sol'],
  family: 'openai',
}
const model = findModel({ ...defaultSettings, language: 'zh', providers: [family] }, 'own/gpt-6.1-sol')
const usage = (inputTokens: number, outputTokens: number) => ({
  ...{ inputTokens, cachedInputTokens: 0, outputTokens, reportsCache: true },
})

/** What a provider that yields these parts, and then fails or not, is entered with. */
async function entered(parts: readonly GenerationPart[], { fails = false, readAtMost = Infinity } = {}) {
  const amounts: number[] = []
  const room: number[] = []
  const provider: Provider = {
    id: 'own',
    async *stream() {
      yield* parts
      if (fails) throw new Error('broke off')
    },
  }
  const metered = createMeteredProvider(provider, {
    ...{ model, projectId: 'p', count: (text) => text.length, now: () => 0 },
    book: {
      reserve(_projectId, estimate) {
        const amount = estimate()
        room.push(amount)
        return () => void room.push(-amount)
      },
      enter: async (_projectId, _modelId, amount) => void amounts.push(amount),
    },
  })
  const request = {
    ...{ modelName: 'gpt-6.1-sol', prompt: plainPrompt('雾', '港'.repeat(999)), maxOutputTokens: 100_000 },
    ...{ skill: {} as never, selectedText: '', signal: new AbortController().signal },
  }
  let count = 0
  try {
    for await (const _ of metered.stream(request)) if (++count >= readAtMost) break
  } catch {}
  return {
    dollars: amounts.map((amount) => Math.round(amount * 1e6)),
    room: room.map((amount) => Math.round(amount * 1e6)),
  }
}

const text = (units: number): GenerationPart => ({ type: 'text', delta: '雾'.repeat(units) })
const ended: GenerationPart = { type: 'usage', usage: usage(1000, 50) }

test('an answer is entered as its service counts it, and its room is given back', async () => {
  expect(await entered([text(40), ended])).toEqual({
    dollars: [1000 * 2 + 50 * 10],
    room: [1000 * 2 + 2000 * 10, -22_000],
  })
})

test('an answer that breaks off is entered with what came of it, though its service counts only the beginning', async () => {
  const beginning: GenerationPart = { type: 'usage', usage: usage(1000, 1), brokeOff: true }
  expect((await entered([text(300), beginning], { fails: true })).dollars).toEqual([1000 * 2 + 300 * 10])
})

test('an answer without a count is estimated, also when nobody reads it to its end', async () => {
  expect((await entered([text(300)], { fails: true })).dollars).toEqual([1000 * 2 + 300 * 10])
  expect((await entered([text(100), text(200), ended], { readAtMost: 1 })).dollars).toEqual([3000])
})

test('a request that fails before its answer costs nothing, and its room is given back', async () => {
  expect(await entered([], { fails: true })).toEqual({ dollars: [0], room: [22_000, -22_000] })
})
