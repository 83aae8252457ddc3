import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Assembly, ContextRequest } from '../../../../main/src/services/context/index.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { continueSkill, engineOf, passage, requestFor, rule, setting } from '../../../support/engine.ts'
import { type Planted, sourceOf } from '../../../support/planted.ts'

const sentences = (units: number, words = '') =>
  `${words}雾港没有魔法，只有潮水。Ann waited for the tide. `.repeat(Math.ceil(units / 40)).slice(0, units)

/** A finished conversation that takes all that it may. */
const longTalk: NonNullable<ContextRequest['history']> = {
  ...{ conversationId: 'c1', rounds: 12, latest: [] },
  outside: () => ({ conversationId: 'c1', find: () => [] }),
  view: (tokens) => ({
    conversationId: 'c1',
    messages: [],
    tokens,
    leftOut: { overBudget: 0, unanswered: 0 },
    redaction: [],
  }),
}

/** What an instruction and a selection take. */
const roughTokens = 400

/** What one request may have that another has not. */
const difference = fc.record({
  part: fc.constantFrom<Partial<ContextRequest>>(
    {},
    { profile: 'chat', conversationId: 'c1', history: longTalk },
    { profile: 'chat', conversationId: 'c2', history: { ...longTalk, rounds: 90 } },
    {
      profile: 'planning',
      skill: { ...continueSkill, id: 'brainstorm', instruction: { zh: '想五个走向。', en: 'Five ideas.' } },
    },
    { skill: { ...continueSkill, id: 'critique', instruction: { zh: '批评这一段。', en: 'Criticise it.' } } },
  ),
  additionalInput: fc.constantFrom('', '更紧张一些。', 'Slower, please. '.repeat(30)),
  selected: fc.boolean(),
})

const book = fc.record({
  chapter: fc.constantFrom(300, 9000, 40_000),
  windowTokens: fc.constantFrom(14_000, 20_000, 32_768, 64_000),
  files: fc.array(fc.integer({ min: 500, max: 9000 }), { minLength: 1, maxLength: 6 }),
  preferences: fc.array(fc.integer({ min: 20, max: 900 }), { maxLength: 8 }),
  people: fc.integer({ min: 0, max: 40 }),
  passages: fc.integer({ min: 0, max: 6 }),
})
type Book = typeof book extends fc.Arbitrary<infer T> ? T : never

const plantedOf = ({ files, preferences, people, passages }: Book): Planted[] => [
  rule('第一人称', { item: 'own' }),
  ...Array.from({ length: people }, (_, at) => ({
    ...{ source: 'codexAlways', path: `.creonow/characters/${at}.md`, label: `人物 ${at}` },
    ...{ title: `人物${at}`, score: at === 3 ? 0.8 : at / 100, text: sentences(300, `人物${at}`) },
    forms: { short: sentences(100, `人物${at}`), line: sentences(30, `人物${at}`), name: `人物${at}` },
  })),
  ...files.map((units, at) => setting(`世界${at}.md`, sentences(units, `第${at}份。`))),
  ...preferences.map((units, at) => ({
    ...{ source: 'preferences', path: `memory:p${at}`, label: '写作偏好', confidence: 0.9 - at / 20 },
    text: sentences(units, `对话要短${at}。`),
  })),
  ...Array.from({ length: passages }, (_, at) =>
    passage(at + 1, sentences(600, `旧事${at}。`), 0.6 - at / 20),
  ),
]

function sessionOf(one: Book) {
  const planted = plantedOf(one)
  const engine = engineOf(
    [...new Set(planted.map(({ source }) => source))].map((name) =>
      sourceOf(name, async () => planted.filter(({ source }) => source === name)),
    ),
  )
  const model = { id: 'fake', windowTokens: one.windowTokens, outputReserveTokens: 2000 }
  return ({
    part,
    additionalInput,
    selected,
  }: typeof difference extends fc.Arbitrary<infer T> ? T : never) => {
    const text = sentences(one.chapter)
    return engine.assemble(
      requestFor(text, {
        ...{ model, deadlineMs: 5000, documentId: 'manuscript/002.md' },
        ...(additionalInput === '' ? {} : { additionalInput }),
        ...(selected
          ? { selection: { from: text.length - 120, to: text.length - 20 }, cursorPosition: text.length - 20 }
          : {}),
        ...part,
      }),
    )
  }
}

describe('the prefix of one book and model', () => {
  it('is the same for every instruction, selection, chat and skill of a chapter', async () => {
    const checks = countedChecks()
    const shortened = countedChecks()
    await fc.assert(
      fc.asyncProperty(book, fc.array(difference, { minLength: 3, maxLength: 6 }), async (one, requests) => {
        const run = sessionOf(one)
        // The first requests find the forms: what competes, and with whom.
        for (const request of requests) await run(request)
        const assemblies: Assembly[] = []
        for (const request of requests) assemblies.push(await run(request))
        // What one request had no room for comes back behind it.
        const [first] = assemblies.toSorted((a, b) => b.layerTokens.settings - a.layerTokens.settings)
        const isFirstWhole = first?.placed.settings.every(({ action }) => action === 'kept') === true
        // The estimate of a request that reuses what was shortened says nothing of the whole.
        const retrieved = Math.max(...assemblies.map(({ estimate }) => estimate.retrieved))
        for (const { systemPrompt, placed, budget, estimate } of assemblies) {
          const { rules = 0, settings = 0 } = first?.layerTokens ?? {}
          const { immediate } = estimate
          // What fits whole is whole: a request that brings more, so that it does not fit, may differ from it.
          const others = isFirstWhole ? retrieved + immediate : Math.min(2000, immediate) + roughTokens
          const fits = rules + settings + others <= budget.total
          checks.when(fits)
          shortened.when([...placed.rules, ...placed.settings].some(({ action }) => action !== 'kept'))
          if (fits) expect(systemPrompt).toBe(first?.systemPrompt)
        }
      }),
      { numRuns: Number(process.env.CREONOW_RUNS ?? 120) },
    )
    checks.expectShare(0.7)
    shortened.expectShare(0.3)
  })
})
