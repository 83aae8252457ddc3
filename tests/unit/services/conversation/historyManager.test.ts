import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { soundSummary } from '../../../../bench/cache/soundSummary.ts'
import type { ConversationEvent } from '../../../../main/src/contract/creonow.ts'
import {
  type CompactRequest,
  createHistory,
  createHistoryManager,
} from '../../../../main/src/services/conversation/index.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { logOf, talkEvent, talkOf } from '../../../support/talk.ts'

const count = (text: string) => text.length
const codex = ['林远', '沈青', '许三娘', '赵掌柜', '陈九']
const namesIn = async (_project: string, text: string) =>
  codex.filter((name) => text.includes(name)).map((name) => ({ entityId: name, key: name }))

/** A summary with everything that its prompt demands. */
const sound = (instruction: string) => soundSummary('商量当铺一场戏', instruction)

function managed(
  events: readonly ConversationEvent[],
  more: { createTimeoutSignal?: () => AbortSignal } = {},
) {
  const log = logOf(events)
  const asked: { instruction: string; ids: readonly string[] }[] = []
  const manager = createHistoryManager({
    conversations: log.store,
    redact: async (text) => ({ text: text.replaceAll('sk-secret-1234567890', '***REDACTED***') }),
    namesIn,
    onStored: async () => undefined,
    clock: { now: () => 0, monotonic: () => 0 },
    createTimeoutSignal: () => new AbortController().signal,
    ...more,
  })('p1', 'c1')
  const compact = (
    part: Partial<CompactRequest> = {},
    answers: readonly (string | typeof sound)[] = [sound],
  ) =>
    manager.compact({
      ...{
        language: 'zh',
        count,
        modelId: 'm',
        protectedRounds: 10,
        targetTokens: 3000,
        pieceTokens: 100_000,
      },
      signal: new AbortController().signal,
      generate: async ({ rounds, instruction }) => {
        asked.push({ instruction, ids: rounds.flatMap((round) => round.events.map(({ id }) => id)) })
        const answer = answers[Math.min(asked.length, answers.length) - 1] ?? ''
        return typeof answer === 'string' ? answer : answer(instruction)
      },
      ...part,
    })
  return { ...log, manager, asked, compact }
}

const turns = (n: number) =>
  talkOf(
    n,
    (at) => `第${at}问：${'林远把表当给了赵掌柜，这件事要怎么写才好。'.repeat(6)}`,
    (at) => `第${at}答：${'可以先写沈青在门外等他，再写许三娘的算盘声。'.repeat(6)}`,
  )
const contentOf = (events: readonly ConversationEvent[]) => events.at(-1)?.content ?? ''

describe('the compaction of history', () => {
  const due = (lastUsageTokens: number, inputTokens: number, part = {}, messages = 3) =>
    managed(
      Array.from({ length: messages }, (_, n) =>
        talkEvent(n, n === 0 ? 'user' : 'assistant', '话', n === 2 ? { usageTokens: lastUsageTokens } : {}),
      ),
    ).manager.isDue({ inputTokens, outputReserveTokens: 4096, ...part })

  test('starts exactly at 0.8 of a window of 200,000 when the window is unknown', async () => {
    expect([await due(150_000, 9_999), await due(150_000, 10_000)]).toEqual([false, true])
  })
  test('starts at 0.8 of the model’s window, or where the answer would lack room', async () => {
    const own = { windowTokens: 32_000 }
    expect([await due(25_000, 599, own), await due(25_000, 600, own)]).toEqual([false, true])
    const reserving = { windowTokens: 32_000, outputReserveTokens: 12_000 }
    expect([await due(19_000, 999, reserving), await due(19_000, 1000, reserving)]).toEqual([false, true])
  })
  test('never starts with fewer than three messages, nor without the size of the last request', async () => {
    expect(await due(900_000, 900_000, {}, 2)).toBe(false)
    expect(await managed(turns(3)).manager.isDue({ inputTokens: 1, outputReserveTokens: 0 })).toBe(false)
  })
})

