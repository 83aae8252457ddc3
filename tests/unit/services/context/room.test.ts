import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAppError } from '../../../../main/src/lib/appError.ts'
import {
  type Assembly,
  type ContextRequest,
  layerOrder,
} from '../../../../main/src/services/context/index.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { engineOf, passage, requestFor, rule, setting, tokenizer } from '../../../support/engine.ts'
import { type Planted, sourceOf, sourcesOf } from '../../../support/planted.ts'

/** What is left of the prompt's tokens. */
const freeIn = ({ budget, tokenCount }: Assembly) => budget.promptTokens - tokenCount
const actionsOf = ({ placed }: Assembly) =>
  new Set(layerOrder.flatMap((layer) => placed[layer].map(({ action, reason }) => `${action} ${reason}`)))
const windowOf = (windowTokens: number) => ({
  id: 'fake',
  windowTokens,
  outputReserveTokens: Math.min(4096, Math.floor(windowTokens / 4)),
})
const stateless = (planted: readonly Planted[], text: string, windowTokens: number) =>
  engineOf(sourcesOf(planted)).assemble(
    requestFor(text, { stateless: true, model: windowOf(windowTokens), deadlineMs: 2000 }),
  )
const endless = (units: number) => '雾港没有魔法只有潮水和灯塔'.repeat(units).slice(0, units)
const sentences = (units: number) =>
  '雾港没有魔法，只有潮水。Ann waited for the tide. '.repeat(units).slice(0, units)

describe('a world file that fits', () => {
  it.each([
    ['of 8,000 characters in one paragraph, in a large window', 128_000, [8000]],
    ['of 2,000 characters in one paragraph, in a small window', 8192, [2000]],
    ['of 20,000 characters, in a middling window', 32_768, [20_000]],
    ['one of ten of 300 characters, in a tiny window', 6000, Array.from({ length: 10 }, () => 300)],
  ])('is sent whole: %s', async (_, windowTokens, lengths) => {
    const files = lengths.map((units, at) => setting(`世界${at}.md`, endless(units)))
    const assembly = await stateless([...files, rule('不写梦')], '林远推开门。', windowTokens)
    expect(actionsOf(assembly)).toEqual(new Set(['kept within_budget']))
    expect(assembly.notices).toEqual([])
    for (const { text } of files) expect(assembly.systemPrompt).toContain(text)
  })
})

/** Tokens that the text behind a cut needs for its next sentence. */
const nextSentenceTokens = (text: string, from: number) =>
  tokenizer.count(text.slice(from, from + firstSentence(text.slice(from))))

const firstSentence = (text: string) => {
  const match =
    /^[^。！？…；.!?\r\n]*(?:[。！？…；]+[”’」』）〕】》]*|[.!?]+["')\]”’]*[ \t]+|\r\n|[\r\n])/.exec(text)
  return match?.[0].length ?? text.length
}

/** A setting, a passage or a rule of any size, in sentences, in one run, or in paragraphs. */
const textOf = fc
  .tuple(fc.integer({ min: 1, max: 4000 }), fc.constantFrom('endless', 'sentences', 'paragraphs'))
  .map(([units, kind]) =>
    kind === 'endless'
      ? endless(units)
      : kind === 'sentences'
        ? sentences(units)
        : `${sentences(80)}\n`.repeat(Math.ceil(units / 80)),
  )
const project = fc.record({
  rules: fc.array(fc.constantFrom('不写梦', '第一人称', 'No dreams'), { maxLength: 3 }),
  files: fc.array(textOf, { maxLength: 6 }),
  preferences: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 4 }),
  passages: fc.array(textOf, { maxLength: 6 }),
  episodes: fc.array(textOf, { maxLength: 3 }),
  chapter: fc.integer({ min: 0, max: 6000 }),
  windowTokens: fc.oneof(
    fc.integer({ min: 1100, max: 9000 }),
    fc.constantFrom(16_000, 32_768, 128_000, 1_000_000),
  ),
})
type Project = typeof project extends fc.Arbitrary<infer T> ? T : never

const plantedOf = ({ rules, files, preferences, passages, episodes }: Project): Planted[] => [
  ...rules.map((text, at) => rule(text, { item: `own${at}`, position: at })),
  ...files.map((text, at) => setting(`世界${at}.md`, text)),
  ...preferences.map((confidence, at) => ({
    ...{ source: 'preferences', path: `memory:p${at}`, label: '写作偏好' },
    ...{ confidence: confidence / 10, text: `对话要短，少用形容词，第${at}条。` },
  })),
  ...passages.map((text, at) => passage(at + 1, text, 0.6 - at / 20)),
  ...episodes.map((text, at) => ({
    ...{ source: 'episodes', path: `memory:e${at}`, label: '以前的一次', score: 0.4, text },
  })),
]

async function assembled(one: Project, part: Partial<ContextRequest> = {}): Promise<Assembly | undefined> {
  const chapter = sentences(one.chapter)
  try {
    return await engineOf(sourcesOf(plantedOf(one))).assemble(
      requestFor(chapter, {
        stateless: true,
        model: windowOf(one.windowTokens),
        deadlineMs: 5000,
        ...part,
      }),
    )
  } catch (error) {
    if (isAppError(error, 'CONTEXT_INPUT_TOO_LARGE')) return undefined
    throw error
  }
}

/** What a marker line takes, or the window leaves unused by starting at a sentence. */
const roughTokens = 64

