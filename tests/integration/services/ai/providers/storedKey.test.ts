import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../../support/app.ts'
import { type CachingServer, startCachingServer, vendors } from '../../../../support/cachingServer.ts'
import { startNovel } from '../../../../support/novel.ts'
import { prefixCache } from '../../../../support/simulatedCache.ts'

const key = 'sk-canary-7f3a9b2c5d8e1f40'
let novel: TestApp
let servers: CachingServer[] = []
beforeAll(async () => {
  novel = await startNovel({ 'manuscript/001.md': '林远上了岸。' })
})
afterAll(() => novel.remove())
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const set = (baseUrl: string) =>
  novel.invoke('settings:update', {
    patch: { providers: [{ id: 'own', name: '自己的', baseUrl, models: ['m'] }] },
  })
const keysAt = ({ requests }: CachingServer) => requests.map(({ headers }) => headers.authorization)

async function two() {
  const start = () => startCachingServer({ cache: prefixCache(), answer: vendors.openai })
  servers = [await start(), await start()]
  const [own, other] = servers as [CachingServer, CachingServer]
  await set(own.baseUrl)
  await novel.invoke('settings:key:set', { provider: 'own', key })
  return { own, other }
}

test('a stored key goes to its own server, and to no other that a page names', async () => {
  const { own, other } = await two()
  const asked = { provider: 'own', model: 'm' }
  expect(await novel.invoke('ai:test', { ...asked, baseUrl: `${own.baseUrl}/` })).toEqual({ ok: true })
  const { model: _, ...list } = asked
  for (const baseUrl of [other.baseUrl, own.baseUrl.replace('127.0.0.1', 'localhost')]) {
    expect(await novel.codeOf('ai:test', { ...asked, baseUrl })).toBe('AI_KEY_ELSEWHERE')
    expect(await novel.codeOf('ai:endpointModels', { ...list, baseUrl })).toBe('AI_KEY_ELSEWHERE')
  }
  // Typed anew, and for a service that has none, it is asked.
  const typed = { ...asked, baseUrl: other.baseUrl, key: 'sk-another' }
  expect(await novel.invoke('ai:test', typed)).toEqual({ ok: true })
  expect(await novel.invoke('ai:test', { model: 'm', baseUrl: other.baseUrl })).toEqual({ ok: true })
  expect([keysAt(own), keysAt(other)]).toEqual([[`Bearer ${key}`], ['Bearer sk-another', undefined]])
})

test.each<[string, (own: string, other: string) => Promise<unknown>]>([
  ['whose address moves to another server', (_, other) => set(other)],
  [
    'that is removed and made again elsewhere',
    async (_, other) => {
      await novel.invoke('settings:update', { patch: { providers: [] } })
      await set(other)
    },
  ],
])('the key of a service %s is forgotten', async (_, change) => {
  const { own, other } = await two()
  await set(`${own.baseUrl}/another/path`)
  expect((await novel.invoke('settings:get', {})).keys).toEqual(['own'])
  await change(own.baseUrl, other.baseUrl)
  expect((await novel.invoke('settings:get', {})).keys).toEqual([])
  await novel.invoke('ai:test', { provider: 'own', model: 'm', baseUrl: other.baseUrl })
  expect(keysAt(other)).toEqual([undefined])
})
