import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCacheMemory } from '../../../../../main/src/services/ai/cache/cacheMemory.ts'
import { placeMarks } from '../../../../../main/src/services/ai/cache/marks.ts'
import { segmentsOf } from '../../../../../main/src/services/ai/cache/segments.ts'
import type { ResolvedModel } from '../../../../../main/src/services/ai/models/models.ts'
import { cacheFactsOf } from '../../../../../main/src/services/ai/protocols/protocols.ts'
import type { PromptBlock } from '../../../../../main/src/services/ai/providers/prompt.ts'
import { promptOf, textOf } from '../../../../../main/src/services/context/index.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

const anthropic = cacheFactsOf('anthropic', 'claude-sonnet-5-5')
const gpt6 = cacheFactsOf('openai', 'gpt-6.1-sol')
const qwen = cacheFactsOf('qwen', 'qwen3.8-max')
const writing = { once: false, pauses: false }

const block = (blockId: string, layer: PromptBlock['layer'], tokens: number, part?: 'frozen' | 'open') => ({
  ...{ blockId, layer, tokens, stability: 'turn' as const, text: `〔${blockId}〕林远上了岸。\n` },
  ...(part === undefined ? {} : { part }),
})
/** A request as it is assembled: `frozen` pieces of 700 tokens, with an instruction that no other has. */
const request = (frozen: number, { system = 2000, material = 3000, run = 1 } = {}) =>
  promptOf([
    block('template', null, 300),
    block('rules', 'rules', system - 300),
    block('retrieved', 'retrieved', material),
    block('immediate', 'immediate', 10),
    block('previous', 'immediate', 200),
    ...Array.from({ length: frozen }, (_, n) => block(`before@${n}`, 'immediate', 700, 'frozen')),
    block('open', 'immediate', 100, 'open'),
    block('late', 'retrieved', 60),
    block(`instruction ${run}`, 'immediate', 20),
  ])
/** Finished rounds of a conversation, each of a question and an answer. */
const roundsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => [
    { role: 'user' as const, content: `第${n}问：第三章太拖。`.repeat(20) },
    { role: 'assistant' as const, content: `第${n}答：可以删去码头一段。`.repeat(20) },
  ]).flat()
const at = (frozen: number, facts = anthropic, habits = writing) => {
  const segments = segmentsOf(request(frozen))
  return placeMarks(segments, facts, habits).map(({ at, ttlSeconds }) => [
    segments[at]?.kind,
    segments[at]?.blockId,
    ttlSeconds,
  ])
}

describe('the segments of a prompt', () => {
  it('are the prompt byte for byte, with everything behind the last frozen piece as one', () => {
    const prompt = request(3)
    const segments = segmentsOf(prompt)
    expect(segments.map(({ kind, blockId }) => [kind, blockId])).toEqual([
      ['stable', 'template'],
      ['material', 'retrieved'],
      ['frozen', 'immediate'],
      ['frozen', 'before@1'],
      ['frozen', 'before@2'],
      ['unique', 'open'],
    ])
    const joined = (role: string) =>
      segments.flatMap((segment) => (segment.role === role ? [segment.text] : [])).join('')
    expect([joined('system'), joined('user')]).toEqual([textOf(prompt.system), textOf(prompt.user)])
  })
})

