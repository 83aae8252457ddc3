import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ReadChannel } from '../../../../main/src/contract/effects.ts'
import { contract } from '../../../../main/src/contract/index.ts'
import { createIpc } from '../../../../renderer/src/ipc/client.ts'
import { createInvalidation } from '../../../../renderer/src/ipc/invalidation.ts'
import { channelQuery, createQueries, type Queries } from '../../../../renderer/src/ipc/queries.ts'
import { declaredChannels } from '../../../support/page.ts'

interface Sent {
  readonly channel: string
  readonly input: object
  readonly signal: AbortSignal | undefined
  answer(envelope: object): void
}

let sent: Sent[]
let listeners: Map<string, (payload: unknown) => void>
let connection: 'online' | 'reconnecting'
let connectionChanged: () => void
let queries: Queries
const stops: (() => void)[] = []

beforeEach(() => {
  sent = []
  listeners = new Map()
  connection = 'online'
  queries = createQueries(
    createIpc({
      invoke: (channel, input, { signal } = {}) =>
        new Promise((resolve) => {
          // The input of every channel is an object.
          sent.push({ channel, input: input as object, signal, answer: resolve })
        }),
      on(event, listener) {
        listeners.set(event, listener)
        return () => void listeners.delete(event)
      },
      connection: {
        get: () => connection,
        subscribe(listener) {
          connectionChanged = listener
          return () => {}
        },
      },
      resumeWith: () => {},
    }),
    declaredChannels,
  )
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  queries.dispose()
})

const delivered = () => new Promise((resolve) => setTimeout(resolve))
const memories = (...texts: readonly string[]) => ({
  ok: true,
  data: { preferences: texts.map((text, at) => ({ id: String(at), text })) },
})
/** What a component that reads the preferences of a project shows. */
const observe = (projectId: string) => {
  const observer = new QueryObserver(queries.client, channelQuery('memory:list', { projectId }))
  stops.push(observer.subscribe(() => {}))
  return {
    show: (next: string) => observer.setOptions(channelQuery('memory:list', { projectId: next })),
    texts: () => observer.getCurrentResult().data?.preferences.map(({ text }) => text) ?? null,
    error: () => observer.getCurrentResult().error,
    leave: () => stops.pop()?.(),
  }
}
const channels = () => sent.map(({ channel }) => channel)

describe('the queries of a page', () => {
  test('do not show an answer for the previous book in the next one', async () => {
    const screen = observe('雾港来信')
    screen.show('Moby Dick')
    sent[1]?.answer(memories('Short sentences.'))
    await delivered()
    sent[0]?.answer(memories('少用感叹号'))
    await delivered()
    expect(screen.texts()).toEqual(['Short sentences.'])
    screen.show('a third book')
    expect(screen.texts()).toBeNull()
  })

  test('request again what is shown when its files change, and no other channel and no other book', async () => {
    observe('a')
    sent[0]?.answer(memories('旧'))
    await delivered()
    listeners.get('changed')?.({ projectId: 'b', paths: ['.creonow/memory/preferences.json'] })
    listeners.get('changed')?.({ projectId: 'a', paths: ['.creonow/synopses/001.json'] })
    await delivered()
    expect(channels()).toEqual(['memory:list'])
    listeners.get('changed')?.({ projectId: 'a', paths: ['.creonow'] })
    await delivered()
    expect(channels()).toEqual(['memory:list', 'memory:list'])
  })

  test('request a change that comes during the first answer behind that answer', async () => {
    const screen = observe('a')
    listeners.get('changed')?.({ projectId: 'a', paths: ['.creonow/memory/preferences.json'] })
    sent[0]?.answer(memories('before the change'))
    await delivered()
    expect(channels()).toEqual(['memory:list', 'memory:list'])
    sent[1]?.answer(memories('改了以后'))
    await delivered()
    expect(screen.texts()).toEqual(['改了以后'])
  })

  test('mark stale what a write changes, also when it is refused', async () => {
    observe('a')
    sent[0]?.answer(memories('旧'))
    await delivered()
    for (const answer of [
      { ok: true, data: {} },
      { ok: false, error: { code: 'NOT_FOUND', message: '没有。' } },
    ]) {
      const before = sent.length
      const writing = queries.ipc.invoke('memory:delete', { projectId: 'a', id: 'x' })
      sent.at(-1)?.answer(answer)
      expect(await writing).toEqual(answer)
      await delivered()
      expect(channels().slice(before)).toEqual(['memory:delete', 'memory:list'])
      sent.at(-1)?.answer(memories('新'))
      await delivered()
    }
  })

  test('turn an error envelope into the typed error of the query, without a second request', async () => {
    const error = { code: 'NOT_FOUND', message: '没有。', details: { line: 2 } }
    const screen = observe('a')
    sent[0]?.answer({ ok: false, error })
    await delivered()
    expect({ error: screen.error(), sent: channels() }).toEqual({ error, sent: ['memory:list'] })
    const fetching = queries.fetchChannel('memory:list', { projectId: 'b' })
    sent[1]?.answer({ ok: false, error })
    expect(await fetching).toEqual({ ok: false, error })
  })

  test('stop the request of a component that is removed', () => {
    const screen = observe('a')
    screen.leave()
    expect(sent[0]?.signal?.aborted).toBe(true)
  })

  test('request again what is on screen after a new connection', async () => {
    observe('a')
    sent[0]?.answer(memories('旧'))
    await delivered()
    connection = 'reconnecting'
    connectionChanged()
    await delivered()
    expect(channels()).toEqual(['memory:list'])
    connection = 'online'
    connectionChanged()
    await delivered()
    expect(channels()).toEqual(['memory:list', 'memory:list'])
  })

  test('share the answers of the screen with code outside React', async () => {
    const screen = observe('a')
    sent[0]?.answer(memories('旧'))
    await delivered()
    const fetching = queries.fetchChannel('memory:list', { projectId: 'a' })
    sent[1]?.answer(memories('新'))
    const answer = await fetching
    expect(answer).toEqual(memories('新'))
    expect(screen.texts()).toEqual(['新'])
    queries.setChannelData('memory:list', { projectId: 'a' }, { preferences: [] })
    expect([queries.getChannelData('memory:list', { projectId: 'a' }), screen.texts()]).toEqual([
      { preferences: [] },
      [],
    ])
  })
})

