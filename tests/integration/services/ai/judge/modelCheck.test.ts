import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Receipt } from '../../../../../main/src/contract/context.ts'
import type { RunEvent } from '../../../../../main/src/contract/events.ts'
import type { DeepReadonly } from '../../../../../main/src/contract/shared.ts'
import { sha256Hex } from '../../../../../main/src/lib/hash.ts'
import type { TestApp } from '../../../../support/app.ts'
import {
  beginStream,
  type ChatServer,
  endStream,
  sendDelta,
  sendUsage,
  startChatServer,
} from '../../../../support/chatServer.ts'
import { startNovel } from '../../../../support/novel.ts'

const chapter = 'manuscript/002-夜钟.md'
const entry = (front: string, body: string) => `---\n${front}\n---\n${body}\n`
const constraint = (id: string, text: string, kind: string) => ({
  ...{ id, text, kind, priority: 100, updatedAt: '2026-11-21T09:00:00.000Z' },
})
const files = {
  'manuscript/001-靠岸.md': '# 第一章 靠岸\n\n　　林远上了岸。魏伯死在灯塔里。\n',
  [chapter]: '# 第二章 夜钟\n\n　　雾起了，林远站在码头上。\n',
  'manuscript/003-灯塔.md': '# 第三章 灯塔\n\n　　灯亮了。\n',
  '.creonow/rules/constraints.json': JSON.stringify({
    version: 2,
    items: [
      constraint('calm', '林远性格冷静，不会大声喊叫', 'character'),
      constraint('no-magic', '本世界没有魔法', 'world'),
      constraint('marks', '避免使用省略号', 'style'),
    ],
  }),
  '.creonow/characters/林远.md': entry('id: lin\nname: 林远\ntype: character', '眼睛是灰色的。'),
  '.creonow/characters/魏伯.md': entry(
    'id: wei\nname: 魏伯\ntype: character\nprogressions:\n  - from: manuscript/001-靠岸.md\n    text: 死在灯塔里。\n    state: 已死\n  - from: manuscript/003-灯塔.md\n    text: 他的秘密被人发现。',
    '守塔人。口令是 password=Zx81Kq02Lm44Pw。',
  ),
  '.creonow/characters/沈既明.md': entry(
    'id: shen\nname: 沈既明\ntype: character\nfrom: manuscript/003-灯塔.md',
    '当家。',
  ),
}

const written = '林远大吼一声。魏伯说：“上来吧。”雾散了。'
type Response = Parameters<Parameters<typeof startChatServer>[0]>[0]
const json = (findings: unknown) => JSON.stringify({ findings })
const shout = { rule: 1, quote: '林远大吼一声。', why: '他喊了' }

let app: TestApp
let server: ChatServer
/** What the server does with each request in turn; the last one goes on. */
let answers: ((response: Response) => void)[] = []

const says =
  (text: string, input = 1000) =>
  (response: Response): void => {
    beginStream(response)
    sendDelta(response, text, 'stop')
    sendUsage(response, {
      prompt_tokens: input,
      completion_tokens: 30,
      prompt_tokens_details: { cached_tokens: 900 },
    })
    endStream(response)
  }

beforeAll(async () => {
  app = await startNovel(files, [], { timeouts: { sleep: async () => undefined } })
})
afterAll(() => app.remove())
beforeEach(async () => {
  server = await startChatServer((response, number) =>
    answers[Math.min(number, answers.length) - 1]?.(response),
  )
  await connect()
})
afterEach(() => server.close())

async function connect() {
  const provider = { id: 'local', name: '本机', baseUrl: server.baseUrl, models: ['m'] }
  await app.invoke('settings:update', { patch: { providers: [provider] } })
  await choose({ model: true, rewrite: false })
}

const choose = (chosen: { model: boolean; rewrite: boolean }) =>
  app.invoke('settings:update', { patch: { judge: { [app.projectId]: chosen } } })

