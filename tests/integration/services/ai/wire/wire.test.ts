import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { RunEvent } from '../../../../../main/src/contract/events.ts'
import { errorSentence } from '../../../../../main/src/contract/sentences/errorSentence.ts'
import { afterEvent, type Run, stateKey } from '../../../../../renderer/src/features/aiPanel/runStore.ts'
import * as en from '../../../../../renderer/src/i18n/enRuns.ts'
import * as zh from '../../../../../renderer/src/i18n/zhRuns.ts'
import type { WireFormat } from '../../../../../scripts/torture/toolServer.ts'
import type { TestApp } from '../../../../support/app.ts'
import { prose, startNovel } from '../../../../support/novel.ts'
import { runModel, type ServiceSetUp, setUpService } from '../../../../support/runAgainst.ts'
import { billOf, vendorPrices } from '../../../../support/vendorPrices.ts'
import { connections } from './connections.ts'
import { counts as countings } from './counts.ts'
import { endings } from './endings.ts'
import { noon, refusals } from './refusals.ts'
import type { Expected, Scenario } from './scenario.ts'
import { sentences } from './sentences.ts'
import { type Counts, speechOf } from './speech.ts'
import { streams } from './streams.ts'

const chapter = 'manuscript/001.md'
const canaryLine = '许三娘把𠮷字灯笼挂在了第十三根桅杆上。'
const canaryKey = 'sk-canary-7f3a9b2c5d8e1f40'
const files = { [chapter]: `# 第一章\r\n\r\n　　${canaryLine}林远上了岸。\r\n${prose(6000)}` }
/** A model of each format whose price is published. */
const services = {
  chat: { family: 'openai', model: 'gpt-6-luna' },
  messages: { family: 'anthropic', model: 'claude-sonnet-5-5' },
} as const satisfies Record<WireFormat, Partial<ServiceSetUp>>

/** Waiting costs no time; what was waited for is in `waits`, and 77 s last until the author stops. */
const waits: number[] = []
const usualWait = { headersMs: 20_000, silenceMs: 20_000 }
const waiting = {
  ...usualWait,
  random: () => 0.5,
  async sleep(ms: number, signal: AbortSignal) {
    waits.push(ms)
    if (ms === 77_000 && !signal.aborted)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
  },
}
const logged: unknown[] = []
const log = (fields: object, message: string) => void logged.push([fields, message])
const seen: RunEvent[] = []

let novel: TestApp
let baseUrl = ''
let measure: (text: string) => number
/** What the server plays, and what it got. */
let playing: { readonly scenario: Scenario; readonly format: WireFormat } | undefined
const bodies: string[] = []
let bill = 0
const headersSeen: (string | undefined)[] = []

const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  if (!playing) return void response.destroy()
  const { scenario, format } = playing
  bodies.push(body)
  const { authorization, 'x-api-key': own } = request.headers
  headersSeen.push(authorization ?? (typeof own === 'string' ? own : undefined))
  const total = measure(textOf(JSON.parse(body)))
  const counts = { total, read: Math.floor(total / 4), written: 0, output: 6 }
  const speech = speechOf(format, response, { n: bodies.length, counts })
  await scenario.does({
    ...speech,
    stop(...ending) {
      bill += dollarsOf(format, counts)
      speech.stop(...ending)
    },
    answer(text) {
      bill += dollarsOf(format, counts)
      speech.answer(text)
    },
  })
})

