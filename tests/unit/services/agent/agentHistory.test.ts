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
  it('tells of a finished round in turns, as it was written, with what history keeps of each result', () => {
    expect(agentHistory(round('林远'), 10_000, count)).toEqual({
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
    const { messages, leftOutRounds } = agentHistory(events, 200, count)
    expect(messages[0]).toEqual({ role: 'user', content: '改许三娘' })
    expect(messages.some(({ content }) => content.includes('林远') || content.includes('顾十三'))).toBe(false)
    expect(leftOutRounds).toBe(1)
  })

  it('sends nothing when nothing fits', () => {
    expect(agentHistory(round('林远'), 10, count)).toEqual({
      messages: [],
      tokens: 0,
      summaryTokens: 0,
      leftOutRounds: 1,
    })
  })
})
