import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { soundSummary } from '../../../../bench/cache/soundSummary.ts'
import { createApp } from '../../../../main/src/app.ts'
import type { ConversationEvent } from '../../../../main/src/contract/creonow.ts'
import type { RunEvent } from '../../../../main/src/contract/events.ts'
import type { ChannelInput, ChannelName, ChannelOutput } from '../../../../main/src/contract/index.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import {
  beginStream,
  type ChatServer,
  endStream,
  sendDelta,
  sendUsage,
  startChatServer,
} from '../../../support/chatServer.ts'
import { type Workplace, workplace } from '../../../support/commandLine.ts'
import { writeNovel } from '../../../support/novel.ts'
import { talkOf } from '../../../support/talk.ts'

const chapter = 'manuscript/001.md'
const folder = '.creonow/conversations'
const law = '主角在第五章之前不知道真相'
const item = { id: 'c-1', text: law, kind: 'plot', priority: 100, updatedAt: '2026-01-01T00:00:00.000Z' }
const files = {
  [chapter]: '# 第一章\n\n　　林远上了岸。\n',
  '.creonow/rules/constraints.json': JSON.stringify({ version: 2, items: [item] }),
  '.creonow/characters/xu.md':
    '---\nid: xu\nname: 许三娘\naiContextLevel: when_detected\n---\n客栈的掌柜，左手缺一根小指。\n',
}
const goal = '商量许三娘的事'

type Wire = { readonly messages: readonly { readonly role: string; readonly content: string }[] }
const isSummary = ({ messages }: Wire) => messages.at(-1)?.content.includes('归档成一份摘要') === true

let place: Workplace
let server: ChatServer
let app: Awaited<ReturnType<typeof createApp>>
let events: RunEvent[]
let summaries: 'sound' | 'vacuous' | 'hangs' | 'fails'
let patience: AbortController
beforeAll(async () => {
  place = await workplace()
  await writeNovel(place.project, files)
  await mkdir(join(place.project, folder), { recursive: true })
  server = await startChatServer((response, n) => {
    const asked = isSummary(server.requests[n - 1]?.body as Wire)
    if (asked && summaries === 'fails') {
      response.writeHead(400, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify({ error: { message: 'no' } }))
    }
    beginStream(response)
    if (asked && summaries === 'hangs') return void sendDelta(response, '### 🎯')
    if (asked && summaries === 'vacuous') {
      sendDelta(response, '好的，行者记下了。', 'stop')
      return void endStream(response)
    }
    const words = server.requests[n - 1]?.body as Wire
    sendDelta(response, asked ? soundSummary(goal, words.messages.at(-1)?.content ?? '') : '好。', 'stop')
    sendUsage(response, { prompt_tokens: 26_300, completion_tokens: 7, total_tokens: 26_307 })
    endStream(response)
  })
  app = await createApp({
    ...{ dataFolder: place.dataFolder, logger: silentLogger, environment: {} },
    timeouts: { createSummaryTimeout: () => patience.signal },
  })
  const provider = { id: 'own', name: '自己的', baseUrl: server.baseUrl, models: ['m'] }
  await invoke('projects:open', { rootPath: place.project })
  await invoke('settings:update', { patch: { providers: [provider], runSourceDeadlineMs: 20_000 } })
})
afterAll(async () => {
  await app.dispose()
  await server.close()
  await place.remove()
})
beforeEach(() => {
  events = []
  summaries = 'sound'
  patience = new AbortController()
  server.requests.length = 0
})