async function run(
  skillId = 'continue',
  onEvent: (event: DeepReadonly<RunEvent>, runId: string) => void = () => undefined,
) {
  const events: DeepReadonly<RunEvent>[] = []
  const input = {
    projectId: app.projectId,
    documentId: chapter,
    cursorPosition: 24,
    skillId,
    modelId: 'local/m',
  }
  const { finished } = await app.app.services.runs.start(input, (event) => {
    events.push(event)
    onEvent(event, event.runId)
  })
  await finished
  const done = events.at(-1)
  if (done?.type !== 'done') throw new Error(`ended with ${JSON.stringify(done)}`)
  const found = done.judged?.findings.map(({ kind, code, quote }) => `${kind} ${code} ${quote}`)
  return { events, done, found, why: [...new Set(done.judged?.notChecked.map(({ why }) => why))] }
}
const bodies = () => server.requests.map(({ body }) => body.messages as { role: string; content: string }[])

describe('a model that checks a text', () => {
  it('reads it after the same words as the run, and each of its findings has place, constraint and kind, with the price', async () => {
    const dead = { rule: 0, quote: '魏伯说：“上来吧。”', why: '他已经死了', entry: '魏伯' }
    answers = [says(written), says(json([dead, shout]), 1200)]
    const { done, events } = await run()
    expect(done.text).toBe(written)
    expect(done.judged).toEqual({
      findings: [
        {
          ...{ kind: 'character', constraintId: 'calm', constraint: '林远性格冷静，不会大声喊叫' },
          ...{ from: 0, to: 7, quote: '林远大吼一声。', code: 'model', params: { why: '他喊了' } },
        },
        {
          ...{ kind: 'continuity', from: 7, to: 17, quote: '魏伯说：“上来吧。”' },
          ...{ code: 'codex', params: { entry: '魏伯', why: '他已经死了' } },
        },
      ],
      checked: ['character', 'continuity', 'plot', 'style', 'world'],
      notChecked: [],
    })
    const [first = [], second = []] = bodies()
    expect(second.map(({ role }) => role)).toEqual(first.map(({ role }) => role))
    expect(second[0]).toEqual(first[0])
    expect(second[1]?.content.startsWith(first[1]?.content ?? '-')).toBe(true)
    const tail = second[1]?.content.slice(first[1]?.content.length) ?? ''
    // As of this chapter: dead already, and the secret of the next one not told. Redacted like everything sent.
    expect(tail).toContain('魏伯（已死）')
    expect(tail).not.toContain('秘密')
    expect(tail).not.toContain('Zx81Kq02Lm44Pw')
    expect(tail).not.toContain('避免使用省略号')
    const usages = events.flatMap((event) => (event.type === 'usage' ? [event.usage] : []))
    expect(usages).toEqual([
      { inputTokens: 1000, cachedInputTokens: 900, outputTokens: 30 },
      { inputTokens: 2200, cachedInputTokens: 1800, outputTokens: 60 },
    ])
    expect(events.map(({ type }) => type).indexOf('judging')).toBeGreaterThan(0)
  })

  it('finds eyes of another colour by the entry that has theirs', async () => {
    const eyes = { rule: 0, quote: '他蓝色的眼睛眯了起来。', why: '设定里是灰色', entry: '林远' }
    answers = [says('林远抬起头。他蓝色的眼睛眯了起来。'), says(json([eyes]))]
    const { done } = await run()
    expect(done.judged?.findings).toEqual([
      {
        ...{ kind: 'continuity', from: 6, to: 17, quote: '他蓝色的眼睛眯了起来。' },
        ...{ code: 'codex', params: { entry: '林远', why: '设定里是灰色' } },
      },
    ])
    expect(
      bodies()
        .at(-1)
        ?.map(({ content }) => content)
        .join(''),
    ).toContain('眼睛是灰色的。')
  })

  it.each([
    ['in prose', `核对完了：\n\`\`\`json\n${json([shout])}\n\`\`\`\n没有别的。`],
    ['behind its thinking', `<think>林远喊了吗？{"findings":[]}</think>\n${json([shout])}`],
  ])('may give its answer %s', async (_how, answer) => {
    answers = [says(written), says(answer)]
    expect((await run()).found).toEqual(['character model 林远大吼一声。'])
  })

  it.each(['不存在的人', 'Nobody', '', '沈既明'])(
    'finds nothing by an entry that it has not read: “%s”',
    async (invented) => {
      answers = [
        says(written),
        says(json([{ rule: 0, quote: '魏伯说：“上来吧。”', why: '他已经死了', entry: invented }])),
      ]
      const { found, why } = await run()
      expect({ found, why }).toEqual({ found: [], why: [] })
    },
  )

  it('finds nothing in a sentence that is not in the text, by a rule that was not sent, or in two characters', async () => {
    const none = [
      { ...shout, quote: '林远大吼了一声。' },
      { ...shout, rule: 9 },
      { ...shout, quote: '林远' },
      { ...shout, quote: '  ' },
    ]
    answers = [says(written), says(json(none))]
    const { found, why } = await run()
    expect({ found, why }).toEqual({ found: [], why: [] })
  })

  it('is asked once more when its answer is unusable, and then the text is unchecked', async () => {
    answers = [says(written), says('没有问题。'), says(json([shout]))]
    expect((await run()).found).toEqual(['character model 林远大吼一声。'])
    answers = [says(written), says('没有问题。')]
    await server.close()
    server = await startChatServer((response, number) => answers[Math.min(number, 2) - 1]?.(response))
    await connect()
    const { found, why, done } = await run()
    expect({ found, why, asked: server.requests.length }).toEqual({ found: [], why: ['malformed'], asked: 3 })
    expect(done.judged).toMatchObject({
      checked: ['plot', 'style'],
      notChecked: [
        { kind: 'continuity', count: 1 },
        { kind: 'character', count: 1 },
        { kind: 'world', count: 1 },
      ],
    })
  })

  it('is given up when its answer does not come in time, and the text has no finding', async () => {
    const usual = app
    app = await startNovel(files, [], { timeouts: { judgeMs: 50 } })
    await connect()
    answers = [says(written), (response) => void beginStream(response)]
    const { found, why, done } = await run().finally(() => app.remove())
    app = usual
    expect({ found, why, text: done.text }).toEqual({ found: [], why: ['late'], text: written })
  })

  it.each([
    [
      'refused',
      'refused',
      (response: Response): void => {
        beginStream(response)
        sendDelta(response, '', 'content_filter')
        endStream(response)
      },
    ],
    ['broken', 'failed', (response: Response): void => void response.writeHead(401).end('{}')],
    [
      'cut off',
      'failed',
      (response: Response): void => {
        beginStream(response)
        sendDelta(response, '{"findings":[{"rule":1,"quote":"林远大吼一声。"')
        response.destroy()
      },
    ],
  ] as const)('leaves the reason when its answer is %s', async (_how, expected, answer) => {
    answers = [says(written), answer]
    const { found, why, done } = await run()
    expect({ found, why, text: done.text }).toEqual({ found: [], why: [expected], text: written })
  })

  it('can be stopped without stopping the run', async () => {
    answers = [says(written), (response) => void beginStream(response)]
    const { done, why } = await run('continue', ({ type }, runId) => {
      if (type === 'judging') app.app.services.runs.cancel(runId)
    })
    expect({ ...done, judged: why }).toMatchObject({ cancelled: false, text: written, judged: ['cancelled'] })
  })

  it('is not asked while the author has not chosen that, by the example model, or about what only shows', async () => {
    await choose({ model: false, rewrite: false })
    answers = [says(written)]
    expect((await run()).why).toEqual(['off'])
    await choose({ model: true, rewrite: false })
    expect((await run('critique')).done.judged).toBeUndefined()
    expect(server.requests).toHaveLength(2)
  })
})

