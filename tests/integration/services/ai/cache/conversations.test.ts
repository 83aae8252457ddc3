import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { RunEvent } from '../../../../../main/src/contract/events.ts'
import type { TestApp } from '../../../../support/app.ts'
import {
  type CachingServer,
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
} from '../../../../support/simulatedCache.ts'

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
  const ends = events.flatMap(({ type }) => (type === 'done' || type === 'error' ? [type] : []))
  return { ends, requests: server.requests, found: server.found }
}

test('a conversation of 40 turns with Claude is never refused for its marks, and its rounds are read from the cache', async () => {
  const service = { family: 'anthropic', model: 'claude-sonnet-5-5' } as const
  const { ends, requests, found } = await converse(40, marksCache(), messages, service)
  expect(ends).toEqual(Array.from({ length: 40 }, () => 'done'))
  const rounds = requests.map(({ body }) => (body.messages as unknown[]).length - 1)
  expect(Math.max(...rounds)).toBeGreaterThan(20)
  expect(found.slice(1).filter(({ read }) => read === 0)).toEqual([])
  expect(found.at(-1)?.read).toBeGreaterThan(2 * (found[1]?.read ?? 0))
})

test('a conversation with a model of exact breakpoints reads nearly what one with a cache by order reads', async () => {
  const shareOf = ({ found }: Pick<CachingServer, 'found'>) =>
    found.reduce((sum, { read }) => sum + read, 0) / found.reduce((sum, { total }) => sum + total, 0)
  const exact = await converse(30, breakpointsCache({ minimum: 512 }), vendors.openai, {
    ...{ family: 'openai', model: 'gpt-6.1-sol' },
  })
  const byOrder = await converse(30, prefixCache({ minimum: 512 }), vendors.openai, {
    ...{ family: 'openai', model: 'gpt-5.4' },
  })
  expect([...exact.ends, ...byOrder.ends]).toEqual(Array.from({ length: 60 }, () => 'done'))
  expect(shareOf(exact)).toBeGreaterThan(0.8 * shareOf(byOrder))
})
