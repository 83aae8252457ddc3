import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunEvent } from '../../../../main/src/contract/events.ts'
import type { DeepReadonly } from '../../../../main/src/contract/shared.ts'
import type { TestApp } from '../../../support/app.ts'
import { type Ending, startBillingServer } from '../../../support/billingServer.ts'
import { usages } from '../../../support/cachingServer.ts'
import { chance } from '../../../support/import/prose.ts'
import { prose, startNovel } from '../../../support/novel.ts'
import { type ServiceSetUp, setUpService } from '../../../support/runAgainst.ts'
import {
  breakpointsCache,
  marksCache,
  prefixCache,
  type SimulatedCache,
  unitsCache,
} from '../../../support/simulatedCache.ts'
import { vendorPrices } from '../../../support/vendorPrices.ts'
import { tagWholeBut } from '../../../support/whole.ts'

/** Runs and turns for each model; `CREONOW_BILLED=80` makes more than a thousand requests in all. */
const runs = Number(process.env.CREONOW_BILLED ?? 12)
const minute = 60_000
const chapter = 'manuscript/001.md'
const text = `# 第一章\n\n${prose(9000)}`

// A Friday night in China: the dear hours of some, and a price that rises with December, are passed on the way.
let time = Date.parse('2026-11-27T00:30:00Z')
let novel: TestApp
let measure: (text: string) => number
beforeAll(async () => {
  const files = { [chapter]: text, '.creonow/rules/style.md': `${prose(2500, '旧港')}\n` }
  novel = await startNovel(files, [], {
    clock: { now: () => time, monotonic: () => performance.now() },
    timeouts: { sleep: async () => undefined, random: () => 0.5 },
  })
  const { count } = await novel.app.tokenizer({ modelId: undefined, encoding: 'o200k_base' })
  measure = count
})
afterAll(() => novel.remove())

type Family = NonNullable<ServiceSetUp['family']>
type Selling = Parameters<typeof startBillingServer>[0]
type Count = { readonly measure: (text: string) => number }
interface Vendor {
  readonly family: Family
  readonly cache: (counting: Count) => SimulatedCache
  readonly usageOf?: NonNullable<Selling['usageOf']>
}

const claude: Vendor = { family: 'anthropic', cache: (counting) => marksCache(counting) }
const openAi: Vendor = {
  family: 'openai',
  cache: (counting) => breakpointsCache({ ...counting, seconds: 1800 }),
  usageOf: usages.openai,
}
const deepSeek: Vendor = { family: 'deepseek', cache: unitsCache, usageOf: usages.deepseek }
const prefix = (family: Family, sizes: object, usageOf: Vendor['usageOf'] = usages.openai): Vendor => ({
  family,
  cache: (counting) => prefixCache({ ...counting, ...sizes }),
  usageOf,
})
const vendors: Readonly<Record<string, Vendor>> = {
  'claude-opus-5-5': claude,
  'claude-sonnet-5-5': claude,
  'claude-haiku-5-5': { ...claude, cache: (counting) => marksCache({ ...counting, minimum: 4096 }) },
  'gpt-6.1-sol': openAi,
  'gpt-6-luna': openAi,
  'deepseek-flash': deepSeek,
  'deepseek-v4-pro': deepSeek,
  'qwen3.8-max': {
    family: 'qwen',
    cache: (counting) => marksCache({ ...counting, minimum: 1024 }),
    usageOf: usages.qwen,
  },
  'kimi-k3': prefix('kimi', { minimum: 256, step: 256, seconds: 300 }, usages.kimi),
  'glm-5.2': prefix('glm', { minimum: 1024 }),
  'gemini-4-argon': prefix('gemini', { minimum: 4096 }),
  'grok-4.7': prefix('xai', { minimum: 128 }),
}

/** What the app says about a run, task or month, and what the vendor has billed for it. */
interface Line {
  readonly what: string
  readonly shown: number
  readonly billed: number
  readonly isEstimated: boolean
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)
const answer = (number: number) => `${prose(300, `第${number}条街`)}`

/** A task of four steps; in the third the model goes on behind its step, which nobody waits for. */
const steps = (number: number) => [
  'Thought: 看看有哪些章。\nAction: Glob[{"pattern": "manuscript/*.md"}]',
  'Thought: 读第一章。\nAction: Read[{"path": "manuscript/001.md"}]',
  `Thought: 找许三娘。\nAction: Grep[{"pattern": "许三娘"}]\nObservation: ${prose(120)}`,
  `Thought: 够了。\nFinish[${answer(number)}]`,
]

/** The endings of the requests of one run, drawn by seed. */
const endings: readonly (readonly Ending[])[] = [
  ...Array.from({ length: 5 }, () => ['stop'] as const),
  ...([['limit'], ['hang'], ['cut'], ['refused'], ['busy', 'stop']] as const),
]