describe('marks', () => {
  it('are at the ends of the stable part, of the material and of the last frozen piece, and only the first lives long', () => {
    expect(at(3)).toEqual([
      ['stable', 'template', 3600],
      ['material', 'retrieved', 300],
      ['frozen', 'before@2', 300],
    ])
  })
  it('count definitions of tools in front of the stable part, and are on the newest turn behind the message', () => {
    const turn = (n: number) => ({
      ...{ blockId: `step:${n}`, tokens: 700, thinking: [], text: '看。' },
      calls: [{ id: `c${n}`, name: 'LS', input: {}, result: '雾', isError: false }],
    })
    const task = {
      ...{ system: [block('agent:system', null, 400)], material: [], history: [] },
      ...{ user: [block('agent:input', 'immediate', 20, 'frozen')], turns: [turn(1), turn(2)] },
    }
    const segments = segmentsOf(task)
    const marked = (frontTokens: number) =>
      placeMarks(
        segments,
        { ...anthropic, minimumTokens: 1024 },
        { ...writing, goesOn: true, frontTokens },
      ).map(({ at, ttlSeconds }) => [segments[at]?.blockId, segments[at]?.turn, ttlSeconds])
    expect(marked(0)).toEqual([['step:2', 1, 300]])
    expect(marked(700)).toEqual([
      ['agent:system', undefined, 3600],
      ['step:2', 1, 300],
    ])
  })
  it('as breakpoints take in the last two pieces', () => {
    expect(at(3, gpt6).map(([, id]) => id)).toEqual(['template', 'retrieved', 'before@1', 'before@2'])
  })
  it('as breakpoints are where an earlier request had one, however many pieces came since', () => {
    const memory = createCacheMemory(() => 0)
    const plan = (pieces: number) => {
      const {
        wish: { expected, marks },
        recordUsage,
      } = memory.plan({
        ...{ projectId: 'fog', model: { id: 'm', cache: gpt6 } as ResolvedModel }, // nothing else is read
        ...{ prompt: request(pieces), once: false },
      })
      recordUsage({ inputTokens: 1, outputTokens: 1, reportsCache: false, cachedInputTokens: 0 })
      const places = segmentsOf(request(pieces))
      return [
        marks.map(({ at }) => places[at]?.blockId),
        Math.round(expected.read * places.reduce((sum, { tokens }) => sum + tokens, 0)),
      ]
    }
    expect([plan(3), plan(6), plan(6), plan(7)]).toEqual([
      [['template', 'retrieved', 'before@1', 'before@2'], 0],
      [['template', 'retrieved', 'before@2', 'before@5'], 7310],
      [['template', 'retrieved', 'before@4', 'before@5'], 9410],
      [['template', 'retrieved', 'before@5', 'before@6'], 9410],
    ])
  })
  it('as breakpoints look for no earlier one whose life is over', () => {
    let now = 0
    const memory = createCacheMemory(() => now)
    const plan = (pieces: number) => {
      const model = { id: 'm', cache: gpt6 } as ResolvedModel // nothing else is read
      const { wish, recordUsage } = memory.plan({
        ...{ projectId: 'fog', model, prompt: request(pieces), once: false },
      })
      recordUsage({ inputTokens: 1, outputTokens: 1, reportsCache: false, cachedInputTokens: 0 })
      return wish.marks.map(({ at }) => segmentsOf(request(pieces))[at]?.blockId)
    }
    plan(3)
    now = 1000 * Math.max(...gpt6.ttlSeconds) + 1
    expect(plan(6)).toEqual(['template', 'retrieved', 'before@4', 'before@5'])
  })
  it('mean nothing where the order alone counts', () => {
    expect(at(3, cacheFactsOf('deepseek', 'deepseek-flash'))).toEqual([])
    expect(at(3, cacheFactsOf('openai', 'gpt-5.4'))).toEqual([])
  })
  it('of a skill that runs once are at the stable end alone', () => {
    expect(at(3, anthropic, { once: true, pauses: false }).map(([kind]) => kind)).toEqual(['stable'])
  })
  it('all live long for an author who pauses', () => {
    expect(at(3, anthropic, { once: false, pauses: true }).map(([, , ttl]) => ttl)).toEqual([
      3600, 3600, 3600,
    ])
  })
  it('in a conversation end with its finished rounds', () => {
    const segments = segmentsOf({ ...request(3), history: roundsOf(1) })
    expect(placeMarks(segments, anthropic, writing).map(({ at }) => segments[at]?.blockId)).toEqual([
      'template',
      'history:1',
    ])
  })
  it('as breakpoints in a conversation are at the last two questions, of which the next turn finds one', () => {
    const marked = (rounds: number) => {
      const segments = segmentsOf({ ...request(3), history: roundsOf(rounds) })
      return placeMarks(segments, gpt6, writing).map(({ at }) => segments[at]?.blockId)
    }
    expect([marked(3), marked(4)]).toEqual([
      ['template', 'history:2', 'history:4'],
      ['template', 'history:4', 'history:6'],
    ])
  })

  it('are few, above the minimum, never on what is unique, in order, and the same for the same blocks', () => {
    const marked = countedChecks()
    const fullySpent = countedChecks()
    const long = countedChecks()
    fc.assert(
      fc.property(
        fc.constantFrom(anthropic, gpt6, qwen, cacheFactsOf('anthropic', 'claude-haiku-4-5')),
        fc.record({
          frozen: fc.nat(60),
          system: fc.integer({ min: 300, max: 6000 }),
          material: fc.nat(4000),
        }),
        fc.oneof(fc.constant(0), fc.nat(200)),
        fc.record({ once: fc.constant(false), pauses: fc.boolean(), goesOn: fc.boolean() }),
        (facts, { frozen, ...sizes }, rounds, habits) => {
          const asked = (run: number, pieces = frozen) =>
            segmentsOf({ ...request(pieces, { ...sizes, run }), history: roundsOf(rounds) })
          const segments = asked(1)
          const marks = placeMarks(segments, facts, habits)
          expect(placeMarks(asked(2), facts, habits)).toEqual(marks)
          expect(marks.length).toBeLessThanOrEqual(facts.maxMarks)
          const ends = marks.map(({ at }) => at)
          expect(ends).toEqual([...new Set(ends)].toSorted((a, b) => a - b))
          const lives = marks.map(({ ttlSeconds }) => ttlSeconds)
          expect(lives).toEqual(lives.toSorted((a, b) => b - a))
          for (const { at } of marks) {
            const tokens = segments.slice(0, at + 1).reduce((sum, segment) => sum + segment.tokens, 0)
            expect(tokens).toBeGreaterThanOrEqual(facts.minimumTokens)
            expect(segments[at]?.kind).not.toBe('unique')
          }
          // What is marked last is met by the request that comes after the text has grown.
          const grown = asked(2, frozen + 1)
          const last = ends.at(-1)
          if (last !== undefined) expect(grown[last]?.text).toBe(segments[last]?.text)
          marked.when(last !== undefined)
          fullySpent.when(facts.kind === 'marks' && marks.length === 4)
          long.when(rounds > 9 && facts.ttlSeconds.length > 1)
        },
      ),
      { numRuns: 300 },
    )
    marked.expectShare(0.9)
    fullySpent.expectShare(0.2)
    long.expectShare(0.1)
  })

  it('on a long text lie within the blocks that a provider looks back over, while any are left', () => {
    for (let frozen = 1; frozen <= 36; frozen += 1) {
      const segments = segmentsOf(request(frozen))
      const ends = placeMarks(segments, anthropic, writing).map(({ at }) => at)
      for (const [n, end] of ends.entries()) expect(end - (ends[n - 1] ?? -1)).toBeLessThanOrEqual(18)
    }
  })
})