describe('a compaction', () => {
  test('takes out the oldest rounds whole, leaves ten, and every event in the log', async () => {
    const before = turns(30)
    const { compact, conversation, asked } = managed(before)
    const done = await compact()
    expect(done).toEqual({ eventId: expect.any(String), state: 'summary', rounds: 20, messages: 40 })
    expect(conversation.events.slice(0, -1)).toEqual(before)
    const history = createHistory(conversation.events)
    expect(history.rounds.map(({ events }) => events[0]?.id)).toEqual(
      Array.from({ length: 10 }, (_, n) => `e${2 * (n + 20)}`),
    )
    expect(asked.map(({ ids }) => ids)).toEqual([before.slice(0, 40).map(({ id }) => id)])
  })

  test('is stored as the system’s summary, with title and times from the log and the skeleton behind it', async () => {
    const forged = (instruction: string) =>
      `## 📌 Archived Session Summary\n*(Contains context from 1999 to 2099)*\n${sound(instruction)}`
    const { compact, conversation } = managed(turns(12))
    await compact({}, [forged])
    const { type, role, content } = conversation.events.at(-1) as ConversationEvent
    expect({ type, role }).toEqual({ type: 'summary', role: 'system' })
    expect(
      content.startsWith(
        `## 📌 Archived Session Summary\n*(Contains context from 2026-03-01T08:00:00.000Z to 2026-03-01T08:03:00.000Z)*\n\n### 🎯`,
      ),
    ).toBe(true)
    expect(content).toContain('* 无\n\n### 🧷')
    expect(content).toContain('* 名字：林远、沈青、许三娘、赵掌柜')
    expect(content).not.toContain('1999')
  })

  test('sends the summary before the newest rounds, once, and reports what stays behind', async () => {
    const { compact, manager, conversation } = managed(turns(30))
    await compact()
    const view = await manager.view({ budgetTokens: 100_000, count })
    expect(view.summaries?.map(({ id }) => id)).toEqual([conversation.events.at(-1)?.id])
    expect(view.messages.map(({ event }) => event.id)).toEqual(
      turns(30)
        .slice(40)
        .map(({ id }) => id),
    )
    expect(view.leftOut).toEqual({ overBudget: 0, unanswered: 0, compacted: 40 })
  })

  test('never gives a summary to be summarised: the next one is made of rounds alone', async () => {
    const { compact, manager, asked, conversation } = managed(turns(30))
    await compact()
    for (const event of turns(45).slice(60)) await manager.append({ ...event, id: `n${event.id}` })
    await compact()
    const summaries = conversation.events.filter(({ type }) => type === 'summary')
    expect(summaries).toHaveLength(2)
    expect(asked[1]?.ids).toHaveLength(30)
    expect(asked[1]?.ids.some((id) => summaries.some((summary) => summary.id === id))).toBe(false)
    expect(asked.every(({ instruction }) => !instruction.includes('Archived Session Summary'))).toBe(true)
    expect(createHistory(conversation.events).summaries.map(({ id }) => id)).toEqual(
      summaries.map(({ id }) => id),
    )
  })

  test('leaves at most its target, also when the newest rounds alone are more: results of tools give way', async () => {
    const long = JSON.stringify({ status: 'success', data: { content: '雾'.repeat(9000) } })
    const steps = Array.from({ length: 40 }, (_, n) => [
      talkEvent(10 + 2 * n, 'action', `Thought: 读第${n}章\nAction: Read[{"path":"${n}.md"}]`),
      talkEvent(11 + 2 * n, 'observation', long),
    ]).flat()
    const round = [talkEvent(0, 'user', '哪里矛盾？'), ...steps, talkEvent(99, 'assistant', '第三章。')]
    const { compact, manager, asked, conversation } = managed(round)
    expect(await compact({ targetTokens: 100_000 })).toMatchObject({ state: 'shortened', rounds: 0 })
    expect(asked).toEqual([])
    const [sent] = await manager.rounds()
    const tokens = sent?.events.reduce((sum, { content }) => sum + content.length, 0)
    expect(tokens).toBeLessThanOrEqual(100_000)
    expect(tokens).toBeGreaterThan(80_000)
    expect(sent?.events.map(({ id, type }) => [id, type])).toEqual(round.map(({ id, type }) => [id, type]))
    expect(JSON.parse(sent?.events[2]?.content ?? '')).toMatchObject({
      status: 'success',
      data: { truncated: true },
    })
    expect(conversation.events.slice(0, -1)).toEqual(round)
  })

  test('leaves at most its target where ten rounds of prose alone are more: all stay, each cut to its two ends', async () => {
    const prose = (n: number) =>
      `　　第${n}段：${'许三娘提着灯走过石阶，𠮷字旗在雾里一动不动。'.repeat(60)}完${n}。`
    const talk = talkOf(10, (n) => `第${n}问：怎么写？`, prose)
    talk[3] = { ...(talk[3] as ConversationEvent), metadata: { pinned: '完1。' } }
    const { compact, manager, conversation, asked, store } = managed(talk)
    const done = await compact({ targetTokens: 8000, trimProse: true })
    expect([done?.state, asked]).toEqual(['shortened', []])
    const sent = await manager.rounds()
    expect(sent.map(({ events }) => events.map(({ id }) => id))).toEqual(
      Array.from({ length: 10 }, (_, n) => [`e${2 * n}`, `e${2 * n + 1}`]),
    )
    const contents = sent.flatMap(({ events }) => events.map(({ content }) => content))
    const tokens = contents.reduce((sum, content) => sum + content.length, 0)
    expect([tokens <= 8000, tokens > 7000]).toEqual([true, true])
    expect(contents[3]).toBe(prose(1))
    expect([contents[5]?.startsWith('　　第2段：'), contents[5]?.endsWith('完2。')]).toEqual([true, true])
    expect(contents.filter((content) => !content.isWellFormed())).toEqual([])
    // The next one, which takes them out, is made of what was said, not of what was sent.
    for (const event of turns(22).slice(20)) await manager.append({ ...event, id: `n${event.id}` })
    const raw: string[] = []
    await compact({
      targetTokens: 8000,
      trimProse: true,
      generate: async ({ rounds, instruction }) => {
        raw.push(...rounds.flatMap(({ events }) => events.map(({ content }) => content)))
        return sound(instruction)
      },
    })
    expect(raw.slice(0, 2)).toEqual(talk.slice(0, 2).map(({ content }) => content))
    expect(conversation.events.slice(0, 20)).toEqual(talk)
    await store.amend('p1', 'c1', (events) => events.filter(({ type }) => type !== 'summary'))
    expect((await manager.rounds()).flatMap(({ events }) => events).slice(0, 20)).toEqual(talk)
  })

  test('of a conversation, whose view is bounded by its own budget, leaves the prose of ten rounds as it is', async () => {
    expect(await managed(turns(10)).compact({ targetTokens: 500 })).toBeUndefined()
  })

  test('does nothing when there is nothing to take out, or too little', async () => {
    expect(await managed(turns(10)).compact({ targetTokens: 100_000 })).toBeUndefined()
    expect(await managed(turns(19)).compact({ viewTokens: 100_000, targetTokens: 100 })).toBeUndefined()
  })

  test('of a conversation leaves no hole: every message is sent, summed up, or not yet answered', async () => {
    const checked = countedChecks()
    const turn = fc.record({ asked: fc.nat({ max: 60 }), said: fc.nat({ max: 300 }) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(turn, { minLength: 4, maxLength: 40 }),
        fc.integer({ min: 800, max: 4000 }),
        fc.constantFrom(1, 3, 10),
        async (talk, viewTokens, protectedRounds) => {
          const events = talk.flatMap(({ asked, said }, n) => [
            talkEvent(2 * n, 'user', `问${'林远？'.repeat(asked)}`),
            ...(said === 0 ? [] : [talkEvent(2 * n + 1, 'assistant', `答${'也许。'.repeat(said)}`)]),
          ])
          const { compact, manager, conversation } = managed(events)
          const done = await compact({ protectedRounds, targetTokens: viewTokens, viewTokens })
          checked.when(done !== undefined)
          const view = await manager.view({ budgetTokens: viewTokens, count })
          const { messages, summaries = [], leftOut } = view
          const { compacted, rounds } = createHistory(conversation.events)
          const gone = compacted.flatMap((round) => (round.finished ? round.events : [])).length
          // A summary that takes more than half of the room is not sent: what it replaces is counted instead.
          expect(leftOut.overBudget).toBe(summaries.length > 0 ? 0 : gone)
          expect(leftOut.compacted ?? 0).toBe(summaries.length > 0 ? gone : 0)
          const accounted = [
            ...messages.map(({ event }) => event),
            ...compacted.flatMap((round) => round.events),
            ...rounds.flatMap((round) => (round.finished ? [] : round.events)),
          ]
          const idsOf = (some: readonly ConversationEvent[]) => some.map(({ id }) => id).toSorted()
          expect(idsOf(accounted)).toEqual(idsOf(events))
        },
      ),
      { numRuns: 150 },
    )
    checked.expectShare(0.3)
  })

  test('that is undone leaves the history byte for byte as it was', async () => {
    const { compact, manager, conversation, store } = managed(turns(30))
    const before = JSON.stringify([conversation, await manager.view({ budgetTokens: 9000, count })])
    const done = await compact()
    expect(JSON.stringify([conversation, await manager.view({ budgetTokens: 9000, count })])).not.toBe(before)
    await store.amend('p1', 'c1', (events) => events.filter(({ id }) => id !== done?.eventId))
    expect(JSON.stringify([conversation, await manager.view({ budgetTokens: 9000, count })])).toBe(before)
  })

  test('requests in the language of the book, with numbered beginnings and what is pinned, and without secrets', async () => {
    const talk = turns(20)
    const fact = '陈九左手缺一根小指。'
    talk[0] = talkEvent(0, 'user', `钥匙是 sk-secret-1234567890。${talk[0]?.content}`, { pinned: fact })
    const { compact, asked } = managed(talk)
    await compact({}, [(instruction) => `${sound(instruction)}\n${fact}`])
    expect(asked).toHaveLength(1)
    expect(asked[0]?.instruction).toContain('从第 1 条到第 20 条消息')
    expect(asked[0]?.instruction).toContain('#1 作者: 钥匙是 ***REDACTED***')
    expect(asked[0]?.instruction).toContain(fact)
    expect(JSON.stringify(asked)).not.toContain('sk-secret')
  })

  test('divides what exceeds one request, each part with a summary of its own', async () => {
    const { compact, asked, conversation } = managed(turns(40))
    await compact({ pieceTokens: 3000 })
    const made = conversation.events.filter(({ type }) => type === 'summary')
    expect(made.length).toBe(asked.length)
    expect(made.length).toBeGreaterThan(1)
    expect(asked.flatMap(({ ids }) => ids)).toEqual(turns(30).map(({ id }) => id))
    expect(createHistory(conversation.events).rounds).toHaveLength(10)
  })
})