describe('a stateless request of any project', () => {
  it('sends everything whole where it fits, and else leaves less free than the next sentence needs', async () => {
    const [whole, cut] = [countedChecks(), countedChecks()]
    await fc.assert(
      fc.asyncProperty(project, fc.constantFrom('write', 'chat', 'planning'), async (one, profile) => {
        const assembly = await assembled(one, { profile })
        const { estimate } = assembly ?? {}
        const size = estimate ? layerOrder.reduce((sum, layer) => sum + estimate[layer], 0) : 0
        const fits = assembly !== undefined && size <= assembly.budget.total
        whole.when(fits)
        cut.when(assembly !== undefined && !fits)
        if (!assembly) return
        if (fits) expect(actionsOf(assembly)).toEqual(new Set(['kept within_budget']))
        if (fits) expect(assembly.notices).toEqual([])
        const free = freeIn(assembly)
        for (const { chunk, text, action, start } of assembly.placed.settings) {
          if (action === 'kept') continue
          // A profile has a part of its own for preferences.
          if (chunk.source.part === 'preferences') continue
          const next = nextSentenceTokens(chunk.text, start + text.length)
          expect([chunk.label, free < Math.min(next, 220) + roughTokens]).toEqual([chunk.label, true])
        }
      }),
      { numRuns: Number(process.env.CREONOW_RUNS ?? 150) },
    )
    whole.expectShare(0.3)
    cut.expectShare(0.2)
  })
})

describe('a stateless request beyond its budget', () => {
  it('cuts Settings below a fifth of it, and Immediate below its share, only when the layers before have nothing left to give', async () => {
    const [settingsCut, windowCut] = [countedChecks(), countedChecks()]
    /** What the next sentence of a cut file would need, with its marker line. */
    const sentenceTokens = 220 + roughTokens
    await fc.assert(
      fc.asyncProperty(project, async (one) => {
        const assembly = await assembled(one)
        const { placed, layerTokens } = assembly ?? {}
        const { total = 0 } = assembly?.budget ?? {}
        const isCut = (layer: 'settings' | 'immediate') =>
          placed?.[layer].some(({ action }) => action !== 'kept') === true
        const isBelow = (layer: 'settings' | 'immediate', share: number) =>
          isCut(layer) && (layerTokens?.[layer] ?? 0) < share * total - sentenceTokens
        settingsCut.when(isCut('settings'))
        windowCut.when(isCut('immediate'))
        if (isBelow('settings', 0.2)) expect(layerTokens?.retrieved).toBeLessThan(sentenceTokens)
        if (!isBelow('immediate', 0.5)) return
        expect(layerTokens?.retrieved).toBeLessThan(sentenceTokens)
        expect(layerTokens?.settings).toBeLessThan(200 + sentenceTokens)
      }),
      { numRuns: Number(process.env.CREONOW_RUNS ?? 150) },
    )
    settingsCut.expectShare(0.2)
    windowCut.expectShare(0.006)
  })
})

describe('Settings that do not fit, in a session', () => {
  const world = Array.from({ length: 6 }, (_, at) => setting(`世界${at}.md`, sentences(4000)))
  const passages = [1, 2, 3].map((n) => passage(n, sentences(300), 0.6 - n / 20))
  const chapter = sentences(30_000)
  const model = windowOf(20_000)
  const session = (planted: readonly Planted[] = [...world, ...passages]) => {
    const current = { planted }
    const names = ['settingsFiles', 'passages', 'preferences']
    const engine = engineOf(
      names.map((name) =>
        sourceOf(name, async () => current.planted.filter(({ source }) => source === name)),
      ),
    )
    const run = (part: Partial<ContextRequest> = {}) =>
      engine.assemble(requestFor(chapter, { model, deadlineMs: 2000, cursorPosition: 21_900, ...part }))
    return { current, run }
  }
  const shortened = ({ placed }: Assembly) => placed.settings.filter(({ action }) => action !== 'kept').length

  it('keep their forms, and so the prefix, whatever cursor, request and skill', async () => {
    const checks = countedChecks()
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            cursorPosition: fc.integer({ min: 22_000, max: 22_600 }),
            additionalInput: fc.constantFrom('', '更紧张一些。', 'Slower, please.'),
            selection: fc.constantFrom(undefined, { from: 21_900, to: 21_950 }),
          }),
          { minLength: 2, maxLength: 5 },
        ),
        async (requests) => {
          const { run } = session()
          await run()
          // The window moves once, and then leaves room to write on.
          const first = await run({ cursorPosition: 22_000 })
          expect(shortened(first)).toBeGreaterThan(0)
          for (const { selection, ...request } of requests) {
            const next = await run({ ...request, ...(selection ? { selection } : {}) })
            checks.when(next.stablePrefixHash === first.stablePrefixHash)
            expect(next.systemPrompt).toBe(first.systemPrompt)
          }
        },
      ),
      { numRuns: 30 },
    )
    checks.expectShare(1)
  })

  it('give way to one request that needs the room, and come back behind it', async () => {
    const { run } = session()
    const first = await run()
    const huge = await run({ additionalInput: sentences(28_000) })
    const after = await run()
    expect(huge.layerTokens.settings).toBeLessThan(first.layerTokens.settings)
    expect(huge.systemPrompt).not.toBe(first.systemPrompt)
    expect(after.systemPrompt).toBe(first.systemPrompt)
  })

  it('are fitted anew when one of them is edited or added', async () => {
    const { current, run } = session()
    const first = await run()
    current.planted = [setting('世界0.md', '雾港只有一座灯塔。'), ...world.slice(1), ...passages]
    const edited = await run()
    expect(edited.systemPrompt).toContain('雾港只有一座灯塔。')
    expect(shortened(edited)).toBeLessThan(shortened(first))
    current.planted = [setting('世界.md', '雾港在北方。'), ...current.planted]
    expect((await run()).systemPrompt).toContain('雾港在北方。')
  })
})
