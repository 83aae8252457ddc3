import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createHistory, type HistoryEvent } from '../../../../main/src/services/conversation/history.ts'
import { newestSummaries, taggedSummary } from '../../../../main/src/services/conversation/newest.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const count = (text: string) => text.length
const user = (id: string, content: string): HistoryEvent => ({ id, type: 'user', content })
const answer = (id: string, content: string): HistoryEvent => ({ id, type: 'assistant', content })
const turn = (n: number, asked: string, said: string) => [user(`u${n}`, asked), answer(`a${n}`, said)]
const idsOf = (events: readonly HistoryEvent[], budgetTokens: number) =>
  createHistory(events)
    .view({ budgetTokens, count })
    .messages.map(({ event }) => event.id)

/** Turns of any length, some of them never answered or answered with nothing. */
const talks = fc
  .array(
    fc.record({
      asked: fc.integer({ min: 1, max: 60 }),
      said: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 120 }) }, fc.constant(0)),
      stored: fc.boolean(),
    }),
    { maxLength: 60 },
  )
  .map((turns) =>
    turns.map(({ asked, said, stored }, n) => {
      const question = user(`u${n}`, '问'.repeat(asked))
      return said > 0 || stored ? [question, answer(`a${n}`, '答'.repeat(said))] : [question]
    }),
  )

describe('the part of a conversation that is sent', () => {
  test('is everything while it fits, in order', () => {
    const events = [...turn(1, '问一', '答一'), ...turn(2, '问二', '答二')]
    expect(createHistory(events).view({ budgetTokens: 8, count })).toEqual({
      messages: [
        { event: events[0], role: 'user', tokens: 2, round: 0 },
        { event: events[1], role: 'assistant', tokens: 2, round: 0 },
        { event: events[2], role: 'user', tokens: 2, round: 1 },
        { event: events[3], role: 'assistant', tokens: 2, round: 1 },
      ],
      tokens: 8,
      leftOut: { overBudget: 0, unanswered: 0 },
    })
  })

  test('loses whole rounds from its beginning until at most half is in use', () => {
    const events = [1, 2, 3, 4, 5].flatMap((n) => turn(n, '问', '答答答'))
    expect(idsOf(events.slice(0, 8), 16)).toEqual(['u1', 'a1', 'u2', 'a2', 'u3', 'a3', 'u4', 'a4'])
    expect(idsOf(events, 16)).toEqual(['u4', 'a4', 'u5', 'a5'])
  })

  test('includes a newest round that fits by itself, and nothing of one that does not', () => {
    const events = [...turn(1, '问', '答'), ...turn(2, '问', '答'.repeat(14))]
    expect(idsOf(events, 16)).toEqual(['u2', 'a2'])
    expect(idsOf(events, 14)).toEqual([])
    expect(idsOf([...events, ...turn(3, '问', '答')], 14)).toEqual(['u3', 'a3'])
  })

  test('has no word that was never answered, nor one that is being answered', () => {
    const events = [user('u0', '喂'), ...turn(1, '问', '答'), user('u2', '问二'), answer('a2', ' \n')]
    const { messages, leftOut } = createHistory(events)
      .append(user('u3', '问三'))
      .view({ budgetTokens: 100, count })
    expect(messages.map(({ event }) => event.id)).toEqual(['u1', 'a1'])
    expect(leftOut).toEqual({ overBudget: 0, unanswered: 3 })
  })

  test('fits, starts with the author, and only grows between two overflows', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(talks, fc.integer({ min: 0, max: 400 }), (turns, budgetTokens) => {
        let before: readonly string[] = []
        let overflows = 0
        for (let end = 1; end <= turns.length; end++) {
          const events = turns.slice(0, end).flat()
          const { messages, tokens } = createHistory(events).view({ budgetTokens, count })
          expect(tokens).toBe(messages.reduce((sum, { event }) => sum + event.content.length, 0))
          expect(tokens).toBeLessThanOrEqual(budgetTokens)
          expect(messages[0]?.role ?? 'user').toBe('user')
          const now = messages.map(({ event }) => event.id)
          const grew = before.every((id, index) => now[index] === id)
          if (!grew) {
            overflows += 1
            // Room again, unless the newest round alone takes it.
            expect(now.length === 2 || tokens <= budgetTokens * 0.5).toBe(true)
          }
          before = now
        }
        const finished = turns.filter((events) => (events[1]?.content ?? '') !== '')
        const all = finished.flat().reduce((sum, { content }) => sum + content.length, 0)
        if (all <= budgetTokens)
          expect({ overflows, sent: before.length }).toEqual({ overflows: 0, sent: finished.length * 2 })
        checked.when(overflows > 0)
      }),
      { numRuns: 150 },
    )
    checked.expectShare(0.1)
  })

  test('has nearly half the budget once so much was written in short rounds', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(
        fc.integer({ min: 40, max: 400 }),
        fc.integer({ min: 40, max: 300 }),
        (budgetTokens, rounds) => {
          checked.when(rounds * 10 > budgetTokens)
          const events = Array.from({ length: rounds }, (_, n) => turn(n, '问', '答'.repeat(9))).flat()
          const { tokens } = createHistory(events).view({ budgetTokens, count })
          expect(tokens).toBeGreaterThan(Math.min(rounds * 10, budgetTokens * 0.5) - 10)
        },
      ),
      { numRuns: 50 },
    )
    checked.expectShare(0.9)
  })
})

test('messages of a summary that does not fit count as older than the budget, not as summed up', () => {
  const covering = (n: number, content: string) => ({
    ...{ id: `s${n}`, type: 'summary', content },
    metadata: {
      compaction: { state: 'summary', covers: { from: `u${n}`, to: `a${n}` }, rounds: 1, messages: 2 },
    },
  })
  const summaries = [covering(1, '第一夜，雾来了。'), covering(2, 'The second night.')]
  const events = [...[1, 2, 3].flatMap((n) => turn(n, '问', '答')), ...summaries]
  const newest = count(taggedSummary('The second night.'))
  const viewWithin = (budgetTokens: number) => {
    const { summaries: sent = [], leftOut } = createHistory(events).view({ budgetTokens, count })
    return { sent: sent.map(({ id }) => id), leftOut }
  }
  expect(viewWithin(2 * newest)).toEqual({
    sent: ['s2'],
    leftOut: { overBudget: 2, unanswered: 0, compacted: 2 },
  })
  expect(viewWithin(2 * newest - 1)).toEqual({ sent: [], leftOut: { overBudget: 4, unanswered: 0 } })
  expect(viewWithin(1000)).toEqual({
    sent: ['s1', 's2'],
    leftOut: { overBudget: 0, unanswered: 0, compacted: 4 },
  })
})

test('summaries take at most half of the budget, the newest first', () => {
  const summaries = ['第一夜，雾来了。', 'The second night.', '第三夜，灯灭了。'].map((content) => ({
    content,
  }))
  const sizes = summaries.map(({ content }) => taggedSummary(content).length)
  const [, second = 0, third = 0] = sizes
  const sentWithin = (budgetTokens: number) => newestSummaries(summaries, budgetTokens, count)
  expect(sentWithin(2 * (second + third))).toEqual({ sent: summaries.slice(1), tokens: second + third })
  expect(sentWithin(2 * (second + third) - 1)).toEqual({ sent: summaries.slice(2), tokens: third })
  expect(sentWithin(2 * third - 1)).toEqual({ sent: [], tokens: 0 })
})
