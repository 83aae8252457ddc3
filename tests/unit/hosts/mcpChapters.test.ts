import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { ResourceListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect, test } from 'vitest'
import { offerChapters } from '../../../main/src/hosts/mcp/chapterResources.ts'

test('a client hears of chapters that come, move or get another title, and of nothing else', async () => {
  let titles: readonly string[] | undefined = ['雾', '潮']
  let change = () => {}
  const logged: string[] = []
  const server = new Server(
    { name: 'x', version: '1' },
    { capabilities: { resources: { listChanged: true } } },
  )
  const list = async () => {
    if (!titles) throw new Error('full')
    return titles.map((title) => ({ documentId: title, title }))
  }
  const ports = {
    ...{ list, read: async () => '' },
    async watch(listener: () => void) {
      change = listener
    },
  }
  offerChapters(server, ports, {
    sentenceOf: String,
    logger: { warn: (_: unknown, message?: string) => void logged.push(message ?? '') },
  })
  const client = new Client({ name: 'y', version: '1' })
  let heard = 0
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
    heard += 1
  })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(near), client.connect(far)])
  const heardAfter = async (next: readonly string[] | undefined) => {
    titles = next
    change()
    // Answered behind the notification.
    for (let n = 0; n < 3; n += 1) await client.ping()
    return heard
  }
  expect(await heardAfter(['雾', '潮', '早'])).toBe(0) // Nothing was listed yet.
  await client.listResources()
  expect([
    await heardAfter(['雾', '潮', '早']),
    await heardAfter(['潮', '雾', '早']),
    await heardAfter(undefined),
    await heardAfter(['潮', '雾', '早']),
    await heardAfter(['潮', '雾', '早', '晚']),
  ]).toEqual([0, 1, 1, 1, 2])
  expect(logged).toEqual(['chapters could not be compared'])
  await client.close()
})