test('an earlier answer is shown meanwhile only where the component allows it and the project is the same', async () => {
  const input = (projectId: string, receiptId: string) => ({ projectId, receiptId })
  const showPreviousIf = () => true
  const options = (projectId: string, receiptId: string) =>
    channelQuery('context:receipt:read', input(projectId, receiptId), { showPreviousIf })
  const observer = new QueryObserver(queries.client, options('a', '1'))
  stops.push(observer.subscribe(() => {}))
  sent[0]?.answer({ ok: true, data: { prompt: '林远走下台阶。' } })
  await delivered()
  observer.setOptions(options('a', '2'))
  expect(observer.getCurrentResult().data).toEqual({ prompt: '林远走下台阶。' })
  observer.setOptions(options('b', '2'))
  expect(observer.getCurrentResult().data).toBeUndefined()
})

const reads = Object.entries(contract).flatMap(([channel, { effect }]) =>
  effect === 'reads' ? [channel] : [],
)
const cached: readonly ReadChannel[] = [
  ...(['agent:list', 'chat:trash', 'codex:list', 'constraints:list', 'context:budget:get'] as const),
  ...(['context:receipt:list', 'context:receipt:read', 'documents:list', 'edits:list'] as const),
  ...(['history:list', 'memory:list', 'projects:list', 'retrieval:synopses:list'] as const),
  ...(['settings:get', 'skills:list', 'words:today:get'] as const),
]

test.each<[readonly string[], readonly ReadChannel[]]>([
  [['.creonow/memory/preferences.json'], ['context:receipt:read', 'memory:list']],
  [['.creonow/characters/林远.md'], ['codex:list', 'constraints:list', 'context:receipt:read']],
  [['.creonow/budget.json'], ['context:budget:get', 'context:receipt:read']],
  [['.creonow/memoryless.md'], ['context:receipt:read']],
  [
    ['manuscript/001-灯塔.md'],
    ['constraints:list', 'documents:list', 'history:list', 'retrieval:synopses:list', 'words:today:get'],
  ],
  [
    ['manuscript/001-灯塔.md', 'manuscript/002-fog.md'],
    [
      ...(['constraints:list', 'context:receipt:read', 'documents:list', 'history:list'] as const),
      ...(['retrieval:synopses:list', 'words:today:get'] as const),
    ],
  ],
  [['.creonow/book.json'], ['context:receipt:read', 'documents:list']],
])('changes of %s make exactly these reads stale', (paths, stale) => {
  const isStale = createInvalidation(declaredChannels).afterFiles(paths)
  expect(cached.filter(isStale)).toEqual(stale)
})

test.each<[string, readonly ReadChannel[]]>([
  ['settings:update', ['settings:get']],
  ['projects:profile:save', ['context:receipt:read', 'projects:list']],
  ['words:goal:update', ['words:today:get']],
  ['edits:keep', ['edits:list']],
  ['redaction:allow:add', ['context:receipt:read']],
  ['ai:outcome', ['context:receipt:read', 'memory:list', 'retrieval:synopses:list', 'words:today:get']],
])('%s makes exactly these reads stale', (channel, stale) => {
  const isStale = createInvalidation(declaredChannels).afterCall(channel)
  expect(cached.filter((read) => isStale?.(read))).toEqual(stale)
})

test('a channel that only reads, or changes nothing, makes nothing stale', () => {
  const { afterCall } = createInvalidation(declaredChannels)
  expect([afterCall('memory:list'), afterCall('context:assemble'), afterCall('no:such')]).toEqual([
    ...[undefined, undefined, undefined],
  ])
})

test('without an answer about the channels every change makes everything stale', () => {
  const { afterRun, afterTask, afterCall, afterFiles, unannounced } = createInvalidation(null)
  const all = [afterRun, afterTask, afterCall('settings:update'), afterFiles(['manuscript'])]
  expect(all.map((isStale) => reads.filter((read) => isStale?.(read)))).toEqual(all.map(() => reads))
  expect(unannounced).toEqual([])
})

test('what changes without an event is never shown from the cache', () => {
  observe('a')
  const staleTimeOf = (channel: ReadChannel) => queries.client.getQueryDefaults([channel, {}]).staleTime
  expect(reads.filter((channel) => staleTimeOf(channel as ReadChannel) === 0).toSorted()).toEqual([
    ...['context:ask', 'folders:list', 'projects:list', 'redaction:matches', 'sessions:list'],
  ])
})