beforeAll(async () => {
  for (const name of ['OPENAI', 'ANTHROPIC']) {
    vi.stubEnv(`${name}_API_KEY`, 'sk-of-the-environment')
    vi.stubEnv(`${name}_BASE_URL`, 'http://127.0.0.1:9/v1')
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  novel = await startNovel(files, [], {
    logger: { debug: log, info: log, warn: log, error: log },
    clock: { now: () => noon, monotonic: () => performance.now() },
    timeouts: waiting,
  })
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  await setUpCommon()
  const { count } = await novel.app.tokenizer({ modelId: undefined, encoding: 'o200k_base' })
  measure = count
})
afterAll(async () => {
  await novel.remove()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  vi.unstubAllEnvs()
})
beforeEach(() => {
  waits.length = 0
  bodies.length = 0
  bill = 0
  Object.assign(waiting, usualWait)
})

/** One service of each format at the common server, set up once: that takes longer than most runs. */
async function setUpCommon(): Promise<void> {
  const providers = (['chat', 'messages'] as const).map((format) => {
    const { family, model } = services[format]
    return { ...{ id: format, name: format, baseUrl, family }, models: [model] }
  })
  await novel.invoke('settings:update', { patch: { providers, runSourceDeadlineMs: 20_000 } })
  for (const { id } of providers) await novel.invoke('settings:key:set', { provider: id, key: canaryKey })
}

/** Scenarios in each of their formats. */
const cases = [...refusals, ...streams, ...endings, ...countings, ...connections].flatMap((scenario) =>
  (scenario.only ? [scenario.only] : (['chat', 'messages'] as const)).map(
    (format) => [format, scenario.name, scenario] as const,
  ),
)

test.each(cases)('a service of %s %s is understood, shown and booked', async (format, _, scenario) => {
  playing = { scenario, format }
  Object.assign(waiting, scenario.waiting)
  const elsewhere = await scenario.at?.(baseUrl)
  const set = {
    ...services[format],
    baseUrl: elsewhere?.baseUrl ?? baseUrl,
    key: canaryKey,
    ...scenario.setUp,
  }
  const isCommon = !elsewhere && !scenario.setUp
  const modelId = isCommon ? `${format}/${set.model}` : await setUpService(novel, set)
  const spent = async () => (await novel.invoke('spending:get', { projectId: novel.projectId })).all.spent
  const before = await spent()
  let events: RunEvent[]
  try {
    events = await runModel(novel, { modelId }, chapter, (event, cancel) => {
      if (event.type === scenario.cancelsAt) cancel()
    })
  } finally {
    await elsewhere?.close()
    if (!isCommon) await setUpCommon()
  }
  seen.push(...events)
  const booked = (await spent()) - before
  const { count } = await novel.app.tokenizer({ modelId, encoding: undefined })
  expect(outcomeOf(events, booked)).toEqual(
    expectedOf(scenario.expected, { baseUrl: set.baseUrl, model: set.model, booked, count }),
  )
})

test('a hundred scenarios and more are played, most of them in both formats', () => {
  expect(cases.length).toBeGreaterThanOrEqual(150)
  expect(new Set(cases.map(([, name]) => name)).size).toBeGreaterThanOrEqual(100)
})

/** What the author gets of a run. */
function outcomeOf(events: readonly RunEvent[], booked: number) {
  const last = events.at(-1)
  const usage = events.findLast((event) => event.type === 'usage')
  const text = last?.type === 'done' || last?.type === 'error' ? last.text : undefined
  return {
    text,
    shown: shownOf(events),
    warnings: events.flatMap((event) => (event.type === 'warning' ? [event.warning] : [])),
    requests: bodies.length,
    waits: [...waits],
    booked: rounded(booked),
    priced: rounded(usage?.price?.total ?? 0),
    estimated: usage?.usage.estimated === true ? usage.usage.outputTokens : false,
  }
}

interface Played {
  readonly baseUrl: string
  readonly model: string
  /** US dollars. */
  readonly booked: number
  /** As the app counts for this model. */
  readonly count: (text: string) => number
}

function expectedOf(
  { ends, requests = 1, warnings = [], ...expected }: Expected,
  { baseUrl, model, booked, count }: Played,
): ReturnType<typeof outcomeOf> {
  const isWritten = ends === undefined || ends === 'limit'
  const text = expected.text ?? (isWritten ? '雾散了。' : '')
  const booking = expected.booked ?? (isWritten ? 'reported' : 'nothing')
  const isEstimate = typeof booking === 'object'
  // Of an estimate only the output is a number that the test knows: its price is the one that the run shows.
  const dollars = isEstimate ? booked : booking === 'reported' ? bill : 0
  if (isEstimate) expect(booked).toBeGreaterThan(0)
  return {
    ...{ text, warnings: [...warnings], requests, waits: [...(expected.waits ?? [])] },
    shown: sentencesOf(ends, text).map((sentence) =>
      sentence
        .replaceAll('%host', new URL(baseUrl).host)
        .replaceAll('%model', model)
        .replaceAll('%status', String(expected.status)),
    ),
    booked: rounded(dollars),
    priced: rounded(dollars),
    estimated: isEstimate ? count(booking.estimatedOf) : false,
  }
}

function sentencesOf(ends: Expected['ends'], text: string): readonly string[] {
  if (ends === undefined) return sentences.done
  if (ends === 'cancelled') return text === '' ? sentences.cancelledEmpty : sentences.cancelled
  return sentences[ends]
}

/** The sentence under the run, as the panel has it in Chinese and in English. */
function shownOf(events: readonly RunEvent[]): readonly string[] {
  let run: Run = {
    ...{ key: 'run', runId: 'r', projectId: 'p', documentId: 'd', instruction: '', modelId: null },
    ...{ skill: { id: 'continue', name: '续写', output: 'insert' }, startedAt: new Date(0) },
    ...{ state: { phase: 'preparing', step: 'assembling' }, decision: { kind: 'undecided' }, text: '' },
    ...{ warnings: [], notices: {}, usage: null, context: null, receiptId: null, place: 'text' },
    ...{ anchor: null, markers: null },
  }
  for (const event of events) run = { ...run, ...afterEvent(run, event) }
  const { state } = run
  if (state.phase === 'failed') return [errorSentence(state.error, 'zh'), errorSentence(state.error, 'en')]
  const key = (stateKey(run) ?? '').replace('run.', '')
  return [zh.run, en.run].map((words) => String(Object.entries(words).find(([name]) => name === key)?.[1]))
}

const rounded = (dollars: number) => Math.round(dollars * 1e9) / 1e9

function dollarsOf(format: WireFormat, counts: Counts): number {
  const price = vendorPrices[services[format].model]
  if (!price) throw new Error(`no price of ${format}`)
  return billOf(price, { ...counts, writtenLong: 0 }, noon)
}

type Content = string | readonly { readonly text: string }[] | undefined
const inOne = (content: Content) =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('')
const textOf = ({ system, messages }: { system?: Content; messages: readonly { content: Content }[] }) =>
  [system, ...messages.map(({ content }) => content)].map(inOne).join('')

test('the key and the manuscript leave by the request alone, whatever went wrong', async () => {
  const { projectId } = novel
  const { receipts } = await novel.invoke('context:receipt:list', { projectId })
  const read = await Promise.all(
    receipts.map(({ receiptId }) => novel.invoke('context:receipt:read', { projectId, receiptId })),
  )
  expect([seen.length > 500, logged.length > 20, read.length > 20]).toEqual([true, true, true])
  for (const place of [seen, logged, read.map(({ receipt }) => receipt)]) {
    const text = JSON.stringify(place)
    expect([text.includes(canaryKey), text.includes(canaryLine)]).toEqual([false, false])
  }
  expect(new Set(headersSeen)).toEqual(new Set([`Bearer ${canaryKey}`, canaryKey, undefined, '']))
})
