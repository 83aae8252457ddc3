import { expect, test } from 'vitest'
import type { Conversation } from '#contract/creonow.ts'
import { createPromptHistory } from '../../../../main/src/services/conversation/promptHistory.ts'

const key = 'sk-A1b2C3d4E5f6'
const timestamp = '2026-11-24T08:00:00.000Z'

/** Hides the key and counts how often it did. */
async function redact(text: string) {
  const matchCount = text.split(key).length - 1
  const evidence = matchCount === 0 ? [] : [{ patternId: 'secret', matchCount }]
  return { text: text.replaceAll(key, '***'), replacements: [], evidence }
}

test('the evidence of a redacted history counts secrets in its summaries and in its messages', async () => {
  const compaction = { state: 'summary', covers: { from: 'u1', to: 'a1' }, rounds: 1, messages: 2 }
  const events = [
    { id: 'u1', type: 'user', role: 'user', content: '第一问', timestamp },
    { id: 'a1', type: 'assistant', role: 'assistant', content: 'First answer.', timestamp },
    {
      id: 's1',
      type: 'summary',
      role: 'system',
      content: `摘要 ${key} ${key}`,
      timestamp,
      metadata: { compaction },
    },
    { id: 'u2', type: 'user', role: 'user', content: `第二问 ${key}`, timestamp },
    { id: 'a2', type: 'assistant', role: 'assistant', content: 'Second answer.', timestamp },
  ]
  const conversation = { id: 'c1', events } as unknown as Conversation // only its events are read
  const historyOf = createPromptHistory({ read: async () => ({ conversation }), redact })
  const { redaction } = (await historyOf('p', 'c1')).view(10_000, (text) => text.length)
  expect(redaction.map(({ patternId, matchCount }) => ({ patternId, matchCount }))).toEqual([
    { patternId: 'secret', matchCount: 2 },
    { patternId: 'secret', matchCount: 1 },
  ])
})

test('a question that is being asked is none of those without an answer, an older one is', async () => {
  const said = (id: string, type: string, content: string) => ({ id, type, role: type, content, timestamp })
  const events = [
    said('u1', 'user', '第一问'),
    said('a1', 'assistant', 'First answer.'),
    said('u2', 'user', '没有回答的'),
    said('u3', 'user', '正在问的'),
  ]
  const conversation = { id: 'c1', events } as unknown as Conversation // only its events are read
  const historyOf = createPromptHistory({ read: async () => ({ conversation }), redact })
  const leftOutOf = async (openQuestionId?: string) =>
    (await historyOf('p', 'c1', openQuestionId)).view(10_000, (text) => text.length).leftOut
  expect(await leftOutOf('u3')).toEqual({ overBudget: 0, unanswered: 1 })
  expect(await leftOutOf()).toEqual({ overBudget: 0, unanswered: 2 })
})