const projectId = 'novel-under-test'
async function invoke<C extends ChannelName>(channel: C, input: ChannelInput<C>) {
  const emit = (event: string, payload: unknown) => void (event === 'run' && events.push(payload as RunEvent))
  session ??= app.createSession({ id: 'window', mayInspect: () => true, emit })
  const answer = await app.router.dispatch(session, channel, input)
  if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.message}`)
  return answer.data as ChannelOutput<C>
}
let session: ReturnType<typeof app.createSession> | undefined

const pathOf = (id: string) => join(place.project, folder, `${id}.json`)
const bytesOf = (id: string) => readFile(pathOf(id), 'utf8')
const eventsOf = async (id: string): Promise<ConversationEvent[]> => JSON.parse(await bytesOf(id)).events

/** A conversation whose last answer has filled the window. */
async function stored(id: string, turns: readonly ConversationEvent[]): Promise<void> {
  const last = turns.at(-1)
  const full = turns.map((event) =>
    event === last ? { ...event, metadata: { ...event.metadata, usageTokens: 26_300 } } : event,
  )
  const at = '2026-03-01T08:00:00.000Z'
  const about = { version: 1, id, title: '许三娘', documentId: chapter, createdAt: at, updatedAt: at }
  await writeFile(pathOf(id), JSON.stringify({ ...about, events: full }))
}
const turns = talkOf(
  25,
  (n) => `第${n}问：${'许三娘那天为什么没有开门？她收了钱没有？'.repeat(5)}`,
  (n) => `第${n}答：${'因为她答应过林远的父亲，钥匙要等到潮水退尽才交出来。'.repeat(5)}`,
)
const asked = (conversationId: string, additionalInput: string) => ({
  ...{ projectId, documentId: chapter, cursorPosition: 14, skillId: 'chat', modelId: 'own/m' },
  ...{ additionalInput, conversationId },
})
async function say(id: string, text: string): Promise<readonly Wire[]> {
  const before = server.requests.length
  await invoke('ai:run', asked(id, text))
  await app.services.runs.drain()
  return server.requests.slice(before).map(({ body }) => body as Wire)
}
/** Behind the material that is sent in front of it. */
const questionIn = (content = '') => content.split('<<<作者先前的话>>>\n').at(-1) ?? ''
const told = () => events.map(({ type }) => type).filter((type) => type !== 'text' && type !== 'usage')

describe('a turn that the conversation leaves no room for', () => {
  test('is preceded by a compaction with the same model and beginning, the instruction last', async () => {
    await stored('t1', turns)
    const [summary, answer, ...more] = await say('t1', '她后来呢？')
    expect(more).toEqual([])
    expect(told()).toEqual(['started', 'compacting', 'compacted', 'context', 'done'])
    expect(summary?.messages[0]).toEqual(answer?.messages[0])
    expect(summary?.messages.slice(1, -1).map(({ content }) => content)).toEqual(
      turns.slice(0, summary ? summary.messages.length - 2 : 0).map(({ content }) => content),
    )
    expect(summary?.messages.at(-1)?.content).toContain('从第 1 条到第 34 条消息')
    const [system, first, ...rest] = answer?.messages ?? []
    expect(system?.content).toContain(law)
    expect(questionIn(first?.content)).toMatch(
      /^<archived-session-summary>\n## 📌 Archived Session Summary\n\*\(Contains context from 2026-03-01T08:00:00.000Z to 2026-03-01T08:33:00.000Z\)\*/,
    )
    expect(first?.content).toContain(goal)
    expect(first?.content).not.toContain(law)
    // The newest rounds that fit beside the summary, whole; roles in turns.
    const sent = rest.slice(0, -1).map(({ content }) => content)
    expect(sent.length).toBeGreaterThan(5)
    expect(sent).toEqual(turns.slice(-sent.length).map(({ content }) => content))
    expect(first?.content.endsWith(turns.at(-sent.length - 1)?.content ?? '?')).toBe(true)
    expect(answer?.messages.map(({ role }) => role)).toEqual([
      'system',
      ...Array.from({ length: sent.length + 2 }, (_, n) => (n % 2 === 0 ? 'user' : 'assistant')),
    ])
    const log = await eventsOf('t1')
    expect(log.slice(0, 50).map(({ content }) => content)).toEqual(turns.map(({ content }) => content))
    expect(log.slice(50).map(({ type }) => type)).toEqual(['user', 'summary', 'assistant'])
  })

  test('is compacted once: the turns after it only append, though the window stays full', async () => {
    const before = (await say('t1', '还有呢？'))[0]?.messages ?? []
    const after = (await say('t1', '然后呢？'))[0]?.messages ?? []
    expect(told()).not.toContain('compacting')
    expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
  })

  test('stores the question and no summary when it is cancelled meanwhile', async () => {
    await stored('t2', turns)
    summaries = 'hangs'
    const { runId } = await invoke('ai:run', asked('t2', '她后来呢？'))
    await expect.poll(() => server.requests.length).toBe(1)
    await invoke('ai:cancel', { runId })
    await app.services.runs.drain()
    expect(events.at(-1)).toMatchObject({ type: 'done', cancelled: true, text: '' })
    expect((await eventsOf('t2')).slice(50).map(({ type }) => type)).toEqual(['user'])
  })

  test('that waits too long for its summary goes on with the recent history', async () => {
    await stored('t3', turns)
    summaries = 'hangs'
    const going = say('t3', '她后来呢？')
    await expect.poll(() => server.requests.length).toBe(1)
    patience.abort(new Error('late'))
    const [, answer] = await going
    expect(events.find(({ type }) => type === 'compacted')).toMatchObject({ state: 'timedOut', messages: 34 })
    const [first = '', ...sent] =
      answer?.messages.slice(1, -1).map(({ content }) => questionIn(content)) ?? []
    // Nothing of it is gone without a word.
    expect(first).toContain('* 名字：许三娘\n* 数字：0、1、2、3')
    const newest = turns.slice(34).map(({ content }) => content)
    expect([first.endsWith(newest[0] ?? '?'), sent]).toEqual([true, newest.slice(1)])
    expect((await eventsOf('t3')).at(-2)).toMatchObject({
      type: 'summary',
      content: expect.stringContaining('Summary generation timed out, keeping recent history only.'),
    })
  })

  test('whose summary is refused twice has what code took out instead, and the author may write one', async () => {
    await stored('t8', turns)
    summaries = 'vacuous'
    const [first, second, answer] = await say('t8', '她后来呢？')
    expect([first, second].map((wire) => wire && isSummary(wire))).toEqual([true, true])
    expect(second?.messages.at(-1)?.content).toContain('上一份摘要缺了标题')
    const sent = JSON.stringify(answer)
    expect([sent.includes('好的，行者记下了'), sent.includes('* 名字：许三娘')]).toEqual([false, true])
    const { id: eventId } = (await eventsOf('t8')).find(({ type }) => type === 'summary') ?? { id: '' }
    await invoke('chat:summary:update', { projectId, id: 't8', eventId, text: '我自己写的：她在等潮水。' })
    expect(JSON.stringify(await say('t8', '然后呢？'))).toContain('我自己写的：她在等潮水。')
  })

  test('whose summary fails goes on as it is, and the author is told', async () => {
    await stored('t4', turns)
    summaries = 'fails'
    await say('t4', '她后来呢？')
    expect(events).toContainEqual(expect.objectContaining({ type: 'warning', warning: 'CHAT_NOT_COMPACTED' }))
    expect(events.at(-1)).toMatchObject({ type: 'done', text: '好。' })
    expect((await eventsOf('t4')).filter(({ type }) => type === 'summary')).toEqual([])
  })
})

describe('a summary', () => {
  const ask = async ({ instruction }: { readonly instruction: string }) =>
    soundSummary('商量几件事', instruction)
  const compact = (id: string) =>
    app.services.historyOf(projectId, id).compact({
      ...{ language: 'zh', modelId: 'm', count: (text: string) => text.length, generate: ask },
      ...{
        protectedRounds: 10,
        targetTokens: 4000,
        pieceTokens: 50_000,
        signal: new AbortController().signal,
      },
    })

  test('that is taken back leaves the file byte for byte as it was', async () => {
    await stored('t5', turns)
    await invoke('chat:rename', { projectId, id: 't5', title: '许三娘' })
    const before = await bytesOf('t5')
    const done = await compact('t5')
    expect(await bytesOf('t5')).not.toBe(before)
    await invoke('chat:summary:undo', { projectId, id: 't5', eventId: done?.eventId ?? '' })
    expect(await bytesOf('t5')).toBe(before)
  })

  test('that the author changed is sent in the author’s words, and only the newest can be taken back', async () => {
    await stored(
      't6',
      talkOf(
        45,
        (n) => `第${n}问：雾从哪里来？${'海上。'.repeat(9)}`,
        (n) => `第${n}答：不知道。${'也许。'.repeat(9)}`,
      ),
    )
    const first = await compact('t6')
    await invoke('chat:summary:update', {
      ...{ projectId, id: 't6', eventId: first?.eventId ?? '', text: '我自己写的摘要：雾从礁石后面来。' },
    })
    const { history } = await invoke('context:assemble', { ...asked('t6', '雾呢？'), preview: true })
    expect(history?.leftOut.compacted).toBe(first?.messages)
    const [request] = await say('t6', '雾呢？')
    expect(isSummary(request as Wire)).toBe(false)
    expect(JSON.stringify(request)).toContain('我自己写的摘要：雾从礁石后面来。')
    const undo = (eventId: string) => invoke('chat:summary:undo', { projectId, id: 't6', eventId })
    await expect(undo('e1')).rejects.toThrow('NOT_FOUND')
    const more = talkOf(
      30,
      () => `再问：雾从哪里来？${'海上。'.repeat(9)}`,
      () => `再答。${'也许。'.repeat(9)}`,
    )
    const log = JSON.parse(await bytesOf('t6'))
    const events = [...log.events, ...more.map((event) => ({ ...event, id: `n${event.id}` }))]
    await writeFile(pathOf('t6'), JSON.stringify({ ...log, events }))
    const second = await compact('t6')
    await expect(undo(first?.eventId ?? '')).rejects.toThrow('CONFLICT')
    await undo(second?.eventId ?? '')
    await undo(first?.eventId ?? '')
    expect((await eventsOf('t6')).map(({ id }) => id)).toEqual(
      events.map(({ id }: { id: string }) => id).filter((id: string) => id !== first?.eventId),
    )
  })
})

/** Twenty things that were said once, and questions in other words. */
const facts: readonly (readonly [string, string, string])[] = [
  ['陈九左手缺一根小指，是在盐场断的。', '陈九的小指是怎么没的？', '盐场'],
  ['当铺里那块表是瑞士造的，表盖上刻着一只鹤。', '当铺那块表的表盖上刻了什么？', '一只鹤'],
  ['许三娘的客栈一共有十七间房。', '许三娘的客栈有几间房？', '十七间'],
  ['沈青不会游泳，小时候落过井。', '沈青为什么怕水，小时候出过什么事？', '落过井'],
  ['灯塔看守人姓顾，养了一条瞎眼的狗。', '灯塔看守人养了什么？', '瞎眼的狗'],
  ['老周的船叫“白鹭号”，船底漏过两次。', '老周的船叫什么名字？', '白鹭号'],
  ['林远的父亲把钥匙藏在神龛后面。', '林远的父亲把钥匙藏在哪里？', '神龛后面'],
  ['码头的税官每月初三来收账。', '税官哪一天来收账？', '初三'],
  ['赵掌柜年轻时在上海学过三年戏。', '赵掌柜在上海学过什么？', '三年戏'],
  ['信是用左手写的，所以笔画往左斜。', '那封信的笔画为什么斜？', '左手写的'],
  ['第八章要让雾散一次，只散半个时辰。', '雾在第八章散多久？', '半个时辰'],
  ['小满的真名叫顾怀瑾。', '小满的真名是什么？', '顾怀瑾'],
  ['盐商把账本缝在棉袄夹层里。', '盐商的账本藏在哪里？', '棉袄夹层'],
  ['钟楼的钟比实际慢十一分钟。', '钟楼的钟慢多少？', '十一分钟'],
  ['哑婆其实会说话，只是立过誓。', '哑婆为什么不说话？', '立过誓'],
  ['结尾不写重逢，只写一把伞。', '结尾打算写什么？', '一把伞'],
  ['渡口的石阶有四十九级。', '渡口的石阶有多少级？', '四十九级'],
  ['药铺后院种着一棵枇杷树，树下埋着酒。', '药铺后院的枇杷树下面埋着什么？', '埋着酒'],
  ['学堂先生欠盐商六十块银元。', '学堂先生欠了盐商多少？', '六十块'],
  ['沉船那夜值更的是老周的弟弟。', '沉船那夜是谁值更？', '老周的弟弟'],
]

describe('what was compacted away', () => {
  test('comes back when it is requested: twenty of twenty facts', async () => {
    // Behind the last fact more than the history has room for.
    const talk = talkOf(
      160,
      (n) => {
        const fact = n % 5 === 2 ? facts[Math.floor(n / 5)]?.[0] : undefined
        return fact ? `记一下：${fact}` : '这一段的节奏是不是太慢了，要不要删几句？'
      },
      () => '可以删，先把景色压短，再让人物开口，读者会更快进到戏里。',
    )
    await stored('t7', talk)
    const done = await app.services.historyOf(projectId, 't7').compact({
      ...{
        language: 'zh',
        modelId: 'm',
        count: (text: string) => text.length,
        generate: async ({ instruction }) => soundSummary('商量节奏', instruction),
      },
      ...{
        protectedRounds: 10,
        targetTokens: 4000,
        pieceTokens: 50_000,
        signal: new AbortController().signal,
      },
    })
    expect(done).toMatchObject({ state: 'summary' })
    const found: string[] = []
    for (const [fact, question, answer] of facts) {
      const { userContent } = await invoke('context:assemble', { ...asked('t7', question), preview: true })
      const [material = ''] = userContent.split(question)
      if (material.includes(answer) && material.includes(fact)) found.push(fact)
    }
    expect(facts.map(([fact]) => fact).filter((fact) => !found.includes(fact))).toEqual([])
  })

  test('is listed with its number, and read again for the receipt', async () => {
    const { chunks } = await invoke('context:inspect', asked('t7', '渡口的石阶有多少级？'))
    const [first] = chunks.filter(({ sourceName, action }) => sourceName === 'pastTalk' && action === 'kept')
    expect(first).toMatchObject({ layer: 'retrieved', reasonCode: 'past_talk', params: { number: 165 } })
    expect(first?.text).toContain('#165 作者 2026-03-01\n记一下：渡口的石阶有四十九级。')
  })

  test('stays out of a request that excludes it', async () => {
    const question = asked('t7', '渡口的石阶有多少级？')
    const { chunks } = await invoke('context:inspect', question)
    const [first] = chunks.filter(({ sourceName }) => sourceName === 'pastTalk')
    const sourceRef = `${first?.source}#0-15`
    // As the page names it, and as evidence does.
    for (const reference of [first?.source ?? '', sourceRef]) {
      const { userContent, trim } = await invoke('context:assemble', {
        ...{ ...question, without: [reference], preview: true },
      })
      expect(userContent).not.toContain('四十九级')
      const unwanted = trim.filter(({ reasonCode }) => reasonCode === 'unwanted')
      expect(unwanted).toMatchObject([{ action: 'dropped', sourceRef }])
    }
  })
})