describe('an unsound summary', () => {
  const refused = async (answers: readonly (string | typeof sound)[], talk = turns(30)) => {
    const { compact, conversation, asked, manager } = managed(talk)
    const done = await compact({}, answers)
    const { messages, summaries } = await manager.view({ budgetTokens: 100_000, count })
    return {
      ...{ state: done?.state, said: contentOf(conversation.events), times: asked.length },
      ...{ sent: messages.length, summaries, again: asked[1]?.instruction },
    }
  }
  const left = {
    ...{ state: 'rejected', times: 2, sent: 20 },
    // What code takes out of them stands in its place.
    said: expect.stringMatching(
      /The summary was not taken, keeping recent history only\.\n\n### 🧷 [^\n]+\n\* 名字：林远、沈青、许三娘、赵掌柜\n\* 数字：0、1、2/,
    ),
    summaries: [expect.objectContaining({ type: 'summary' })],
  }

  test('is refused because it grows', async () => {
    const made = await refused(['长'.repeat(20_000)])
    expect(made).toEqual({ ...left, again: expect.stringContaining('比原文还长') })
  })
  test('is refused because it loses a pinned fact, though the skeleton is whole', async () => {
    const talk = turns(30)
    talk[3] = { ...(talk[3] as ConversationEvent), metadata: { pinned: '表是怀表，不是手表。' } }
    expect(await refused([sound, (asked) => `${sound(asked)} 表是怀表`], talk)).toEqual({
      ...left,
      said: expect.stringContaining('recent history only.\n* 表是怀表，不是手表。\n\n### 🧷'),
      again: expect.stringContaining('钉住的话'),
    })
    expect((await refused([sound, (asked) => `${sound(asked)}\n表是怀表，不是手表。`], talk)).state).toBe(
      'summary',
    )
  })
  test('that drops pinned facts by chance is asked for again and then refused: all twenty stay, every time', async () => {
    const facts = Array.from(
      { length: 20 },
      (_, n) => `钥匙“丙”在屋子${'东南西北'[n % 4]}边的箱子${'甲'.repeat(n + 1)}里。`,
    )
    const [lossy, refusedOnes] = [countedChecks(), countedChecks()]
    await fc.assert(
      fc.asyncProperty(
        // Of each answer: which facts it has; each is dropped with p = 0.3, in a fifth of the answers none.
        fc.array(
          fc.oneof(
            { weight: 4, arbitrary: fc.array(fc.nat({ max: 9 }), { minLength: 20, maxLength: 20 }) },
            { weight: 1, arbitrary: fc.constant(facts.map(() => 9)) },
          ),
          { minLength: 2, maxLength: 2 },
        ),
        async (answers) => {
          const talk = turns(40).map((event, n) =>
            n % 2 === 0 && n < 40 ? { ...event, metadata: { pinned: facts[n / 2] ?? '' } } : event,
          )
          const { compact, conversation, asked, manager } = managed(talk)
          const done = await compact(
            {},
            answers.map((chances) => (instruction: string) => {
              const present = facts.filter((_, n) => (chances[n] ?? 0) >= 3)
              return [sound(instruction), ...present.map((fact) => `* ${fact}`)].join('\n')
            }),
          )
          const isWhole = answers.map((chances) => chances.every((chance) => chance >= 3))
          lossy.when(!isWhole[0])
          refusedOnes.when(!isWhole.includes(true))
          expect([done?.state, asked.length]).toEqual([
            isWhole.includes(true) ? 'summary' : 'rejected',
            isWhole[0] ? 1 : 2,
          ])
          const { summaries } = await manager.view({ budgetTokens: 100_000, count })
          const sent = (summaries ?? []).map(({ content }) => content).join('')
          expect(facts.filter((fact) => !sent.includes(fact))).toEqual([])
          expect(contentOf(conversation.events)).toBe(sent)
        },
      ),
      { numRuns: 40 },
    )
    lossy.expectShare(0.5)
    refusedOnes.expectShare(0.3)
  })
  test.each([
    ['names', '漏了人名'],
    ['numbers', '漏了作者写的数字'],
  ] as const)('is refused because it leaves %s to the skeleton', async (what, told) => {
    const without = (asked: string) =>
      sound(asked.replace(what === 'names' ? /^这些名字都要写到：.*$/m : /^这些数字都要写到：.*$/m, ''))
    expect(await refused([without])).toEqual({ ...left, again: expect.stringContaining(told) })
  })
  test('is refused because it is empty', async () => {
    expect(await refused(['', ' \n'])).toEqual({ ...left, again: expect.stringContaining('空的') })
  })
})

describe('a summary that takes too long', () => {
  test('is given up at its deadline: the recent history stays, with the documented words', async () => {
    const timeout = new AbortController()
    const { compact, manager, conversation } = managed(turns(30), {
      createTimeoutSignal: () => timeout.signal,
    })
    const done = await compact({
      generate: (_asked, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error))
          timeout.abort(new Error('late'))
        }),
    })
    expect(done).toMatchObject({ state: 'timedOut', rounds: 20 })
    expect(contentOf(conversation.events)).toMatch(
      /Summary generation timed out, keeping recent history only\.\n\n### 🧷 [^\n]+\n\* 名字：林远/,
    )
    expect((await manager.rounds()).length).toBe(10)
    expect((await manager.view({ budgetTokens: 1e6, count })).summaries).toHaveLength(1)
  })

  test('changes nothing when the author cancels it', async () => {
    const { compact, conversation } = managed(turns(30))
    const author = new AbortController()
    const going = compact({
      signal: author.signal,
      generate: (_asked, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('cancelled')))
          author.abort()
        }),
    })
    await expect(going).rejects.toThrow('cancelled')
    expect(conversation.events).toEqual(turns(30))
  })
})