async function linesOf(model: string, vendor: Vendor): Promise<readonly Line[]> {
  const random = chance(model.length * 7919 + runs)
  const price = vendorPrices[model]
  if (!price) throw new Error(`no price of ${model}`)
  let number = 0
  let script: readonly string[] = []
  const server = await startBillingServer({
    ...{ price, measure, now: () => time, cache: vendor.cache({ measure }) },
    ...(vendor.usageOf && { usageOf: vendor.usageOf }),
    answer() {
      const [step, ...rest] = script
      script = rest
      if (step === undefined) number += 1
      return step ?? answer(number)
    },
  })
  const { app, projectId } = novel
  const modelId = await setUpService(novel, {
    ...{ baseUrl: server.baseUrl, key: 'k', model, family: vendor.family },
  })
  const before = await novel.invoke('spending:get', { projectId })
  const lines: Line[] = []
  const enter = (what: string, from: number, shown: number, isEstimated: boolean) =>
    lines.push({ what: `${model} ${what}`, shown, billed: sum(server.bill.slice(from)), isEstimated })
  const pass = () => {
    time += minute * (random.pick([1, 2, 3, 4, 8, 40]) ?? 1)
  }

  async function run(what: string, input: object, drawn: readonly Ending[]) {
    const from = server.bill.length
    server.endings.push(...drawn)
    const events: DeepReadonly<RunEvent>[] = []
    const whole = answer(number + 1).length
    let length = 0
    const started = await app.services.runs.start(
      { projectId, documentId: chapter, modelId, cursorPosition: 4000, skillId: 'continue', ...input },
      (event) => {
        events.push(event)
        if (event.type === 'text') length += event.delta.length
        if (drawn.includes('hang') && length === whole) app.services.runs.cancel(event.runId)
      },
    )
    await started.finished
    const usage = events.findLast((event) => event.type === 'usage')
    enter(`${what} ${drawn}`, from, usage?.price?.total ?? 0, usage?.usage.estimated === true)
    pass()
  }

  for (let at = 0; at < runs; at += 1) {
    const drawn = random.pick(endings) ?? ['stop']
    const cursorPosition = 4000 + at * 40
    if (at % 4 === 3) {
      const selection = { from: cursorPosition, to: cursorPosition + 60 }
      await run('polish', { skillId: 'polish', cursorPosition, selection }, drawn)
    } else await run('continue', { cursorPosition }, drawn)
  }
  const { id: conversationId } = await novel.invoke('chat:create', { projectId, documentId: chapter })
  for (let at = 0; at < runs / 2; at += 1) {
    const input = { skillId: 'chat', conversationId, additionalInput: `第${at}个问题：${prose(60)}` }
    await run('chat', input, random.pick(endings) ?? ['stop'])
  }
  for (let at = 0; at < runs / 12; at += 1) {
    const from = server.bill.length
    number += 1
    script = steps(number)
    const input = { projectId, modelId, input: `第${at}次看一看全书。` }
    const { taskId, finished } = await app.services.agent.start(input, () => undefined)
    await finished
    const { spending } = await app.services.agent.read(projectId, taskId)
    enter('task', from, spending?.price?.total ?? 0, spending?.usage.estimated === true)
    pass()
  }
  const after = await novel.invoke('spending:get', { projectId })
  await server.close()
  if (before.month === after.month) {
    const month = after.all.spent - before.all.spent
    expect(month, `the month of ${model}`).toBeCloseTo(sum(lines.map(({ shown }) => shown)), 9)
  }
  return lines
}

const estimates: Line[] = []

for (const [at, [model, vendor]] of Object.entries(vendors).entries())
  test(`what ${model} bills is what the app says, to the last token`, tagWholeBut(at % 4 === 0), async () => {
    const lines = await linesOf(model, vendor)
    const exact = lines.filter(({ isEstimated }) => !isEstimated)
    estimates.push(...lines.filter(({ isEstimated }) => isEstimated))
    expect(exact.filter(({ shown, billed }) => Math.abs(shown - billed) > 1e-9)).toEqual([])
    expect(exact.length).toBeGreaterThan(runs / 2)
  })

test('estimates of answers that were cut off or cancelled are a tenth off in all at most, and one in five by itself', () => {
  const [shown, billed] = [
    sum(estimates.map((line) => line.shown)),
    sum(estimates.map((line) => line.billed)),
  ]
  expect(Math.abs(shown / billed - 1)).toBeLessThan(0.1)
  // Right after another kind of request, what a cache will find of this one is not known.
  const isOff = (line: Line) => Math.abs(line.shown / line.billed - 1) > 0.1
  expect(estimates.filter(isOff).length / estimates.length).toBeLessThan(0.2)
  expect(estimates.length).toBeGreaterThan(runs / 2)
})
