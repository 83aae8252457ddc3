import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { RunEvent } from '../../../../../main/src/contract/events.ts'
import { sha256Hex } from '../../../../../main/src/lib/hash.ts'
import type { TestApp } from '../../../../support/app.ts'
import {
  beginStream,
  type ChatServer,
  endStream,
  sendDelta,
  startChatServer,
} from '../../../../support/chatServer.ts'
import { startNovel } from '../../../../support/novel.ts'
import { runAgainst } from '../../../../support/runAgainst.ts'

const chapter = 'manuscript/001.md'
const text = '# 第一章\n\n　　林远上了岸。\n'
const constraint = { id: 'marks', text: '避免使用省略号', kind: 'style', priority: 100 }
const files = {
  [chapter]: text,
  'manuscript/002.md': '# 第二章\n\n　　灯亮了。\n',
  '.creonow/rules/constraints.json': JSON.stringify({
    version: 2,
    items: [{ ...constraint, updatedAt: '2026-11-21T09:00:00.000Z' }],
  }),
  '.creonow/characters/沈既明.md':
    '---\nid: shen\nname: 沈既明\ntype: character\nfrom: manuscript/002.md\n---\n当家。\n',
}
/** As the page sends it: what the chapter puts before the first word of a paragraph belongs to it. */
const soFar = '\n\n　　雾又厚了……沈既明提着灯，'
const rest = '灯灭了。沈既明没有说话。'

let novel: TestApp
let server: ChatServer
beforeAll(async () => {
  novel = await startNovel(files, [])
})
afterAll(() => novel.remove())
afterEach(() => server.close())

/** Goes on from `textSoFar`; the model writes these in turn. */
async function goOn(textSoFar: string, ...answers: string[]) {
  server = await startChatServer((response, n) => {
    beginStream(response)
    sendDelta(response, answers[Math.min(n, answers.length) - 1] ?? '', 'stop')
    endStream(response)
  })
  const service = { baseUrl: server.baseUrl, key: 'sk-test', cursorPosition: 14, asking: { textSoFar } }
  const done = (await runAgainst(novel, service, chapter)).at(-1)
  if (done?.type !== 'done') throw new Error(`ended with ${JSON.stringify(done)}`)
  return done
}
const quotes = ({ judged }: Extract<RunEvent, { type: 'done' }>, whole: string) =>
  judged?.findings.map(({ code, from, to }) => [code, whole.slice(from, to)])

test('the Judge reads both parts: a sentence that began in the first is one, and no name in it is the author’s', async () => {
  const done = await goOn(soFar, rest)
  expect(done.text).toBe(rest)
  expect(quotes(done, soFar + rest)).toEqual([
    ['mark', '雾又厚了……'],
    ['name_early', '沈既明提着灯，灯灭了。'],
  ])
  const { projectId } = novel
  const receiptId = done.receiptId ?? ''
  const { receipt } = await novel.invoke('context:receipt:read', { projectId, receiptId })
  expect(receipt.judged?.textHash).toBe(sha256Hex(soFar + rest))
})

test('the new part is written once more only for what it breaks, and then alone', async () => {
  const { projectId } = novel
  const choose = (rewrite: boolean) =>
    novel.invoke('settings:update', { patch: { judge: { [projectId]: { model: false, rewrite } } } })
  await choose(true)
  const kept = await goOn('　　雾又厚了……', '灯灭了。')
  expect([kept.rewriting, server.requests.length]).toEqual([undefined, 1])
  await server.close()
  const again = await goOn('　　雾又厚了……', '灯灭了……', '灯灭了。')
  expect(again).toMatchObject({ text: '灯灭了。', rewriting: { state: 'replaced', text: '灯灭了……' } })
  expect(again.rewriting?.findings.map(({ quote }) => quote)).toEqual(['灯灭了……'])
  expect(quotes(again, '　　雾又厚了……灯灭了。')).toEqual([['mark', '雾又厚了……']])
  await choose(false)
})

test('a marker in the first part needs a confirmation, though the rest has none', async () => {
  const done = await goOn('　　口令是***REDACTED***，', '灯灭了。')
  expect(done).toMatchObject({ text: '灯灭了。', markers: 'unmatched' })
})

test('the whole text is remembered, and the receipt has every paragraph that was accepted', async () => {
  const { projectId } = novel
  const lines = ['雾又厚了。', '灯灭了。']
  const { runId, receiptId } = await goOn(`　　${lines[0]}`, `\n　　${lines[1]}`)
  const taken = { projectId, runId, outcome: 'accepted', text: `${lines[0]}\n　　${lines[1]}` } as const
  expect(await novel.invoke('ai:outcome', taken)).toEqual({ recorded: true })
  const [episode] = (await novel.invoke('memory:episodes', { projectId, limit: 1 })).episodes
  expect(episode?.excerpt).toBe(`　　${lines[0]}\n　　${lines[1]}`)
  const { receipt } = await novel.invoke('context:receipt:read', { projectId, receiptId: receiptId ?? '' })
  expect(receipt.insertedParagraphs).toEqual(lines.map(sha256Hex))
})
