import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTurnMemory } from '../../../../../main/src/services/agent/native/turnMemory.ts'
import type { AnsweredSteps } from '../../../../../main/src/services/agent/stepProtocol.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

const count = (text: string) => text.length
const memory = (recap = '') => createTurnMemory({ count, language: 'zh', recap: () => recap })

/** An answer with a call for each length of a result, from step `number` on. */
function answered(
  number: number,
  lengths: readonly number[],
  thinking: AnsweredSteps['thinking'] = [],
): AnsweredSteps {
  return {
    ...{ text: `看第 ${number} 步。`, thinking },
    steps: lengths.map((length, at) => ({
      ...{ number: number + at, modelText: 'Action: Read[{"path":"雾.md"}]', call: 'Read[{"path":"雾.md"}]' },
      ...{ full: '雾'.repeat(length), short: '雾'.repeat(Math.ceil(length / 4)), isError: false },
      sentCall: { id: `c${number + at}`, name: 'Read', input: { path: '雾.md' } },
    })),
  }
}

describe('the memory of a round with calls', () => {
  it('has each answer and its results as one turn, whole', () => {
    const pad = memory()
    pad.add(answered(1, [3, 2], [{ text: '想', vendor: { anthropic: { signature: 's' } } }]))
    expect(pad.sent()).toEqual({
      scratchpad: [],
      turns: [
        {
          blockId: 'step:1',
          text: '看第 1 步。',
          thinking: [{ text: '想', vendor: { anthropic: { signature: 's' } } }],
          calls: [
            { id: 'c1', name: 'Read', input: { path: '雾.md' }, result: '雾雾雾', isError: false },
            { id: 'c2', name: 'Read', input: { path: '雾.md' }, result: '雾雾', isError: false },
          ],
          tokens: pad.tokens(),
        },
      ],
    })
  })

  it('has a call that was written as text as words of both sides', () => {
    const pad = memory()
    const [step] = answered(1, [3]).steps
    if (!step) throw new Error('no step')
    const { sentCall: _, ...written } = step
    pad.add({ text: '', thinking: [], steps: [written] })
    expect(pad.sent().turns).toEqual([
      {
        ...{ blockId: 'step:1', thinking: [], calls: [], tokens: pad.tokens() },
        ...{ text: 'Action: Read[{"path":"雾.md"}]', reply: 'Observation: 雾雾雾' },
      },
    ])
  })

  it('shortens the results of all turns but the newest three in one go, and leaves signed thinking out', () => {
    const pad = memory()
    const signed = [{ text: '想', vendor: { anthropic: { signature: 's' } } }]
    for (let number = 1; number <= 5; number += 1)
      pad.add(answered(number, [100], number === 5 ? [{ text: 'thought' }] : signed))
    expect(pad.shrink(700)).toBe(true)
    const { scratchpad, turns } = pad.sent()
    expect(scratchpad).toEqual([])
    expect(turns.map(({ calls, thinking }) => [calls[0]?.result.length, thinking])).toEqual([
      [25, []],
      [25, []],
      [100, []],
      [100, []],
      [100, [{ text: 'thought' }]],
    ])
    expect(pad.shrink(pad.tokens())).toBe(false)
  })

  it('makes lines of the oldest turns where short results are too long, with the plan as it was then', () => {
    const pad = memory('[→] 读完全书')
    for (let number = 1; number <= 5; number += 1) pad.add(answered(number, [400]))
    pad.shrink(Number.POSITIVE_INFINITY)
    pad.shrink(pad.tokens() - 1)
    const { scratchpad, turns } = pad.sent()
    expect(scratchpad.map(({ text }) => text)).toEqual([
      `1. Read[{"path":"雾.md"}] → ${'雾'.repeat(60)}…\n\n【计划】\n[→] 读完全书\n\n`,
    ])
    expect(turns.map(({ blockId }) => blockId)).toEqual(['step:2', 'step:3', 'step:4', 'step:5'])
  })

  it('never parts a call from its result, has each step once and in order, and fits where anything can still go', () => {
    const checks = countedChecks()
    const answers = fc.array(fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 4 }), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(answers, fc.array(fc.integer({ min: 0, max: 4000 }), { maxLength: 4 }), (all, targets) => {
        const pad = memory()
        let number = 1
        for (const [at, lengths] of all.entries()) {
          pad.add(answered(number, lengths))
          number += lengths.length
          const target = targets[at % (targets.length || 1)]
          if (target === undefined || at % 2 === 0) continue
          pad.shrink(target)
          const { turns } = pad.sent()
          expect(pad.tokens() <= target || turns.length === 0).toBe(true)
        }
        const { scratchpad, turns } = pad.sent()
        const listed = scratchpad.flatMap(({ text }) => text.match(/^\d+(?=\. )/gm) ?? []).map(Number)
        const called = turns.flatMap(({ calls }) => calls.map(({ id }) => Number(id.slice(1))))
        expect([...listed, ...called]).toEqual(Array.from({ length: number - 1 }, (_, n) => n + 1))
        expect(turns.every(({ calls }) => calls.length > 0)).toBe(true)
        expect([...scratchpad, ...turns].reduce((sum, { tokens }) => sum + tokens, 0)).toBe(pad.tokens())
        checks.when(listed.length > 0 && called.length > 0)
      }),
      { numRuns: 300 },
    )
    checks.expectShare(0.1)
  })
})
