import { expect, test } from 'vitest'
import type { GenerationPart, Provider } from '../../../../main/src/services/ai/index.ts'
import { findModel } from '../../../../main/src/services/ai/index.ts'
import { plainPrompt } from '../../../../main/src/services/ai/providers/prompt.ts'
import type { ExpectedUse } from '../../../../main/src/services/ai/providers/provider.ts'
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
async function entered(
  parts: readonly GenerationPart[],
  {
    fails = false,
    readAtMost = Infinity,
    expected,
  }: { readonly fails?: boolean; readonly readAtMost?: number; readonly expected?: ExpectedUse } = {},
) {
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
    ...{ model, projectId: 'p', count: async (text) => text.length, now: () => 0 },
    book: {
      async reserve(_projectId, estimate) {
        const amount = await estimate()
        room.push(amount)
        return () => void room.push(-amount)
      },
      enter: async (_projectId, _modelId, amount) => void amounts.push(amount),
    },
  })
  const request = {
    ...{ modelName: 'gpt-6.1-sol', prompt: plainPrompt('雾', '港'.repeat(999)), maxOutputTokens: 100_000 },
    ...{ skill: {} as never, selectedText: '', signal: new AbortController().signal },
    ...(expected && { cache: { kind: 'breakpoints' as const, marks: [], key: 'k', expected } }),
  }
  let count = 0
  const usages: object[] = []
  try {
    for await (const part of metered.stream(request)) {
      if (part.type === 'usage') usages.push(part.usage)
      if (++count >= readAtMost) break
    }
  } catch {}
  return {
    usages,
    dollars: amounts.map((amount) => Math.round(amount * 1e6)),
    room: room.map((amount) => Math.round(amount * 1e6)),
  }
}

const text = (units: number): GenerationPart => ({ type: 'text', delta: '雾'.repeat(units) })
const ended: GenerationPart = { type: 'usage', usage: usage(1000, 50) }

test('an answer is entered as its service counts it, and its room is given back', async () => {
  expect(await entered([text(40), ended])).toEqual({
    usages: [usage(1000, 50)],
    dollars: [1000 * 2 + 50 * 10],
    room: [1000 * 2 + 2000 * 10, -22_000],
  })
})

test('an answer that breaks off is entered with what came of it, though its service counts only the beginning', async () => {
  const beginning: GenerationPart = { type: 'usage', usage: usage(1000, 1), brokeOff: true }
  const { dollars, usages } = await entered([text(300), beginning], { fails: true })
  expect(dollars).toEqual([1000 * 2 + 300 * 10])
  expect(usages).toEqual([{ ...usage(1000, 300), estimated: true }])
})

test('an answer without a count is estimated, also when nobody reads it to its end', async () => {
  expect((await entered([text(300)], { fails: true })).dollars).toEqual([1000 * 2 + 300 * 10])
  expect((await entered([text(100), text(200), ended], { readAtMost: 1 })).dollars).toEqual([3000])
})

test('a request that fails before its answer costs nothing, and its room is given back', async () => {
  expect(await entered([], { fails: true })).toEqual({ usages: [], dollars: [0], room: [22_000, -22_000] })
})

test('an estimate counts what the cache should have read and written, and all thinking', async () => {
  const parts: GenerationPart[] = [{ type: 'thinking', delta: '想'.repeat(200) }, text(100)]
  const expected = { read: 0.6, written: 0.3, writtenLong: 0 }
  const { dollars, usages } = await entered(parts, { fails: true, expected })
  expect(usages).toEqual([
    {
      ...{ inputTokens: 1000, cachedInputTokens: 600, writtenInputTokens: 300, outputTokens: 300 },
      ...{ reportsCache: false, estimated: true },
    },
  ])
  expect(dollars).toEqual([600 * 0.1 + 300 * 2.5 + 100 * 2 + 300 * 10])
})

test('an attempt that ended amid thinking is estimated, and the next one is counted for itself', async () => {
  const thinking: GenerationPart = { type: 'thinking', delta: '想'.repeat(200) }
  const retrying = { type: 'retrying', code: 'AI_BUSY', waitMs: 0, attempt: 2, attempts: 3 } as const
  const cut = await entered([thinking, retrying, text(40)], { fails: true })
  expect(cut.usages).toMatchObject([{ outputTokens: 200 }, { outputTokens: 40 }])
  const { dollars, usages } = await entered([thinking, retrying, text(40), ended])
  expect(dollars).toEqual([1000 * 2 + 200 * 10 + 1000 * 2 + 50 * 10])
  expect(usages).toHaveLength(2)
})
