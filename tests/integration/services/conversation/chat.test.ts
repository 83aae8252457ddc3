import { readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../../../main/src/app.ts'
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

const chapter = 'manuscript/001.md'
const second = 'manuscript/002.md'
const secret = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789'
const files = {
  [chapter]: '# 第一章\n\n　　林远上了岸。\n',
  [second]: '# 第二章\n\n　　天黑了。\n',
  '.creonow/characters/xu.md':
    '---\nid: xu\nname: 许三娘\naiContextLevel: when_detected\n---\n客栈的掌柜，左手缺一根小指。\n',
}

type Wire = { readonly messages: readonly { readonly role: string; readonly content: string }[] }

let place: Workplace
let server: ChatServer
/** For all tests but those of starting again. */
let chat: Awaited<ReturnType<typeof open>>
/** What the model does with the n-th request. */
let answers: (asked: Wire, n: number) => { text: string; cut?: boolean; hang?: boolean }
beforeAll(async () => {
  place = await workplace()
  await writeNovel(place.project, files)
  server = await startChatServer((response, n) => {
    const { text, cut, hang } = answers(server.requests[n - 1]?.body as Wire, n)
    beginStream(response)
    sendDelta(response, text, cut || hang ? null : 'stop')
    if (hang) return
    // What is on its way arrives; the end of the stream never does.
    if (cut) return void response.socket?.end()
    sendUsage(response, { prompt_tokens: 50, completion_tokens: 7, total_tokens: 57 })
    endStream(response)
  })
  chat = await open()
})
afterAll(async () => {
  await chat.app.dispose()
  await server.close()
  await place.remove()
})

/** The app as it is after a start, with the service of this test as its only one. */
async function open() {
  const app = await createApp({ dataFolder: place.dataFolder, logger: silentLogger, environment: {} })
  const events: RunEvent[] = []
  const session = app.createSession({
    id: 'window',
    mayInspect: () => true,
    emit: (event, payload) => void (event === 'run' && events.push(payload as RunEvent)),
  })
  const dispatch = (channel: ChannelName, input: object) => app.router.dispatch(session, channel, input)
  async function invoke<C extends ChannelName>(channel: C, input: ChannelInput<C>) {
    const answer = await dispatch(channel, input)
    if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.message}`)
    return answer.data as ChannelOutput<C>
  }
  const { projectId } = await invoke('projects:open', { rootPath: place.project })
  const provider = { id: 'own', name: '自己的', baseUrl: server.baseUrl, models: ['m'] }
  await invoke('settings:update', { patch: { providers: [provider] } })
  const asked = (conversationId: string, text: string, documentId = chapter) => ({
    ...{ projectId, documentId, cursorPosition: 14, skillId: 'chat', modelId: 'own/m' },
    ...{ additionalInput: text, conversationId },
  })
  /** One turn; the messages that went over the wire. */
  async function say(...turn: Parameters<typeof asked>): Promise<Wire['messages']> {
    const before = server.requests.length
    await invoke('ai:run', asked(...turn))
    await app.services.runs.drain()
    return (server.requests[before]?.body as Wire | undefined)?.messages ?? []
  }
  const read = async (id: string) =>
    (await invoke('context:creonow:conversations:read', { projectId, id })).conversation
  return { app, events, dispatch, invoke, projectId, asked, say, read }
}

const stored = (id: string) => readFile(join(place.project, `.creonow/conversations/${id}.json`), 'utf8')
/** Behind the material that is sent in front of it. */
const questionIn = (content: string) => content.split('<<<作者先前的话>>>\n').at(-1) ?? ''
const between = (messages: Wire['messages']) =>
  messages.slice(1, -1).map(({ role, content }) => ({ role, content: questionIn(content) }))

describe('a conversation about a book', () => {
  test('goes on after two restarts with every message, answers included', async () => {
    answers = (_asked, n) => ({ text: `第${n}个主意。` })
    const { id } = await chat.invoke('chat:create', { projectId: chat.projectId, documentId: chapter })
    const n = server.requests.length
    expect(between(await chat.say(id, '雾里会发生什么？\n想三个方向'))).toEqual([])
    await chat.app.dispose()
    const again = await open()
    await again.say(id, '第二个怎么展开')
    await again.app.dispose()
    const last = await open()
    chat = last
    const messages = await last.say(id, '继续刚才的方向')
    expect(between(messages)).toEqual([
      { role: 'user', content: '雾里会发生什么？\n想三个方向' },
      { role: 'assistant', content: `第${n + 1}个主意。` },
      { role: 'user', content: '第二个怎么展开' },
      { role: 'assistant', content: `第${n + 2}个主意。` },
    ])
    expect(messages[0]?.role).toBe('system')
    expect(messages.filter(({ content }) => content.includes('林远上了岸'))).toEqual([messages[1]])
    expect(messages.at(-1)?.content.match(/继续刚才的方向/g)).toHaveLength(1)

    const { events, ...about } = await last.read(id)
    const at = expect.any(String)
    const said = (role: string, content: string, tokenCount: number, more = {}) => ({
      ...{ id: at, type: role, role, content, timestamp: at, skillId: 'chat', ...more },
      metadata: { tokenCount, ...(role === 'assistant' && { usageTokens: 57 }), model: 'own/m' },
    })
    const answered = { receiptId: at }
    const tokens = expect.any(Number) as unknown as number
    expect(about).toEqual({
      ...{
        version: 1,
        id,
        title: '雾里会发生什么？',
        documentId: expect.stringMatching(/^c_/),
        createdAt: at,
        updatedAt: at,
      },
    })
    expect(events).toEqual([
      said('user', '雾里会发生什么？\n想三个方向', tokens),
      said('assistant', `第${n + 1}个主意。`, 7, answered),
      said('user', '第二个怎么展开', tokens),
      said('assistant', `第${n + 2}个主意。`, 7, answered),
      said('user', '继续刚才的方向', tokens),
      said('assistant', `第${n + 3}个主意。`, 7, answered),
    ])
    const { receipt } = await last.invoke('context:receipt:read', {
      projectId: last.projectId,
      receiptId: events[5]?.receiptId ?? '',
    })
    expect(receipt.history).toEqual({
      conversationId: id,
      tokens: expect.any(Number),
      sent: events.slice(0, 4).map(({ id, role }) => ({ id, role, tokens: expect.any(Number) })),
      leftOut: { overBudget: 0, unanswered: 0 },
    })
    const sum = receipt.history?.sent.reduce((all, message) => all + message.tokens, 0)
    expect(receipt.history?.tokens).toBe(sum)
  })

  test('stores the question before the model is called, and what came of an answer that was cut or stopped', async () => {
    const { id } = await chat.invoke('chat:create', { projectId: chat.projectId })
    let seen = ''
    answers = (asked) => {
      seen = asked.messages.at(-1)?.content ?? ''
      return { text: '说到一半', cut: true }
    }
    await chat.say(id, '他是谁')
    expect(seen).toContain('他是谁')
    answers = () => ({ text: '停在这里', hang: true })
    const { runId } = await chat.invoke('ai:run', chat.asked(id, '她呢'))
    while (!chat.events.some((event) => event.type === 'text' && event.runId === runId))
      await new Promise((resolve) => setTimeout(resolve, 5))
    expect(JSON.parse(await stored(id)).events.at(-1)).toMatchObject({ type: 'user', content: '她呢' })
    const busy = await chat.dispatch('ai:run', chat.asked(id, '还有呢'))
    expect(busy).toMatchObject({ ok: false, error: { code: 'CONFLICT', details: { why: 'answering' } } })
    await chat.invoke('ai:cancel', { runId })
    await chat.app.services.runs.drain()
    const { events } = await chat.read(id)
    expect(events.map(({ type, content, metadata }) => [type, content, metadata.cutShort])).toEqual([
      ['user', '他是谁', undefined],
      ['assistant', '说到一半', 'failed'],
      ['user', '她呢', undefined],
      ['assistant', '停在这里', 'cancelled'],
    ])
    answers = () => ({ text: '好' })
    expect(between(await chat.say(id, '接着说')).map(({ content }) => content)).toEqual([
      '他是谁',
      '说到一半',
      '她呢',
      '停在这里',
    ])
  })

  test('brings the entries of the names in its last four messages, and of none before', async () => {
    answers = () => ({ text: '好。' })
    const { id } = await chat.invoke('chat:create', { projectId: chat.projectId })
    await chat.say(id, '许三娘为什么留下')
    const entry = '左手缺一根小指'
    const [, first, , second] = await chat.say(id, '她还会怎么做')
    // It stays with the question that it was found for.
    expect([first?.content.includes(entry), second?.content.includes(entry)]).toEqual([true, false])
    const inspected = await chat.invoke('context:inspect', chat.asked(id, '然后呢'))
    expect(inspected.chunks.find(({ text }) => text.includes(entry))).toMatchObject({
      reasonCode: 'in_conversation',
      params: { key: '许三娘', shared: false },
    })
    await chat.say(id, '然后呢')
    expect((await chat.say(id, '说点别的')).at(-1)?.content).not.toContain(entry)
  })

  test('is no instruction of a continuation, in no chapter', async () => {
    answers = () => ({ text: '好。' })
    const { id } = await chat.invoke('chat:create', { projectId: chat.projectId })
    await chat.say(id, '让林远在第一章里跳海', chapter)
    await chat.say(id, '第二章改成大晴天', second)
    const { projectId } = chat
    for (const documentId of [chapter, second]) {
      const request = { projectId, documentId, cursorPosition: 14, skillId: 'continue' }
      const { prompt } = await chat.invoke('context:assemble', request)
      expect(prompt).not.toMatch(/跳海|大晴天/)
    }
  })

  test('sends no secret of an earlier message, and shows it as hidden', async () => {
    answers = () => ({ text: '好。' })
    const { id } = await chat.invoke('chat:create', { projectId: chat.projectId })
    await chat.say(id, `密钥是 ${secret} 吗`)
    const sent = between(await chat.say(id, '别管它'))
    expect(sent[0]?.content).toBe('密钥是 ***REDACTED*** 吗')
    expect(JSON.stringify(server.requests)).not.toContain(secret)
    const { redaction } = await chat.invoke('context:assemble', chat.asked(id, '好'))
    expect(redaction).toContainEqual({
      patternId: expect.any(String),
      sourceRef: `.creonow/conversations/${id}.json`,
      matchCount: 1,
    })
    expect(await stored(id)).toContain(secret)
  })

  test('is sent with the author’s settings, redacted, which no written text is', async () => {
    answers = () => ({ text: '好。' })
    const { projectId } = chat
    const { id } = await chat.invoke('chat:create', { projectId })
    const author = { language: 'zh-Hant', style: `先说结论 ${secret}`, timeZone: 'Asia/Tokyo' } as const
    await chat.invoke('settings:update', { patch: { author } })
    const [system] = await chat.say(id, '在吗')
    const request = { projectId, documentId: chapter, cursorPosition: 14, skillId: 'continue' }
    const { prompt } = await chat.invoke('context:assemble', request)
    await chat.invoke('settings:update', { patch: { author: {} } })
    const [after] = await chat.say(id, '还在吗')
    expect(system?.content).toContain(
      '回答用的语言：繁體中文\n回答的风格：先说结论 ***REDACTED***\n时区：Asia/Tokyo\n写作时间：不固定\n',
    )
    expect([prompt, after?.content].filter((text) => text?.includes('回答用的语言'))).toEqual([])
  })

  test('of 200 turns stays within the budget, in whole turns, and between two overflows begins with the same bytes', async () => {
    const { id } = await chat.invoke('chat:create', { projectId: chat.projectId })
    const { conversation, hash } = await chat.invoke('context:creonow:conversations:read', {
      ...{ projectId: chat.projectId, id },
    })
    const line = (n: number, of: string) => ({
      ...{ id: `${of}${n}`, type: of, role: of, metadata: {}, timestamp: '2026-11-22T08:00:00.000Z' },
      content: `${of === 'user' ? '问' : '答'}${n}：${'雾港的灯塔亮了。'.repeat(1 + (n % 7))}`,
    })
    const all = Array.from({ length: 200 }, (_, n) => [line(n, 'user'), line(n, 'assistant')]).flat()
    const known = new Set(all.map(({ content }) => content))
    let base = hash
    let before = ''
    let overflows = 0
    // The app is asked at every seventh turn: what depends on each turn is the pure part's property.
    for (let n = 7; n <= 200; n += 7) {
      const events = all.slice(0, n * 2) as (typeof conversation)['events']
      base = (
        await chat.invoke('context:creonow:conversations:save', {
          projectId: chat.projectId,
          conversation: { ...conversation, events },
          baseHash: base,
        })
      ).hash
      const prepared = await chat.app.services.context.prepare(chat.asked(id, '继续'))
      const { assembly, result } = await prepared.assemble()
      const messages = assembly.history?.messages ?? []
      expect(messages.at(-1)?.content).toBe(events.at(-1)?.content)
      expect(messages.filter(({ content }) => !known.has(content))).toEqual([])
      expect(result.history?.tokens).toBeLessThanOrEqual(result.budget.historyTokens)
      expect(result.tokenCount + (result.history?.tokens ?? 0)).toBeLessThanOrEqual(
        result.budget.maxInputTokens,
      )
      expect(messages.length + (result.history?.leftOut.overBudget ?? 0)).toBe(events.length)
      const wire = JSON.stringify(messages.map(({ role, content }) => [role, content])).slice(0, -1)
      if (!wire.startsWith(before)) overflows += 1
      before = wire
    }
    expect(overflows).toBeGreaterThan(1)
    expect(overflows).toBeLessThan(27)
  })

  test('reports an answer that cannot be stored, and shows it in full', async () => {
    const { id } = await chat.invoke('chat:create', { projectId: chat.projectId })
    answers = () => ({ text: '没处放', hang: true })
    const { runId } = await chat.invoke('ai:run', chat.asked(id, '说说看'))
    while (!chat.events.some((event) => event.type === 'text' && event.runId === runId))
      await new Promise(setImmediate)
    await rm(join(place.project, `.creonow/conversations/${id}.json`))
    await chat.invoke('ai:cancel', { runId })
    await chat.app.services.runs.drain()
    expect(chat.events.slice(-2)).toEqual([
      { type: 'warning', runId, warning: 'CHAT_NOT_KEPT' },
      expect.objectContaining({ type: 'done', runId, cancelled: true, text: '没处放' }),
    ])
  })

  test('that is full takes no question without room for its answer, and calls no model', async () => {
    const { projectId } = chat
    const { id } = await chat.invoke('chat:create', { projectId })
    const date = '2026-11-22T08:00:00.000Z'
    const line = { type: 'user', role: 'user', content: '在', timestamp: date, metadata: {} }
    const events = Array.from({ length: 19_999 }, (_, n) => ({ id: `e${n}`, ...line }))
    const whole = { version: 1, id, title: '长谈', createdAt: date, updatedAt: date, events }
    const bytes = JSON.stringify(whole)
    await writeFile(join(place.project, `.creonow/conversations/${id}.json`), bytes)
    const asked = server.requests.length
    expect(await chat.dispatch('ai:run', chat.asked(id, '还能说吗'))).toMatchObject({
      ok: false,
      error: { code: 'CONTEXT_INPUT_TOO_LARGE', details: { why: 'messages' } },
    })
    expect(server.requests.length).toBe(asked)
    expect(await stored(id)).toBe(bytes)
  })

  test('can be renamed, deleted and restored; a broken one is left as it is and says so', async () => {
    answers = () => ({ text: '好。' })
    const { projectId } = chat
    const { id } = await chat.invoke('chat:create', { projectId })
    await chat.say(id, '第一句')
    await chat.invoke('chat:rename', { projectId, id, title: '灯塔的事' })
    await chat.say(id, '第二句')
    const titles = async () =>
      (await chat.invoke('context:creonow:conversations:list', { projectId })).conversations
        .filter((one) => one.id === id)
        .map(({ title, messageCount }) => [title, messageCount])
    expect(await titles()).toEqual([['灯塔的事', 4]])
    const bytes = await stored(id)
    await chat.invoke('chat:delete', { projectId, id })
    expect(await titles()).toEqual([])
    const gone = await chat.dispatch('ai:run', chat.asked(id, '还在吗'))
    expect(gone).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    await chat.invoke('chat:restore', { projectId, id })
    expect(await stored(id)).toBe(bytes)
    const again = await chat.dispatch('chat:restore', { projectId, id })
    expect(again).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(await chat.invoke('chat:trash', { projectId })).toEqual({ conversations: [], more: 0 })

    const asked = server.requests.length
    await writeFile(join(place.project, `.creonow/conversations/${id}.json`), '{"version": 1,')
    const broken = await chat.dispatch('ai:run', chat.asked(id, '喂'))
    expect(broken).toMatchObject({ ok: false, error: { code: 'FILE_BROKEN' } })
    expect(await stored(id)).toBe('{"version": 1,')
    expect(server.requests.length).toBe(asked)
  })
})

test('deleted conversations are listed, newest first and without secrets, and removed for good on request', async () => {
  const { projectId } = chat
  const secret = 'sk-proj-q8Zr2Lx7Vt4Nw9Bc3Hd6'
  const titles = ['灯塔的事', `口令 ${secret}`, '写坏的一段']
  const ids: string[] = []
  for (const title of titles) {
    const { id } = await chat.invoke('chat:create', { projectId })
    await chat.invoke('chat:rename', { projectId, id, title })
    if (title === '写坏的一段')
      await writeFile(join(place.project, `.creonow/conversations/${id}.json`), '{"version": 1,')
    await chat.invoke('chat:delete', { projectId, id })
    const kept = join(place.dataFolder, 'projects', projectId, `trash/conversations/${id}.json`)
    await utimes(kept, 1_000_000 + ids.length, 1_000_000 + ids.length)
    ids.push(id)
  }
  const [lamp = '', secretly = '', broken = ''] = ids
  const at = (second: number) => new Date((1_000_000 + second) * 1000).toISOString()
  expect(await chat.invoke('chat:trash', { projectId })).toEqual({
    conversations: [
      { id: broken, title: '', deletedAt: at(2) },
      { id: secretly, title: '口令 ***REDACTED***', deletedAt: at(1) },
      { id: lamp, title: '灯塔的事', deletedAt: at(0) },
    ],
    more: 0,
  })
  const removed = await chat.invoke('chat:trash:empty', { projectId, ids: [broken, secretly, 'nobody'] })
  expect(removed).toEqual({ removed: 2 })
  const outside = await chat.dispatch('chat:trash:empty', { projectId, ids: ['../../settings'] })
  expect(outside.ok).toBe(false)
  const left = await chat.invoke('chat:trash', { projectId })
  expect(left.conversations.map(({ id }) => id)).toEqual([lamp])
  const gone = await chat.dispatch('chat:restore', { projectId, id: broken })
  expect(gone).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  await chat.invoke('chat:trash:empty', { projectId, ids: [lamp] })
})

test('an undecided text at the cursor is read as if it were there, and changes no file', async () => {
  const { projectId } = chat
  const before = await readFile(join(place.project, chapter), 'utf8')
  const at = before.indexOf('。') + 1
  const request = { projectId, documentId: chapter, cursorPosition: at, skillId: 'continue' }
  const { prompt } = await chat.invoke('context:assemble', { ...request, textSoFar: '他回头看了一眼，' })
  expect(prompt).toContain('林远上了岸。他回头看了一眼，')
  expect(await readFile(join(place.project, chapter), 'utf8')).toBe(before)
})
