import { expect, test } from 'vitest'
import { agentScriptOf } from '../../../../bench/cache/agentScript.ts'
import { playAgent } from '../../../../bench/cache/agentSession.ts'
import { agentFigures, breaksOf } from '../../../../bench/cache/agentTable.ts'
import { tokenizer } from '../../../support/engine.ts'
import { growingBook } from '../../../support/growingBook.ts'
import { lendTokenTables } from '../../../support/tokenTables.ts'

test('the beginning of the prompt changes over an afternoon of tasks once per compaction of either kind, and with a new task', {
  tags: ['whole'],
}, async () => {
  const script = agentScriptOf(growingBook, 20_000, { before: 11, fewestSteps: 30, after: 1 })
  const play = await playAgent(growingBook, script, 'prefix', {
    ...{ count: tokenizer.count, arrange: lendTokenTables },
  })
  expect(play.tasks.map(({ state }) => state)).toEqual(script.tasks.map(() => 'finished'))
  expect(play.mostSteps).toBeGreaterThanOrEqual(30)
  expect([play.shortenings > 0, play.compactions]).toEqual([true, 1])
  expect(breaksOf(play)).toEqual({
    ...{ first: 0, other: 0, task: script.tasks.length - 1 },
    ...{ shortened: play.shortenings, compacted: play.compactions },
  })
  const { quiet, fell } = agentFigures('prefix', play)
  expect([quiet > 0.9, fell.other]).toEqual([true, 0])
})