describe('the record of the questions behind a run', () => {
  const receiptOf = async (receiptId: string | null) => {
    if (receiptId === null) throw new Error('a run without a receipt')
    const { receipt } = await app.invoke('context:receipt:read', { projectId: app.projectId, receiptId })
    return receipt as Receipt
  }

  it('has them word for word with the price of each, and is stored without their words', async () => {
    answers = [says(written), says('不是 JSON', 1200), says(json([]), 1300)]
    const { done } = await run()
    const [first = [], ...others] = bodies()
    const sent = others.map((body) => body[1]?.content.slice((first[1]?.content ?? '').length + 2))
    expect(done.followUps?.map(({ purpose, question }) => [purpose, question])).toEqual([
      ['check', sent[0]],
      ['check', sent[1]],
    ])
    const usage = (inputTokens: number) => ({ inputTokens, cachedInputTokens: 900, outputTokens: 30 })
    expect(done.followUps?.map(({ spending }) => spending?.usage)).toEqual([usage(1200), usage(1300)])
    const { followUps, spending } = await receiptOf(done.receiptId)
    expect(followUps?.map(({ questionHash }) => questionHash)).toEqual(
      done.followUps?.map(({ question }) => sha256Hex(question)),
    )
    expect(JSON.stringify(followUps)).not.toContain('林远')
    expect(spending?.usage.inputTokens).toBe(1000 + 1200 + 1300)
  })

  it('is there when nothing was answered, and not when there was no question', async () => {
    const none = (response: Response) => {
      response.statusCode = 400
      response.end('{}')
    }
    answers = [says(written), none]
    const { done } = await run()
    expect(done.followUps?.map(({ purpose, spending }) => [purpose, spending])).toEqual([
      ['check', undefined],
    ])
    await choose({ model: false, rewrite: false })
    answers = [says(written)]
    const plain = await run()
    expect(plain.done.followUps).toBeUndefined()
    expect((await receiptOf(plain.done.receiptId)).followUps).toBeUndefined()
  })
})

