import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { RunEvent } from '../../../../../main/src/contract/events.ts'
import type { TestApp } from '../../../../support/app.ts'
import {
  beginMessage,
  type CachingServer,
  endMessage,
  messageDelta,
  messages,
  startCachingServer,
  vendors,
} from '../../../../support/cachingServer.ts'
import { prose, startNovel } from '../../../../support/novel.ts'
import { type ServiceSetUp, setUpService } from '../../../../support/runAgainst.ts'
import {
  breakpointsCache,
  marksCache,
  prefixCache,
  type SimulatedCache,
  unitsCache,
} from '../../../../support/simulatedCache.ts'
import { tagWholeBut } from '../../../../support/whole.ts'

const chapter = 'manuscript/001.md'
const minute = 60_000
let time = Date.parse('2026-11-22T12:00:00Z')
let novel: TestApp
const servers: CachingServer[] = []
beforeAll(async () => {
  const files = {
    [chapter]: `# 第一章\n\n${prose(6000)}`,
    '.creonow/rules/style.md': `${prose(1800, '旧港')}\n`,
  }
  novel = await startNovel(files, [], {
    clock: { now: () => time, monotonic: () => performance.now() },
  })
})
afterAll(() => novel.remove())
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

/** Turns of one conversation about the chapter, a minute apart; how each ended and what the server found. */
async function converse(
  turns: number,
  cache: SimulatedCache,
  answer: Parameters<typeof startCachingServer>[0]['answer'],
  service: Partial<ServiceSetUp> & { readonly model: string },
) {
  const server = await startCachingServer({ cache, answer, now: () => time / 1000 })
  servers.push(server)
  const modelId = await setUpService(novel, { baseUrl: server.baseUrl, key: 'k', ...service })
  const { app, projectId } = novel
  const events: RunEvent[] = []
  const session = app.createSession({
    id: `window ${service.model}`,
    mayInspect: () => false,
    emit: (name, payload) => void (name === 'run' && events.push(payload as RunEvent)), // What it carries.
  })
  await app.router.dispatch(session, 'projects:openKnown', { projectId })
  const { id: conversationId } = await novel.invoke('chat:create', { projectId, documentId: chapter })
  for (let turn = 1; turn <= turns; turn += 1) {
    const additionalInput = `第${turn}个问题：${prose(60, `第${turn}条街`)}`
    const asked = { projectId, documentId: chapter, cursorPosition: 5000, skillId: 'chat', modelId }
    const run = await app.router.dispatch(session, 'ai:run', { ...asked, additionalInput, conversationId })
    if (!run.ok) throw new Error(run.error.message)
    await app.services.runs.drain()
    time += minute
  }
  // The last of each run is for all of its requests.
  const ofRun = new Map(
    events.flatMap((event) => (event.type === 'usage' ? [[event.runId, event.usage]] : [])),
  )
  const usages = [...ofRun.values()]
  const ends = events.flatMap(({ type }) => (type === 'done' || type === 'error' ? [type] : []))
  return { ends, usages, requests: server.requests, found: server.found }
}

test('a conversation of 40 turns with Claude is never refused for its marks, and its rounds are read from the cache', async () => {
  const service = { family: 'anthropic', model: 'claude-sonnet-5-5' } as const
  const { ends, requests, found } = await converse(40, marksCache(), messages, service)
  expect(ends).toEqual(Array.from({ length: 40 }, () => 'done'))
  const rounds = requests.map(({ body }) => (body.messages as unknown[]).length - 1)
  expect(Math.max(...rounds)).toBeGreaterThan(20)
  expect(found.slice(1).filter(({ read, total }) => read < 0.6 * total)).toEqual([])
})

/** So long, as it is counted, that it fills a small window. */
function longAnswer(...[response, found]: Parameters<typeof messages>): void {
  beginMessage(response, found)
  messageDelta(response, '雾散了。')
  endMessage(response, 'end_turn', 4000)
}

test('a summary is asked for behind the same beginning, which is read from the cache, and its price is in that of its turn', {
  tags: ['whole'],
}, async () => {
  const service = { family: 'anthropic', model: 'claude-of-a-small-window' } as const
  const own = { match: service.model, windowTokens: 12_000, cacheMinimumTokens: 512 }
  await writeFile(join(novel.dataFolder, 'models.json'), JSON.stringify({ version: 1, models: [own] }))
  const { ends, requests, found, usages } = await converse(40, marksCache(), longAnswer, service)
  expect(ends).toEqual(Array.from({ length: 40 }, () => 'done'))
  const uses = found.filter((_, at) => JSON.stringify(requests[at]?.body).includes('归档成一份摘要'))
  expect(uses.length).toBeGreaterThan(0)
  expect(uses.filter(({ read, total }) => read < 0.7 * total)).toEqual([])
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
  expect(sum(usages.map(({ inputTokens }) => inputTokens))).toBe(sum(found.map(({ total }) => total)))
})

for (const [name, family, model, cache, answer, least] of [
  ['Claude', 'anthropic', 'claude-sonnet-5-5', marksCache, messages, 0.85],
  ['exact breakpoints', 'openai', 'gpt-6.1-sol', breakpointsCache, vendors.openai, 0.85],
  ['a cache by order', 'openai', 'gpt-5.4', prefixCache, vendors.openai, 0.85],
  ['units', 'deepseek', 'deepseek-flash', unitsCache, vendors.deepseek, 0.75],
] as const)
  test(
    `a conversation with ${name} reads nearly all of it again`,
    tagWholeBut(name === 'Claude' || name === 'units'),
    async () => {
      const { ends, found } = await converse(30, cache({ minimum: 512 }), answer, { family, model })
      expect(ends).toEqual(Array.from({ length: 30 }, () => 'done'))
      const sum = (of: 'read' | 'total') => found.reduce((all, use) => all + use[of], 0)
      expect(sum('read') / sum('total')).toBeGreaterThan(least)
    },
  )
