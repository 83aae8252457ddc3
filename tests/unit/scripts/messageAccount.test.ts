import { expect, test } from 'vitest'
import { faultsOfAccount, type LoggedEvent } from '../../../scripts/torture/messageAccount.ts'

const said = (id: string, type: string, content: string): LoggedEvent => ({ id, type, content })
const summary: LoggedEvent = {
  ...said('s', 'summary', '摘要：“雾”来了。'),
  metadata: { compaction: { covers: { from: 'u1', to: 'a1' } } },
}
const log = [
  ...[said('u1', 'user', '第一问'), said('a1', 'assistant', 'First answer.')],
  ...[said('u2', 'user', '第二问'), said('a2', 'assistant', 'Second answer.')],
  ...[said('u3', 'user', '没有回答的'), summary],
]
const wire = JSON.stringify([{ content: '摘要：“雾”来了。\n第二问' }, { content: 'Second answer.' }])
const sent = [{ id: 'u2' }, { id: 'a2' }]
const leftOut = { overBudget: 0, unanswered: 1, compacted: 2 }

test('messages that are sent, in a summary that arrived or counted as left out are accounted for', () => {
  expect(faultsOfAccount(log, { sent, leftOut }, wire)).toEqual([])
  const listed = { overBudget: 2, unanswered: 1 }
  expect(faultsOfAccount(log, { sent, leftOut: listed }, wire.replace('摘要', ''))).toEqual([])
})

test('a message that nothing accounts for, that did not arrive or that is there twice is a fault', () => {
  expect(faultsOfAccount(log, { sent, leftOut: { ...leftOut, unanswered: 0 } }, wire)).toEqual([
    '0 + 0 messages are counted as left out, 1 are',
  ])
  expect(faultsOfAccount(log, { sent, leftOut }, wire.replace('摘要', ''))).toEqual([
    '2 messages are counted as in a summary, 0 are in one that arrived',
    '0 + 1 messages are counted as left out, 3 are',
  ])
  expect(faultsOfAccount(log, { sent, leftOut }, wire.replace('第二问', ''))).toEqual([
    '1 messages are sent and did not arrive',
  ])
  const twice = [{ id: 'a1' }, ...sent]
  expect(faultsOfAccount(log, { sent: twice, leftOut }, `${wire}First answer.`)).toEqual([
    '1 messages are in a summary and sent too',
    '0 + 1 messages are counted as left out, 0 are',
  ])
})
