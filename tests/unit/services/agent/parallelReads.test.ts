import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { nativeCalls } from '../../../../main/src/services/agent/native/protocol.ts'
import { createRecorder } from '../../../../main/src/services/agent/record.ts'
import { type Round, runRound } from '../../../../main/src/services/agent/round.ts'
import type { Toolbox } from '../../../../main/src/services/agent/toolbox.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

type Called = 'Read' | 'Write'

/** Reads next to each other wait for all of them; the number of tools at work is noted with each. */
function meetingToolbox(calls: readonly Called[]) {
  const groupSizes = calls.map((name, at) => {
    if (name === 'Write') return 1
    let [from, to] = [at, at]
    while (calls[from - 1] === 'Read') from -= 1
    while (calls[to + 1] === 'Read') to += 1
    return to - from + 1
  })
  let working = 0
  const most: number[] = calls.map(() => 0)
  const log: string[] = []
  const toolOf = (name: Called) => ({
    ...{ name, describe: { zh: name, en: name }, schema: z.unknown(), isReading: name === 'Read' },
  })
  const toolbox: Toolbox = {
    tools: [toolOf('Read'), toolOf('Write')],
    has: (name) => (name === 'Read' || name === 'Write' ? name : undefined),
    async run(name, input) {
      const { at } = input as { readonly at: number } // as the model below calls it
      working += 1
      log.push(`begins ${at}`)
      // Nobody waits for a call that has not been started: so many turns of the loop pass, and no time.
      for (let turn = 0; turn < 50 && working < (groupSizes[at] ?? 1); turn += 1)
        await new Promise((resolve) => setImmediate(resolve))
      for (const [other] of calls.entries())
        if (log.includes(`begins ${other}`) && !log.includes(`ends ${other}`))
          most[other] = Math.max(most[other] ?? 0, working)
      // All of a group have met before the first leaves.
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      working -= 1
      log.push(`ends ${at}`)
      return { status: 'success', data: { at }, text: `${name} 的结果 ${at}` }
    },
    todos: () => [],
    recap: () => '',
    written: () => undefined,
    close: async () => undefined,
  }
  return { toolbox, groupSizes, most }
}

async function played(calls: readonly Called[]) {
  const { toolbox, groupSizes, most } = meetingToolbox(calls)
  const recorded: string[] = []
  const answers = [calls.map((name, at) => ({ id: `c${at}`, name, arguments: JSON.stringify({ at }) })), []]
  let asked = 0
  const results: string[] = []
  const round: Round = {
    ...{ language: 'zh', toolbox, history: [], input: '读一读', maxSteps: undefined },
    forms: [
      { protocol: nativeCalls, system: '', tools: nativeCalls.definitions('zh', toolbox.tools, () => 1) },
    ],
    window: { windowTokens: 100_000, outputReserveTokens: 1000, count: (text) => text.length },
    signal: new AbortController().signal,
    projectInstructions: async () => undefined,
    async requestAnswer({ turns = [] }) {
      results.push(...turns.flatMap((turn) => turn.calls.map(({ result }) => result)))
      const own = answers[asked++] ?? []
      return {
        ...{
          text: own.length === 0 ? '读完了。' : '',
          invented: false,
          calls: own,
          thinking: [],
          isCut: false,
        },
        usage: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 },
        ...{ spending: undefined, hashes: { promptHash: '', sentHash: '' } },
      }
    },
    addSpending: (spending) => spending,
    approvalRequester: () => async () => ({ decision: 'once' }),
    record: createRecorder({
      ...{ taskId: 't', conversationId: 'c', now: () => 0, saveOutput: async () => '' },
      append: async ({ type, metadata }) => void recorded.push(`${type} ${metadata.step}`),
    }),
    publish: () => undefined,
  }
  const end = await runRound(round)
  return { end, groupSizes, most, results, recorded }
}

it('reads next to each other in one answer run at the same time, writes alone, and results are in order', async () => {
  const meets = countedChecks()
  const called = fc.constantFrom<Called>('Read', 'Read', 'Read', 'Write')
  await fc.assert(
    fc.asyncProperty(fc.array(called, { minLength: 1, maxLength: 9 }), async (calls) => {
      const { end, groupSizes, most, results, recorded } = await played(calls)
      meets.when(groupSizes.some((size) => size > 1))
      expect(end).toEqual({ ended: 'finished', answer: '读完了。' })
      expect(most).toEqual(groupSizes)
      expect(results).toEqual(calls.map((name, at) => `${name} 的结果 ${at}`))
      expect(recorded).toEqual(calls.flatMap((_, at) => [`action ${at + 1}`, `observation ${at + 1}`]))
    }),
    { numRuns: 60 },
  )
  meets.expectShare(0.5)
})