describe('names before their chapter', () => {
  it('are found by the codex, unless the author requested them', async () => {
    await choose({ model: false, rewrite: false })
    answers = [says('门开了，沈既明走进来。')]
    const { done } = await run()
    expect(done.judged?.findings).toMatchObject([
      { kind: 'plot', code: 'name_early', params: { name: '沈既明', chapter: '第三章 灯塔' } },
    ])
  })
})

describe('a text with findings', () => {
  const better = '林远压低了声音。雾散了。'

  it('is written once more, after the same words, and both texts and the findings are reported', async () => {
    await choose({ model: false, rewrite: true })
    answers = [says('雾散了……'), says(better)]
    const { done, events, found } = await run()
    expect({ text: done.text, found }).toEqual({ text: better, found: [] })
    expect(done.rewriting).toMatchObject({
      ...{ state: 'replaced', text: '雾散了……' },
      findings: [{ constraintId: 'marks', quote: '雾散了……' }],
    })
    const { receipt } = await app.invoke('context:receipt:read', {
      projectId: app.projectId,
      receiptId: done.receiptId ?? '',
    })
    expect(receipt.judged).toEqual({
      ...{ textHash: sha256Hex(better), checked: ['plot', 'style'], findings: [] },
      notChecked: done.judged?.notChecked,
      rewriting: { state: 'replaced', textHash: sha256Hex('雾散了……'), findings: 1 },
    })
    expect(JSON.stringify(receipt)).not.toContain('雾散了')
    const [first = [], second = []] = bodies()
    expect(second[0]).toEqual(first[0])
    expect(second[1]?.content.startsWith(first[1]?.content ?? '-')).toBe(true)
    expect(second[1]?.content).toContain('避免使用省略号（见“雾散了……”）')
    const shown = events.flatMap((event) =>
      event.type === 'text' ? [event.delta] : event.type === 'rewriting' ? [`|${event.text}|`] : [],
    )
    expect(shown.join('')).toBe(`雾散了……|雾散了……|${better}`)
  })

  it('is never written a third time', async () => {
    await choose({ model: false, rewrite: true })
    answers = [says('雾散了……')]
    const { found } = await run()
    expect({ found, asked: server.requests.length }).toEqual({ found: ['style mark 雾散了……'], asked: 2 })
  })

  it('stays when the second is not completed, and the fragment of that is stored with it', async () => {
    await choose({ model: false, rewrite: true })
    answers = [
      says('雾散了……'),
      (response) => {
        beginStream(response)
        sendDelta(response, '林远压')
        setTimeout(() => response.destroy(), 100)
      },
    ]
    const { done, found } = await run()
    expect({ text: done.text, cancelled: done.cancelled, found }).toEqual({
      ...{ text: '雾散了……', cancelled: false },
      found: ['style mark 雾散了……'],
    })
    expect(done.rewriting).toEqual({ state: 'failed', text: '林远压', findings: [], error: 'AI_STREAM_CUT' })
  })

  it('stays when the author stops the second', async () => {
    await choose({ model: false, rewrite: true })
    answers = [says('雾散了……'), (response) => void beginStream(response)]
    const { done } = await run('continue', ({ type }, runId) => {
      if (type === 'rewriting') app.app.services.runs.cancel(runId)
    })
    expect({ text: done.text, rewriting: done.rewriting }).toEqual({
      text: '雾散了……',
      rewriting: { state: 'cancelled', text: '', findings: [] },
    })
  })
})
