import { describe, expect, it } from 'vitest'
import { agentHistory } from '../../../../main/src/services/agent/agentHistory.ts'

const count = (text: string) => text.length
let last = 0
const nextId = () => {
  last += 1
  return String(last)
}
const event = (type: 'user' | 'action' | 'observation' | 'plan' | 'assistant', content: string) => ({
  ...{ id: nextId(), type, content },
  metadata: { taskId: 'c~1' },
})
const round = (name: string) => [
  event('user', `改${name}`),
  event('action', `Thought: 找。\nAction: Grep[{"pattern":"${name}"}]`),
  event('observation', '{"status":"success","data":{"count":2}}'),
  event('plan', '[0/1 done]'),
  event('action', 'Thought: 改。\nAction: MultiEdit[{}]'),
  event('observation', '{"status":"success","data":{"applied":true}}'),
  event('assistant', `${name}改好了`),
]

describe('agentHistory', () => {
  it('has a finished round in turns, as it was written, with what history stores of each result', () => {
    expect(agentHistory(round('林远'), 10_000, count, '【已经做的步骤】')).toEqual({
      messages: [
        { role: 'user', content: '改林远' },
        { role: 'assistant', content: 'Thought: 找。\nAction: Grep[{"pattern":"林远"}]' },
        { role: 'user', content: '[tool] {"status":"success","data":{"count":2}}' },
        { role: 'assistant', content: 'Thought: 改。\nAction: MultiEdit[{}]' },
        { role: 'user', content: '[tool] {"status":"success","data":{"applied":true}}' },
        { role: 'assistant', content: 'Finish[林远改好了]' },
      ],
      tokens: 188,
      summaryTokens: 0,
      leftOutRounds: 0,
    })
  })

  it('sends no round that is open, and whole rounds only, the newest that fit', () => {
    const events = [...round('林远'), ...round('许三娘'), ...round('顾十三').slice(0, 3)]
    const { messages, leftOutRounds } = agentHistory(events, 200, count, '【已经做的步骤】')
    expect(messages[0]).toEqual({ role: 'user', content: '改许三娘' })
    expect(messages.some(({ content }) => content.includes('林远') || content.includes('顾十三'))).toBe(false)
    expect(leftOutRounds).toBe(1)
  })

  it('sends a round of very many steps with each of them short, calls and results in turns, next to the others', () => {
    const read = (n: number) => [
      event('action', `Thought: 读第${n}章。\nAction: Read[{"path":"${n}.md"}]`),
      event('observation', JSON.stringify({ status: 'success', data: { content: '雾'.repeat(5000), n } })),
    ]
    const giant = [
      event('user', '通读全书'),
      ...Array.from({ length: 12 }, (_, n) => read(n)).flat(),
      event('assistant', '读完了'),
    ]
    const { messages, tokens, leftOutRounds } = agentHistory(
      [...round('林远'), ...giant],
      20_000,
      count,
      '【已经做的步骤】',
    )
    expect([leftOutRounds, tokens <= 20_000]).toEqual([0, true])
    expect(messages.map(({ role }) => role)).toEqual(
      Array.from({ length: 6 + 26 }, (_, at) => (at % 2 === 0 ? 'user' : 'assistant')),
    )
    expect(messages[2]?.content).toBe('[tool] {"status":"success","data":{"count":2}}')
    expect(messages[8]?.content).toMatch(/^\[tool\] \{"status":"success","data":\{"shortened":"/)
  })

  it('sends nothing when nothing fits', () => {
    expect(agentHistory(round('林远'), 10, count, '【已经做的步骤】')).toEqual({
      messages: [],
      tokens: 0,
      summaryTokens: 0,
      leftOutRounds: 1,
    })
  })
})
