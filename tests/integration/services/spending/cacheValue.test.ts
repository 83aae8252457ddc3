import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../support/app.ts'
import { type BillingServer, startBillingServer } from '../../../support/billingServer.ts'
import { usages } from '../../../support/cachingServer.ts'
import { prose, startNovel } from '../../../support/novel.ts'
import { type ServiceSetUp, setUpService } from '../../../support/runAgainst.ts'
import {
  breakpointsCache,
  marksCache,
  type SimulatedCache,
  unitsCache,
} from '../../../support/simulatedCache.ts'
import { vendorPrices } from '../../../support/vendorPrices.ts'

const chapter = 'manuscript/001.md'
const minute = 60_000
let time = Date.parse('2026-11-28T12:00:00Z')
let novel: TestApp
let measure: (text: string) => number
let server: BillingServer
beforeAll(async () => {
  const files = {
    [chapter]: `# 第一章\n\n${prose(9000)}`,
    '.creonow/rules/style.md': `${prose(4000, '旧港')}\n`,
  }
  novel = await startNovel(files, [], { clock: { now: () => time, monotonic: () => performance.now() } })
  const { count } = await novel.app.tokenizer({ modelId: undefined, encoding: 'o200k_base' })
  measure = count
})
afterAll(() => novel.remove())
afterEach(() => server.close())

async function sell(
  model: string,
  family: NonNullable<ServiceSetUp['family']>,
  cache: SimulatedCache,
  usageOf?: (typeof usages)[keyof typeof usages],
) {
  const price = vendorPrices[model]
  if (!price) throw new Error(`no price of ${model}`)
  server = await startBillingServer({
    ...{ price, cache, measure, now: () => time, answer: () => '雾散了。' },
    ...(usageOf && { usageOf }),
  })
  return setUpService(novel, { baseUrl: server.baseUrl, key: 'k', model, family })
}

const worth = (modelId: string) => novel.invoke('spending:cache:get', { projectId: novel.projectId, modelId })

/** Continues where the last one did; the dollars that the vendor takes for it. */
async function run(modelId: string, more: object = {}): Promise<number> {
  const { projectId } = novel
  const request = {
    projectId,
    documentId: chapter,
    cursorPosition: 6000,
    skillId: 'continue',
    modelId,
    ...more,
  }
  const { finished } = await novel.app.services.runs.start(request, () => undefined)
  await finished
  return server.bill.at(-1) ?? Number.NaN
}

test.each([
  ['claude-sonnet-5-5', 'anthropic', marksCache, undefined],
  ['gpt-6.1-sol', 'openai', breakpointsCache, usages.openai],
  ['deepseek-v4-pro', 'deepseek', unitsCache, usages.deepseek],
] as const)(
  'with %s what a change of the rules loses is known before, and is what it costs, within three tenths',
  async (model, family, cache, usageOf) => {
    const modelId = await sell(model, family, cache({ measure }), usageOf)
    expect(await worth(modelId)).toEqual({ tokens: 0, lostPrice: 0 })
    for (let at = 0; at < 4; at += 1) {
      await run(modelId)
      time += minute
    }
    const { tokens, lostPrice } = await worth(modelId)
    expect(tokens).toBeGreaterThan(3000)
    const usual = await run(modelId)
    const text = `${prose(4000, model)}\n`
    await writeFile(join(novel.project, '.creonow/rules/style.md'), text)
    const dear = await run(modelId)
    expect((lostPrice ?? 0) / (dear - usual)).toBeGreaterThan(0.7)
    expect((lostPrice ?? 0) / (dear - usual)).toBeLessThan(1.3)
  },
)

test('once a rule has changed, or the cache has forgotten, nothing more is lost', async () => {
  const modelId = await sell('deepseek-flash', 'deepseek', unitsCache({ measure }), usages.deepseek)
  const sent = async () => {
    await run(modelId)
    return (await worth(modelId)).tokens
  }
  expect(await sent()).toBe(0)
  time += minute
  await run(modelId)
  expect(await sent()).toBeGreaterThan(3000)
  const { projectId } = novel
  time += minute
  await novel.invoke('context:creonow:watch:start', { projectId })
  await novel.invoke('constraints:create', { projectId, text: '不写感叹号。', kind: 'style' })
  expect(await worth(modelId)).toEqual({ tokens: 0, lostPrice: 0 })
  // This kind of cache has a beginning only once two requests share it.
  time += minute
  await sent()
  time += minute
  expect(await sent()).toBeGreaterThan(3000)
  time += 61 * minute
  expect(await worth(modelId)).toEqual({ tokens: 0, lostPrice: 0 })
  expect(await worth('fake')).toEqual({ tokens: 0, lostPrice: null })
})

test('a run with another effort has a cache of its own, and the model is told effort, temperature and length', async () => {
  const modelId = await sell('gpt-6-luna', 'openai', breakpointsCache({ measure }), usages.openai)
  for (let at = 0; at < 3; at += 1) {
    await run(modelId)
    time += minute
  }
  const usual = await worth(modelId)
  expect(usual.tokens).toBeGreaterThan(3000)
  const { projectId } = novel
  const without = () => novel.invoke('spending:cache:get', { projectId, modelId, effort: 'off' })
  expect(await without()).toEqual({ tokens: 0, lostPrice: 0 })
  await run(modelId, { effort: 'off', temperature: 0.7, length: 800 })
  const body = server.requests.at(-1)?.body
  expect(body).toMatchObject({ reasoning_effort: 'none', temperature: 0.7 })
  expect(JSON.stringify(body)).toContain('约 800 字')
  expect(JSON.stringify(body)).not.toContain('约 300 字')
  await run(modelId, { effort: 'off', temperature: 0.7, length: 800 })
  expect((await without()).tokens).toBeGreaterThan(3000)
  expect(await worth(modelId)).toEqual(usual)
  await expect(run(modelId, { effort: 'max' })).rejects.toMatchObject({
    ...{ code: 'INVALID_ARGUMENT', details: { why: 'effort', efforts: 'off, low, medium, high' } },
  })
})
